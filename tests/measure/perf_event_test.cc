// SPDX-License-Identifier: Apache-2.0
//
// With the kernel's page fault event, which machines without hardware
// counters have too.

#include "measure/perf_event.h"

#include <gtest/gtest.h>
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <unistd.h>

#include <thread>

namespace sstr {
namespace {

constexpr PerfEventId kPageFaults = {PERF_TYPE_SOFTWARE,
                                     PERF_COUNT_SW_PAGE_FAULTS};
constexpr size_t kPages = 1000;

void TouchFreshPages() {
  const auto page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t bytes = kPages * page_bytes;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  madvise(memory, bytes, MADV_NOHUGEPAGE);
  for (size_t i = 0; i < kPages; ++i) {
    static_cast<volatile char*>(memory)[i * page_bytes] = 1;
  }
  munmap(memory, bytes);
}

TEST(PerfEventTest, GrowthOfAnEventThatAlwaysRan) {
  EXPECT_EQ(ScaledGrowth({10, 100, 80}, {25, 150, 130}), 15u);
}

// 30 events in 25 of 100 ns: 120 in all.
TEST(PerfEventTest, GrowthIsScaledByTheShareOfTimeRunning) {
  EXPECT_EQ(ScaledGrowth({70, 1000, 400}, {100, 1100, 425}), 120u);
}

TEST(PerfEventTest, GrowthOfAnEventThatNeverRanIsAbsentNotZero) {
  EXPECT_EQ(ScaledGrowth({70, 1000, 400}, {70, 1100, 400}), std::nullopt);
}

TEST(PerfEventTest, NothingHappenedIsZeroNotAbsent) {
  EXPECT_EQ(ScaledGrowth({70, 1000, 400}, {70, 1100, 500}), 0u);
}

TEST(PerfEventTest, UnknownEventIsNotOpenAndSaysWhy) {
  PerfEvent event({PERF_TYPE_SOFTWARE, 9999}, UsageScope::kThread);
  EXPECT_FALSE(event.is_open());
  EXPECT_FALSE(event.reason().empty());
  event.Start();
  EXPECT_EQ(event.Stop(), std::nullopt);
}

TEST(PerfEventTest, CountsWhatTheThreadDoesBetweenStartAndStop) {
  PerfEvent event(kPageFaults, UsageScope::kThread);
  if (!event.is_open()) GTEST_SKIP() << "page faults: " << event.reason();
  TouchFreshPages();
  event.Start();
  TouchFreshPages();
  const std::optional<uint64_t> faults = event.Stop();
  ASSERT_TRUE(faults.has_value());
  EXPECT_GE(*faults, kPages);
  EXPECT_LT(*faults, 2 * kPages);
}

TEST(PerfEventTest, ThreadsStartedLaterCountForTheProcessAlone) {
  PerfEvent thread_event(kPageFaults, UsageScope::kThread);
  PerfEvent process_event(kPageFaults, UsageScope::kProcess);
  if (!thread_event.is_open() || !process_event.is_open()) {
    GTEST_SKIP() << "page faults: " << thread_event.reason();
  }
  thread_event.Start();
  process_event.Start();
  std::thread(TouchFreshPages).join();
  EXPECT_LT(thread_event.Stop().value(), kPages);
  EXPECT_GE(process_event.Stop().value(), kPages);
}

}  // namespace
}  // namespace sstr
