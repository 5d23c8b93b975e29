// SPDX-License-Identifier: Apache-2.0
//
// Where a report goes: a stream, or a file that appears whole or not at all.
// The file is created before anything is measured, so that a bad path costs no
// time.

#pragma once

#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "base/atomic_file.h"
#include "base/status.h"

namespace sstr {

class ReportTarget {
 public:
  // `output` absent: `out`, which is borrowed. Error: kIoError, also when the
  // file is there without `overwrite`, or would replace one of `inputs`.
  static Result<ReportTarget> Open(const std::optional<std::string>& output,
                                   bool overwrite,
                                   const std::vector<std::string>& inputs,
                                   std::ostream* out);

  // Once. Error: kIoError.
  Status Deliver(const std::string& text);

 private:
  explicit ReportTarget(std::ostream* out) : out_(out) {}

  std::ostream* out_;
  std::optional<AtomicFile> file_;
};

}  // namespace sstr
