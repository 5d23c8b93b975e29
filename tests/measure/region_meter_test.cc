// SPDX-License-Identifier: Apache-2.0

#include "measure/region_meter.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <memory>

#include "base/units.h"

namespace sstr {
namespace {

class FakeClock : public Clock {
 public:
  uint64_t NowNanos() override { return now_nanos += 10; }
  uint64_t now_nanos = 0;
};

TEST(RegionMeterTest, WallTimeIsTheClocksDifferenceAndAddsUp) {
  FakeClock clock;
  const auto meter = RegionMeter::Create(UsageScope::kThread, &clock);
  TimedRegion region;
  for (int i = 0; i < 3; ++i) {
    meter->Start();
    clock.now_nanos += 100;
    meter->Stop(&region);
  }
  EXPECT_EQ(region.iterations, 3u);
  EXPECT_EQ(region.wall_nanos, 3 * 110u);
  EXPECT_EQ(region.WallNanosPerIteration(), 110);
}

TEST(RegionMeterTest, CountsAFaultForEveryFreshPage) {
  const auto page_bytes = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  constexpr size_t kPages = 2000;
  for (const UsageScope scope : {UsageScope::kThread, UsageScope::kProcess}) {
    const auto meter = RegionMeter::Create(scope, Clock::Monotonic());
    TimedRegion region;
    meter->Start();
    // Above the mmap threshold: fresh pages from the system.
    std::unique_ptr<char[]> fresh(new char[kPages * page_bytes]);
    for (size_t i = 0; i < kPages; ++i) {
      const_cast<volatile char*>(fresh.get())[i * page_bytes] = 1;
    }
    meter->Stop(&region);
    EXPECT_GE(region.minor_faults, kPages - 1);
    EXPECT_LT(region.minor_faults, 2 * kPages);
  }
}

TEST(RegionMeterTest, CountsAVoluntarySwitchForSleeping) {
  const auto meter =
      RegionMeter::Create(UsageScope::kThread, Clock::Monotonic());
  TimedRegion region;
  meter->Start();
  usleep(1000);
  meter->Stop(&region);
  EXPECT_GE(region.voluntary_switches, 1u);
}

// Which counters there are is the machine's affair; that all iterations agree
// is ours.
TEST(RegionMeterTest, CountersAreAbsentOrCountEveryIteration) {
  const auto meter =
      RegionMeter::Create(UsageScope::kThread, Clock::Monotonic());
  TimedRegion once;
  meter->Start();
  meter->Stop(&once);
  TimedRegion region;
  for (int i = 0; i < 3; ++i) {
    meter->Start();
    [[maybe_unused]] volatile uint32_t sink = 0;
    for (uint32_t j = 0; j < 100'000; ++j) sink = j;
    meter->Stop(&region);
  }
  EXPECT_EQ(region.instructions.has_value(), once.instructions.has_value());
  EXPECT_EQ(region.migrations.has_value(), once.migrations.has_value());
  EXPECT_GE(region.instructions.value_or(UINT64_MAX), 300'000u);
  EXPECT_GE(region.branches.value_or(UINT64_MAX), 300'000u);
}

TEST(RegionMeterTest, PeakMemoryForgetsWhatWasFreedBefore) {
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the address sanitizer keeps what was freed";
#endif
  const auto meter =
      RegionMeter::Create(UsageScope::kProcess, Clock::Monotonic());
  const auto touch = [](size_t bytes) {
    std::unique_ptr<char[]> memory(new char[bytes]);
    for (size_t i = 0; i < bytes; i += 4096) {
      const_cast<volatile char*>(memory.get())[i] = 1;
    }
  };
  touch(64 * kMiB);
  const auto large = meter->PeakRssBytes();
  meter->ResetPeakRss();
  touch(kMiB);
  const auto small = meter->PeakRssBytes();
  if (!large || !small) {
    GTEST_SKIP() << "this kernel does not let a process reset its peak";
  }
  EXPECT_GT(*large, *small + 32 * kMiB);
}

}  // namespace
}  // namespace sstr
