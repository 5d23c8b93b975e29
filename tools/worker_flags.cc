// SPDX-License-Identifier: Apache-2.0

#include "worker_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include "flag_parsing.h"

DECLARE_bool(worker);
DECLARE_bool(worker_raise_mmap_threshold);
DECLARE_double(worker_slowdown_percent);

namespace sstr {
namespace {

// A worker reports to whoever drives it, pass by pass.
constexpr const char* kReportFlags[] = {
    "repeat", "target_interval", "jobs",       "transcode",     "noise_check",
    "output", "output_dir",      "sizes_only", "output_format",
};
constexpr const char* kWorkerFlags[] = {"worker_raise_mmap_threshold",
                                        "worker_slowdown_percent"};

}  // namespace

Result<std::optional<WorkerOptions>> MakeWorkerOptions() {
  if (!FLAGS_worker) {
    for (const char* flag : kWorkerFlags) {
      if (!FlagWasGiven(flag)) continue;
      return Status::Usage(fmt::format("--{} is for --worker only", flag));
    }
    return std::optional<WorkerOptions>();
  }
  for (const char* flag : kReportFlags) {
    if (!FlagWasGiven(flag)) continue;
    return Status::Usage(
        fmt::format("--{} has no meaning with --worker", flag));
  }
  if (FLAGS_worker_slowdown_percent < 0) {
    return Status::Usage("--worker_slowdown_percent: must not be negative");
  }
  return std::optional<WorkerOptions>(
      WorkerOptions{.raise_mmap_threshold = FLAGS_worker_raise_mmap_threshold,
                    .slowdown_percent = FLAGS_worker_slowdown_percent});
}

}  // namespace sstr
