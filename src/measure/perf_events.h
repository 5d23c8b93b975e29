// SPDX-License-Identifier: Apache-2.0
//
// The counters of a timed region that only the kernel's performance events
// give. Every one of them may be missing on a given machine; what is missing
// is absent, never 0, and its reason is told. Used by one thread at a time.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/pass_sample.h"
#include "measure/perf_event.h"
#include "measure/region_meter.h"
#include "measure/sched_migrations.h"

namespace sstr {

struct PerfCounts {
  std::optional<uint64_t> cycles;
  std::optional<uint64_t> instructions;
  std::optional<uint64_t> branches;
  std::optional<uint64_t> branch_misses;
  std::optional<uint64_t> migrations;

  bool operator==(const PerfCounts&) const = default;
};

// Adds the counts of the region's latest iteration; one that is absent makes
// the region's absent for good. REQUIRES: `iterations` includes this one.
void AddCounts(const PerfCounts& counts, TimedRegion* region);

// A counter that is absent, or that counts less than all of it.
struct CounterLimit {
  std::string_view counter;  // By perf's name: "branch-misses".
  bool absent = true;
  std::string fact;
};

// "cycles, instructions: absent (FACT); ...": one part per fact, in order of
// appearance. Empty without limits.
std::string LimitsText(std::span<const CounterLimit> limits);

class PerfEvents {
 public:
  explicit PerfEvents(UsageScope scope);

  // Opens the events anew when another thread calls than before: the kernel
  // ties an event to the thread that opened it.
  void Start();
  // Counts since Start(). Of the events opened for this thread those are
  // absent that limits() tells, or that had no hardware counter meanwhile.
  PerfCounts Stop();

  // Of the events as they are open now.
  const std::vector<CounterLimit>& limits() const { return limits_; }

 private:
  void Open();
  void OpenMigrations();

  const UsageScope scope_;
  pid_t thread_ = 0;  // That the events belong to.
  std::vector<PerfEvent> events_;
  // In place of the event, where that is not open.
  std::optional<SchedMigrations> sched_migrations_;
  std::optional<uint64_t> start_migrations_;
  std::vector<CounterLimit> limits_;
};

// LimitsText() of a meter of this scope, found by trying. Empty: all there.
std::string AbsentCounters(UsageScope scope);

}  // namespace sstr
