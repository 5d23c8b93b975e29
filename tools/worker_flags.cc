// SPDX-License-Identifier: Apache-2.0

#include "worker_flags.h"

#include <gflags/gflags.h>

#include "recompress_modes.h"

DEFINE_bool(worker, false, "");
DEFINE_bool(worker_raise_mmap_threshold, false, "");
DEFINE_double(worker_slowdown_percent, 0, "");

namespace sstr {
namespace {

Status SetWorker(std::optional<WorkerOptions>* worker) {
  if (!IsWorker()) return Status::Ok();
  if (FLAGS_worker_slowdown_percent < 0) {
    return Status::Usage("--worker_slowdown_percent: must not be negative");
  }
  *worker = {.raise_mmap_threshold = FLAGS_worker_raise_mmap_threshold,
             .slowdown_percent = FLAGS_worker_slowdown_percent};
  return Status::Ok();
}

}  // namespace

FlagGroup WorkerFlags(std::optional<WorkerOptions>* worker) {
  return {.title = "Workers",
          .flags =
              {
                  {"worker",
                   "Load one input, then run single passes on request: JSON "
                   "lines on standard input and output, as sst_compare "
                   "speaks them. Default: false."},
                  {"worker_raise_mmap_threshold", "", kWorker},
                  {"worker_slowdown_percent", "", kWorker},
              },
          .read = [=](const CommandLine&) { return SetWorker(worker); }};
}

bool IsWorker() { return FLAGS_worker; }

}  // namespace sstr
