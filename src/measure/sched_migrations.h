// SPDX-License-Identifier: Apache-2.0
//
// How often the scheduler moved a thread to another CPU, from proc(5)'s
// /proc/thread-self/sched: for machines that do not grant the perf event.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/file.h"

namespace sstr {

// The line se.nr_migrations of such a file; absent when there is none.
std::optional<uint64_t> ParseMigrations(std::string_view sched);

class SchedMigrations {
 public:
  // Of the calling thread, whichever thread reads it later. Not open where the
  // kernel has no such file.
  static SchedMigrations OfThisThread();

  // Since the thread began; absent when not open.
  std::optional<uint64_t> Read() const;

 private:
  FileDescriptor fd_;
};

}  // namespace sstr
