// SPDX-License-Identifier: Apache-2.0

#include "stats/bootstrap.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace sstr {
namespace {

// The median of 11 draws from 1..11 is at most k with the probability
// P(Binomial(11, k / 11) >= 6): 0.7 % for 2, 5.1 % for 3, 94.9 % for 8 and
// 99.3 % for 9. The 2.5 and 97.5 % points are therefore 3 and 9.
TEST(BootstrapTest, IntervalMatchesExactDistributionOfResampledMedian) {
  std::vector<double> values(11);
  std::iota(values.begin(), values.end(), 1.0);
  for (uint64_t seed : {1, 2, 3, 4, 5}) {
    EXPECT_EQ(BootstrapMedianInterval(values, {.seed = seed}).value(),
              (Interval{.low = 3, .high = 9}));
  }
}

// Medians of pairs from {10, 20} are 10, 15 and 20 in the proportion 1 : 2 : 1.
TEST(BootstrapTest, TwoValuesGiveTheirRange) {
  const std::vector<double> values = {20, 10};
  EXPECT_EQ(BootstrapMedianInterval(values).value(),
            (Interval{.low = 10, .high = 20}));
}

TEST(BootstrapTest, NarrowerConfidenceGivesNarrowerInterval) {
  const std::vector<double> values = {20, 10};
  EXPECT_EQ(BootstrapMedianInterval(values, {.confidence = 0.4}).value(),
            (Interval{.low = 15, .high = 15}));
}

TEST(BootstrapTest, OneValueOrNoneHasNoInterval) {
  EXPECT_FALSE(BootstrapMedianInterval({}).has_value());
  EXPECT_FALSE(BootstrapMedianInterval(std::vector<double>{5}).has_value());
}

TEST(BootstrapTest, EqualValuesGiveIntervalOfNoWidth) {
  const std::vector<double> values(9, 7.0);
  EXPECT_EQ(BootstrapMedianInterval(values).value(),
            (Interval{.low = 7, .high = 7}));
}

// From a second implementation of the generator and of the interval, in
// another language.
TEST(BootstrapTest, SeedFixesTheIntervalOnEveryMachine) {
  const std::vector<double> values = {
      231.978, 46.916, 151.001, 74.983,  87.603,  37.092, 38.529,
      250.936, 53.265, 60.268,  271.506, 61.2,    54.772, 255.878,
      39.452,  36.817, 97.383,  66.76,   132.232, 42.702};
  const Interval seed_7 =
      BootstrapMedianInterval(values, {.seed = 7, .resamples = 200}).value();
  EXPECT_DOUBLE_EQ(seed_7.low, 50.011137500000004);
  EXPECT_DOUBLE_EQ(seed_7.high, 124.39300000000006);
  const Interval seed_8 =
      BootstrapMedianInterval(values, {.seed = 8, .resamples = 200}).value();
  EXPECT_DOUBLE_EQ(seed_8.low, 50.8251625);
  EXPECT_DOUBLE_EQ(seed_8.high, 114.8075);
}

}  // namespace
}  // namespace sstr
