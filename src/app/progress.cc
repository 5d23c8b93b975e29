// SPDX-License-Identifier: Apache-2.0

#include "app/progress.h"

#include <fmt/format.h>

#include "base/units.h"

namespace sstr {
namespace {

constexpr char kEraseLine[] = "\r\x1b[K";

}  // namespace

void Progress::StartFile(const std::string& file) {
  if (terminal_ == nullptr) return;
  ++file_number_;
  file_ = file;
  file_start_nanos_ = clock_->NowNanos();
  *terminal_ << kEraseLine
             << fmt::format("[file {}/{}] reading {}", file_number_, files_,
                            file_)
             << std::flush;
}

void Progress::ShowPass(const PassSpec& spec, uint64_t done, uint64_t total) {
  if (terminal_ == nullptr) return;
  const std::string of_total = total > 0 ? fmt::format("/{}", total) : "";
  std::string left;
  if (done > 0 && total > 0) {
    const double seconds =
        static_cast<double>(clock_->NowNanos() - file_start_nanos_) /
        kNanosPerSecond;
    left =
        fmt::format(", {:.0f} s left", seconds / static_cast<double>(done) *
                                           static_cast<double>(total - done));
  }
  *terminal_ << kEraseLine
             << fmt::format("[file {}/{}] [pass {}{}{}] {} {}", file_number_,
                            files_, done + 1, of_total, left, file_,
                            ToString(spec))
             << std::flush;
}

void Progress::Clear() {
  if (terminal_ != nullptr) *terminal_ << kEraseLine << std::flush;
}

}  // namespace sstr
