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

double P(std::vector<double> differences) {
  return WilcoxonSignedRankP(differences);
}

// 2 of the 32 patterns have all signs alike.
TEST(WilcoxonTest, AllSignsAlikeIsSmallestP) {
  EXPECT_EQ(P({1, 2, 3, 4, 5}), 2.0 / 32);
  EXPECT_EQ(P({-5, -4, -1, -3, -2}), 2.0 / 32);
}

// Subsets of {1..5} with sum <= 4: {} 1 2 3 1+2 4 1+3, so 7 of 32, twice.
TEST(WilcoxonTest, OneNegativeDifferenceOfRankFour) {
  EXPECT_EQ(P({1, 2, 3, -4, 5}), 14.0 / 32);
}

// The published 5 % critical value for n = 10 is 8: 25 of 1024 patterns.
TEST(WilcoxonTest, TenDifferencesAtCriticalValue) {
  EXPECT_EQ(P({1, 2, 3, 4, 5, 6, 7, -8, 9, 10}), 2 * 25.0 / 1024);
}

// |2| three times has rank (2 + 3 + 4) / 3 = 3; the negative sum is 1; the
// patterns {} and {1} reach at most that: 2 of 16, twice.
TEST(WilcoxonTest, TiesShareMeanRankAndStayExact) {
  EXPECT_EQ(P({2, 2, 2, -1}), 4.0 / 16);
}

TEST(WilcoxonTest, ZerosAreDropped) {
  EXPECT_EQ(P({0, 1, 0, 2, 3, 0}), P({1, 2, 3}));
  EXPECT_EQ(P({1, 2, 3}), 2.0 / 8);
}

TEST(WilcoxonTest, NothingOrOneDifferenceShowsNothing) {
  EXPECT_EQ(P({}), 1);
  EXPECT_EQ(P({0, 0, 0}), 1);
  EXPECT_EQ(P({5}), 1);
}

TEST(WilcoxonTest, BalancedDifferencesNeverExceedOne) {
  EXPECT_EQ(P({1, -1, 1, -1}), 1);
  EXPECT_EQ(P({1, -2, -3, 4}), 1);
}

// n = 60: mean 915, variance 60 * 61 * 121 / 24 = 18452.5; the positive ranks
// 2, 4, ... 60 add up to 930; z = 14.5 / 135.84; 2 * (1 - Phi(z)) = 0.91499.
TEST(WilcoxonTest, ManyDifferencesUseNormalApproximation) {
  std::vector<double> differences;
  for (int i = 1; i <= 60; ++i) differences.push_back(i % 2 == 0 ? i : -i);
  EXPECT_NEAR(P(differences), 0.9149926751975315, 1e-12);
}

// 30 of size 1 (ranks 15.5) and 30 of size 2 (ranks 45.5), 20 positive each:
// sum 1220; variance 18452.5 - 2 * (30^3 - 30) / 48 = 17328.75.
TEST(WilcoxonTest, NormalApproximationCorrectsForTies) {
  std::vector<double> differences;
  for (double size : {1.0, 2.0}) {
    for (int i = 0; i < 30; ++i) differences.push_back(i < 20 ? size : -size);
  }
  EXPECT_NEAR(P(differences), 0.020714427850105164, 1e-12);
}

// The two formulas must meet where one hands over to the other.
TEST(WilcoxonTest, ApproximationContinuesExactValues) {
  std::vector<double> differences;
  for (int i = 1; i <= 50; ++i) differences.push_back(i % 3 == 0 ? -i : i);
  const double exact = P(differences);
  differences.push_back(0.5);
  EXPECT_NEAR(P(differences), exact, 0.1 * exact);
}

}  // namespace

}  // namespace sstr
