// SPDX-License-Identifier: Apache-2.0

#include "app/report_target.h"

#include "app/input_guard.h"

namespace sstr {

Result<ReportTarget> ReportTarget::Open(
    const std::optional<std::string>& output, bool overwrite,
    const std::vector<std::string>& inputs, std::ostream* out) {
  ReportTarget target(out);
  if (output) {
    SSTR_RETURN_IF_ERROR(CheckNotTaken(*output, inputs));
    SSTR_ASSIGN_OR_RETURN(target.file_, AtomicFile::Create(*output, overwrite));
  }
  return target;
}

Status ReportTarget::Deliver(const std::string& text) {
  if (file_) {
    SSTR_RETURN_IF_ERROR(file_->Append(text));
    return file_->Commit();
  }
  *out_ << text << std::flush;
  return out_->good() ? Status::Ok()
                      : Status::IoError("cannot write the report");
}

}  // namespace sstr
