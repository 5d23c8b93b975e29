// SPDX-License-Identifier: Apache-2.0

#include "stats/paired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace sstr {
namespace {

using Values = std::vector<double>;

// Log ratios ln 2, ln 4, ln 8: the median ratio is 4, whatever the rounds'
// common factor.
TEST(PairedTest, RatioIsMedianOfRoundRatios) {
  const PairedComparison cell =
      ComparePaired(Values{1, 100, 7}, Values{2, 400, 56});
  EXPECT_EQ(cell.rounds, 3u);
  EXPECT_EQ(cell.unusable_pairs, 0u);
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 4);
  EXPECT_EQ(cell.p_value.value(), 2.0 / 8);
  EXPECT_DOUBLE_EQ(cell.ratio_interval.value().low, 2);
  EXPECT_DOUBLE_EQ(cell.ratio_interval.value().high, 8);
}

// The geometric mean of the middle pair: sqrt(2 * 8) = 4.
TEST(PairedTest, EvenCountTakesGeometricMeanOfMiddlePair) {
  const PairedComparison cell = ComparePaired(Values{1, 1}, Values{2, 8});
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 4);
}

TEST(PairedTest, SwappedSidesGiveInverseRatioAndSameP) {
  const Values a = {10, 11, 12, 13, 14, 15};
  const Values b = {10.5, 11.2, 12.9, 13.1, 14.8, 15.3};
  const PairedComparison ab = ComparePaired(a, b);
  const PairedComparison ba = ComparePaired(b, a);
  EXPECT_DOUBLE_EQ(ab.ratio.value() * ba.ratio.value(), 1);
  EXPECT_EQ(ab.p_value, ba.p_value);
}

TEST(PairedTest, PairsWithoutPositiveValuesAreLeftOutAndCounted) {
  const double inf = std::numeric_limits<double>::infinity();
  const PairedComparison cell = ComparePaired(
      Values{0, 5, -1, 8, inf, 3}, Values{4, 0, 2, 16, 5, std::nan("")});
  EXPECT_EQ(cell.rounds, 1u);
  EXPECT_EQ(cell.unusable_pairs, 5u);
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 2);
}

TEST(PairedTest, OneRoundHasRatioButNoIntervalAndNoEvidence) {
  const PairedComparison cell = ComparePaired(Values{10}, Values{20});
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 2);
  EXPECT_FALSE(cell.ratio_interval.has_value());
  EXPECT_EQ(cell.p_value.value(), 1);
}

TEST(PairedTest, NoUsableRoundHasNothing) {
  const PairedComparison cell = ComparePaired(Values{0}, Values{0});
  EXPECT_EQ(cell.rounds, 0u);
  EXPECT_FALSE(cell.ratio.has_value());
  EXPECT_FALSE(cell.ratio_interval.has_value());
  EXPECT_FALSE(cell.p_value.has_value());
}

TEST(PairedTest, EqualSidesGiveRatioOneWithIntervalOfNoWidth) {
  const Values a = {10, 20, 30, 40};
  const PairedComparison cell = ComparePaired(a, a);
  EXPECT_EQ(cell.ratio.value(), 1);
  EXPECT_EQ(cell.ratio_interval.value(), (Interval{.low = 1, .high = 1}));
  EXPECT_EQ(cell.p_value.value(), 1);
}

}  // namespace
}  // namespace sstr
