// SPDX-License-Identifier: Apache-2.0

#include "measure/perf_events.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <linux/perf_event.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>

namespace sstr {
namespace {

struct HardwareCounter {
  std::string_view name;
  uint64_t config;
  std::optional<uint64_t> PerfCounts::*count;
};

constexpr HardwareCounter kHardwareCounters[] = {
    {"cycles", PERF_COUNT_HW_CPU_CYCLES, &PerfCounts::cycles},
    {"instructions", PERF_COUNT_HW_INSTRUCTIONS, &PerfCounts::instructions},
    {"branches", PERF_COUNT_HW_BRANCH_INSTRUCTIONS, &PerfCounts::branches},
    {"branch-misses", PERF_COUNT_HW_BRANCH_MISSES, &PerfCounts::branch_misses},
};
constexpr size_t kMigrationsIndex = std::size(kHardwareCounters);
constexpr std::string_view kMigrationsName = "cpu-migrations";

// Some microseconds in which every hardware counter that works has counted:
// branches that no predictor foresees.
void TakeManyBranches() {
  constexpr int kBranches = 4096;
  [[maybe_unused]] volatile uint32_t sink = 0;
  uint32_t state = 1;
  for (int i = 0; i < kBranches; ++i) {
    state = state * 1'664'525u + 1'013'904'223u;
    if (state >> 31 != 0) sink = state;
  }
}

// Virtual machines are known to open events and then to count nothing.
bool Counts(PerfEvent* event) {
  // Up to some tens of milliseconds, for counters that are shared in turns.
  constexpr int kTries = 1000;
  for (int i = 0; i < kTries; ++i) {
    event->Start();
    TakeManyBranches();
    if (event->Stop().value_or(0) > 0) return true;
  }
  return false;
}

PerfEvent OpenHardware(const HardwareCounter& counter, UsageScope scope) {
  PerfEvent event({PERF_TYPE_HARDWARE, counter.config}, scope);
  if (event.is_open() && !Counts(&event)) {
    return PerfEvent("it opens, but counts nothing");
  }
  return event;
}

}  // namespace

void AddCounts(const PerfCounts& counts, TimedRegion* region) {
  const bool first = region->iterations == 1;
  const auto add = [first](const std::optional<uint64_t>& count,
                           std::optional<uint64_t>* total) {
    if (first) {
      *total = count;
    } else if (count && *total) {
      **total += *count;
    } else {
      total->reset();
    }
  };
  add(counts.cycles, &region->cycles);
  add(counts.instructions, &region->instructions);
  add(counts.branches, &region->branches);
  add(counts.branch_misses, &region->branch_misses);
  add(counts.migrations, &region->migrations);
}

std::string LimitsText(std::span<const CounterLimit> limits) {
  std::vector<std::string> facts;
  std::vector<std::vector<std::string_view>> counters;
  for (const CounterLimit& limit : limits) {
    const std::string fact =
        limit.absent ? fmt::format("absent ({})", limit.fact) : limit.fact;
    const auto found = std::find(facts.begin(), facts.end(), fact);
    const auto index = static_cast<size_t>(found - facts.begin());
    if (found == facts.end()) {
      facts.push_back(fact);
      counters.emplace_back();
    }
    counters[index].push_back(limit.counter);
  }
  std::vector<std::string> parts;
  for (size_t i = 0; i < facts.size(); ++i) {
    parts.push_back(
        fmt::format("{}: {}", fmt::join(counters[i], ", "), facts[i]));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

PerfEvents::PerfEvents(UsageScope scope) : scope_(scope) { Open(); }

void PerfEvents::Open() {
  thread_ = gettid();
  events_.clear();
  limits_.clear();
  for (const HardwareCounter& counter : kHardwareCounters) {
    const PerfEvent& event =
        events_.emplace_back(OpenHardware(counter, scope_));
    if (!event.is_open()) {
      limits_.push_back({counter.name, /*absent=*/true, event.reason()});
    } else if (event.user_space_only()) {
      limits_.push_back({counter.name, /*absent=*/false,
                         "of user space only (kernel.perf_event_paranoid)"});
    }
  }
  OpenMigrations();
}

void PerfEvents::OpenMigrations() {
  sched_migrations_.reset();
  const PerfEvent& event = events_.emplace_back(
      PerfEventId{PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS}, scope_);
  if (event.is_open()) return;
  // Only of one thread: threads that end would take their counts with them.
  if (scope_ == UsageScope::kThread) {
    SchedMigrations sched = SchedMigrations::OfThisThread();
    if (sched.Read()) sched_migrations_ = std::move(sched);
  }
  if (!sched_migrations_) {
    limits_.push_back({kMigrationsName, /*absent=*/true, event.reason()});
  }
}

void PerfEvents::Start() {
  if (gettid() != thread_) Open();
  if (sched_migrations_) start_migrations_ = sched_migrations_->Read();
  for (PerfEvent& event : events_) event.Start();
}

PerfCounts PerfEvents::Stop() {
  PerfCounts counts;
  for (size_t i = 0; i < std::size(kHardwareCounters); ++i) {
    counts.*kHardwareCounters[i].count = events_[i].Stop();
  }
  counts.migrations = events_[kMigrationsIndex].Stop();
  if (sched_migrations_) {
    const std::optional<uint64_t> now = sched_migrations_->Read();
    if (now && start_migrations_) counts.migrations = *now - *start_migrations_;
  }
  return counts;
}

std::string AbsentCounters(UsageScope scope) {
  return LimitsText(PerfEvents(scope).limits());
}

}  // namespace sstr
