// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_recompress --worker: loads one input, then runs single
// passes on request; see worker/worker_protocol.h.

#pragma once

#include <istream>
#include <ostream>

#include "app/recompress_options.h"
#include "base/cancel.h"
#include "base/exit_code.h"

namespace sstr {

struct WorkerOptions {
  // Raise malloc's thresholds for the whole process, which passes with the
  // allocator "mmap_threshold" need.
  bool raise_mmap_threshold = false;
  // Every write takes so much longer than it needs, for tests of comparisons.
  double slowdown_percent = 0;
};

// Requests from `in` until it ends, replies to `out`. `cancel` is borrowed.
ExitCode RunWorker(const RecompressOptions& options,
                   const WorkerOptions& worker_options,
                   const CancelFlag* cancel, std::istream& in,
                   std::ostream& out, std::ostream& err);

}  // namespace sstr
