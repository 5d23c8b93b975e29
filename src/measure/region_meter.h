// SPDX-License-Identifier: Apache-2.0
//
// Measures one timed region: wall clock, CPU clock, resource usage, events that
// the kernel counts. The only place of the project where engines' work meets a
// clock. Used by one thread at a time.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "measure/pass_sample.h"

namespace sstr {

// What CPU time and usage are counted of.
enum class UsageScope {
  kThread,   // The calling thread: passes run side by side.
  kProcess,  // All threads: the pass may start threads of its own.
};

class RegionMeter {
 public:
  virtual ~RegionMeter() = default;

  virtual void Start() = 0;
  // Adds what passed since Start() to `region` as one more iteration.
  virtual void Stop(TimedRegion* region) = 0;

  virtual void ResetPeakRss() = 0;
  // Peak resident memory since the last ResetPeakRss(), or since Create();
  // absent where the system does not let a process reset it.
  virtual std::optional<uint64_t> PeakRssBytes() = 0;

  // `clock` is borrowed.
  static std::unique_ptr<RegionMeter> Create(UsageScope scope, Clock* clock);
};

}  // namespace sstr
