// SPDX-License-Identifier: Apache-2.0
//
// What a machine grants differs; what holds on all of them is that a counter
// is there or its absence is explained.

#include "measure/perf_events.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

namespace sstr {
namespace {

void Work() {
  [[maybe_unused]] volatile uint32_t sink = 0;
  for (uint32_t i = 0; i < 100'000; ++i) {
    if (i * 2'654'435'761u >> 31 != 0) sink = i;
  }
}

bool IsAbsent(const PerfEvents& events, std::string_view counter) {
  const auto& limits = events.limits();
  return std::any_of(limits.begin(), limits.end(),
                     [&](const CounterLimit& limit) {
                       return limit.counter == counter && limit.absent;
                     });
}

void ExpectConsistent(const PerfEvents& events, const PerfCounts& counts) {
  EXPECT_EQ(counts.cycles.has_value(), !IsAbsent(events, "cycles"));
  EXPECT_EQ(counts.instructions.has_value(), !IsAbsent(events, "instructions"));
  EXPECT_EQ(counts.branches.has_value(), !IsAbsent(events, "branches"));
  EXPECT_EQ(counts.branch_misses.has_value(),
            !IsAbsent(events, "branch-misses"));
  EXPECT_EQ(counts.migrations.has_value(), !IsAbsent(events, "cpu-migrations"));
  for (const CounterLimit& limit : events.limits()) {
    EXPECT_FALSE(limit.fact.empty()) << limit.counter;
  }
}

TEST(PerfEventsTest, CounterIsPresentOrItsAbsenceIsExplained) {
  for (const UsageScope scope : {UsageScope::kThread, UsageScope::kProcess}) {
    PerfEvents events(scope);
    events.Start();
    Work();
    const PerfCounts counts = events.Stop();
    ExpectConsistent(events, counts);
    // 100'000 rounds of a loop with at least one branch each.
    EXPECT_GE(counts.instructions.value_or(UINT64_MAX), 200'000u);
    EXPECT_GE(counts.branches.value_or(UINT64_MAX), 100'000u);
    EXPECT_GT(counts.cycles.value_or(UINT64_MAX), 0u);
    EXPECT_EQ(AbsentCounters(scope), LimitsText(events.limits()));
  }
}

TEST(PerfEventsTest, EventsFollowTheThreadThatStartsThem) {
  PerfEvents events(UsageScope::kThread);
  events.Start();
  events.Stop();
  PerfCounts counts;
  std::thread([&] {
    events.Start();
    Work();
    counts = events.Stop();
  }).join();
  ExpectConsistent(events, counts);
  EXPECT_GE(counts.instructions.value_or(UINT64_MAX), 200'000u);
}

TEST(PerfEventsTest, LimitsWithOneFactStandTogether) {
  EXPECT_EQ(LimitsText({}), "");
  const CounterLimit kLimits[] = {{"cycles", true, "no such event"},
                                  {"branches", false, "of user space only"},
                                  {"instructions", true, "no such event"}};
  EXPECT_EQ(LimitsText(kLimits),
            "cycles, instructions: absent (no such event); branches: of user "
            "space only");
}

TEST(PerfEventsTest, CountsOfIterationsAddUp) {
  TimedRegion region{.iterations = 1};
  AddCounts({.cycles = 5, .branch_misses = 0, .migrations = 1}, &region);
  region.iterations = 2;
  AddCounts({.cycles = 7, .branch_misses = 0, .migrations = 2}, &region);
  EXPECT_EQ(region.cycles, 12u);
  EXPECT_EQ(region.branch_misses, 0u);
  EXPECT_EQ(region.migrations, 3u);
  EXPECT_EQ(region.instructions, std::nullopt);
}

TEST(PerfEventsTest, CounterAbsentInOneIterationIsAbsentForTheRegion) {
  TimedRegion region;
  const PerfCounts kIterations[] = {{.cycles = 5, .instructions = 5},
                                    {.instructions = 5, .branches = 5},
                                    {.cycles = 5, .instructions = 5}};
  for (const PerfCounts& counts : kIterations) {
    ++region.iterations;
    AddCounts(counts, &region);
  }
  EXPECT_EQ(region.cycles, std::nullopt);
  EXPECT_EQ(region.branches, std::nullopt);
  EXPECT_EQ(region.instructions, 15u);
}

}  // namespace
}  // namespace sstr
