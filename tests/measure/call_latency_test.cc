// SPDX-License-Identifier: Apache-2.0

#include "measure/call_latency.h"

#include <gtest/gtest.h>

namespace sstr {
namespace {

constexpr double kSecond = 1e9;

TEST(CallLatencyTest, EveryCallIsTimedWhereThePassTookASecondAtMost) {
  EXPECT_EQ(CallStride(10'000, 0.2 * kSecond), 1u);
  EXPECT_EQ(CallStride(10'000, kSecond), 1u);
}

TEST(CallLatencyTest, LongPassesAreSampledForAboutASecond) {
  // Ten seconds for 100 000 calls: every tenth.
  EXPECT_EQ(CallStride(100'000, 10 * kSecond), 10u);
  EXPECT_EQ(CallStride(100'000, 2.5 * kSecond), 3u);
}

TEST(CallLatencyTest, AtLeastAThousandCallsAreTimed) {
  EXPECT_EQ(CallStride(10'000, 80 * kSecond), 10u);
  EXPECT_EQ(CallStride(999, 80 * kSecond), 1u);
  EXPECT_EQ(CallStride(1, 80 * kSecond), 1u);
}

}  // namespace
}  // namespace sstr
