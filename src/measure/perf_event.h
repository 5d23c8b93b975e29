// SPDX-License-Identifier: Apache-2.0
//
// One event that the kernel counts for a thread or a process, opened with
// perf_event_open(2). Opening never fails as a whole: a machine may lack the
// event or not grant it, and then the event is not open and says why.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "base/file.h"
#include "measure/region_meter.h"

namespace sstr {

// As <linux/perf_event.h> numbers them: PERF_TYPE_... and PERF_COUNT_...
struct PerfEventId {
  uint32_t type = 0;
  uint64_t config = 0;
};

// What read(2) gives, in the layout of PERF_FORMAT_TOTAL_TIME_ENABLED and
// PERF_FORMAT_TOTAL_TIME_RUNNING.
struct PerfReading {
  uint64_t value = 0;
  uint64_t enabled_nanos = 0;
  uint64_t running_nanos = 0;  // Less where events share a hardware counter.
};

// The events between two readings; scaled up, and so an estimate, where the
// event had a hardware counter only part of the time. Absent when it had none.
std::optional<uint64_t> ScaledGrowth(const PerfReading& before,
                                     const PerfReading& now);

class PerfEvent {
 public:
  // An event that is not open, for the given reason.
  explicit PerfEvent(std::string reason) : reason_(std::move(reason)) {}
  // Counts from here on. kThread: what the calling thread does. kProcess: and
  // all threads that it starts later, and that those start.
  PerfEvent(PerfEventId id, UsageScope scope);

  bool is_open() const { return fd_.valid(); }
  // Why it is not open; empty when it is.
  const std::string& reason() const { return reason_; }
  // The kernel grants no more than what happens outside of it.
  bool user_space_only() const { return user_space_only_; }

  void Start();
  // Events since Start(); absent when not open or never running.
  std::optional<uint64_t> Stop();

 private:
  std::optional<PerfReading> Read() const;

  FileDescriptor fd_;
  std::string reason_;
  bool user_space_only_ = false;
  std::optional<PerfReading> start_;
};

}  // namespace sstr
