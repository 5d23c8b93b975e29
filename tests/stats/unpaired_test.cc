// SPDX-License-Identifier: Apache-2.0

#include "stats/unpaired.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "stats/noise_model.h"
#include "stats/verdict.h"

namespace sstr {
namespace {

using Values = std::vector<double>;

Judgement Judge(const UnpairedComparison& cell) {
  return JudgeCells(std::span(&cell, 1)).front();
}

// Medians 20 and 30; the mean of the medians of pairs never enters.
TEST(UnpairedTest, RatioIsOfTheMedians) {
  const UnpairedComparison cell =
      CompareUnpaired(Values{10, 20, 90}, Values{30, 31, 1, 29, 100});
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 30.0 / 20);
  EXPECT_LE(cell.ratio_interval.value().low, 1.5);
  EXPECT_GE(cell.ratio_interval.value().high, 1.5);
}

// Each side has one value, twice: every resample gives 3 / 2.
TEST(UnpairedTest, EqualValuesGiveIntervalOfNoWidth) {
  const UnpairedComparison cell =
      CompareUnpaired(Values{2, 2}, Values{3, 3, 3});
  EXPECT_EQ(cell.ratio_interval.value(), (Interval{.low = 1.5, .high = 1.5}));
}

// Resampled medians of {1, 3} are 1, 2 or 3 and those of {6, 6} are 6: the
// 2.5 % percentiles, each met by a quarter of the resamples, are 2 and 6.
TEST(UnpairedTest, IntervalHoldsTheSpreadOfBothSides) {
  const UnpairedComparison cell = CompareUnpaired(Values{1, 3}, Values{6, 6});
  EXPECT_EQ(cell.ratio_interval.value(), (Interval{.low = 2, .high = 6}));
  const UnpairedComparison other = CompareUnpaired(Values{6, 6}, Values{3, 12});
  EXPECT_EQ(other.ratio_interval.value(), (Interval{.low = 0.5, .high = 2}));
}

TEST(UnpairedTest, EqualSeedsGiveEqualIntervals) {
  const Values a = {10, 11, 12, 13, 17};
  const Values b = {10, 12, 15, 16, 18};
  const auto interval = [&](uint64_t seed) {
    return CompareUnpaired(a, b, {.seed = seed, .resamples = 20})
        .ratio_interval.value();
  };
  EXPECT_EQ(interval(7), interval(7));
  EXPECT_NE(interval(7), interval(8));
}

TEST(UnpairedTest, ValuesThatAreNotPositiveAreLeftOutAndCounted) {
  const double inf = std::numeric_limits<double>::infinity();
  const UnpairedComparison cell =
      CompareUnpaired(Values{0, 5, -1}, Values{inf, std::nan(""), 10, 10});
  EXPECT_EQ(cell.unusable_values, 4u);
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 2);
  EXPECT_EQ(cell.baseline_logs.size(), 1u);
}

TEST(UnpairedTest, OneValueHasRatioButNoIntervalAndNoEvidence) {
  const UnpairedComparison cell = CompareUnpaired(Values{10}, Values{20});
  EXPECT_DOUBLE_EQ(cell.ratio.value(), 2);
  EXPECT_FALSE(cell.ratio_interval.has_value());
  EXPECT_EQ(cell.p_value.value(), 1);
  EXPECT_EQ(Judge(cell).verdict, Verdict::kNoDifferenceShown);
}

TEST(UnpairedTest, SideWithoutValuesIsNotComparable) {
  const UnpairedComparison cell = CompareUnpaired(Values{}, Values{20});
  EXPECT_FALSE(cell.ratio.has_value());
  EXPECT_FALSE(cell.p_value.has_value());
  EXPECT_EQ(Judge(cell).verdict, Verdict::kNotComparable);
}

// 5 against 5 that are apart: 2 / 252 is below 1 %. With 4: 2 / 70 is not.
TEST(UnpairedTest, SeparateSidesAreShownWithFiveRoundsEach) {
  const Values a = {100, 101, 102, 103, 104};
  const Values b = {110, 111, 112, 113, 114};
  const Judgement judged = Judge(CompareUnpaired(a, b));
  EXPECT_DOUBLE_EQ(judged.adjusted_p.value(), 2.0 / 252);
  EXPECT_EQ(judged.verdict, Verdict::kHigher);
  EXPECT_EQ(Judge(CompareUnpaired(b, a)).verdict, Verdict::kLower);
  const std::span<const double> four_a(a.data(), 4);
  const std::span<const double> four_b(b.data(), 4);
  const Judgement of_four = Judge(CompareUnpaired(four_a, four_b));
  EXPECT_EQ(of_four.verdict, Verdict::kNoDifferenceShown);
  EXPECT_FALSE(of_four.smallest_visible_percent.has_value());
}

// 2 / C(10, 5) = 2 / 252; two cells need 2 * 2 / C(12, 6) = 4 / 924.
TEST(UnpairedTest, RoundsNeededGrowWithTheFamily) {
  EXPECT_EQ(RoundsNeededApart(1), 5u);
  EXPECT_EQ(RoundsNeededApart(2), 6u);
  EXPECT_EQ(RoundsNeededApart(4), 6u);
  EXPECT_EQ(RoundsNeededApart(5), 7u);
}

// Logarithms 0 ± 0.01 ± 0.02 on both sides. 5 rounds show a change only when
// the sides are apart: the lowest of the one, -0.02, above the highest of the
// other, 0.02, that is from a shift of 0.04 on.
TEST(UnpairedTest, SmallestVisibleChangeSeparatesTheSides) {
  Values values;
  for (double log : {-0.02, -0.01, 0.0, 0.01, 0.02}) {
    values.push_back(std::exp(log));
  }
  const Judgement judged = Judge(CompareUnpaired(values, values));
  EXPECT_EQ(judged.verdict, Verdict::kNoDifferenceShown);
  EXPECT_NEAR(judged.smallest_visible_percent.value(),
              100 * (std::exp(0.04) - 1), 1e-4);
  Values shifted = values;
  for (double& value : shifted) value *= std::exp(0.041);
  EXPECT_EQ(Judge(CompareUnpaired(values, shifted)).verdict, Verdict::kHigher);
}

TEST(UnpairedTest, EqualRoundsWouldShowAnyChange) {
  const Values values(6, 70.0);
  const Judgement judged = Judge(CompareUnpaired(values, values));
  EXPECT_EQ(judged.verdict, Verdict::kNoDifferenceShown);
  EXPECT_EQ(judged.smallest_visible_percent, 0);
}

int RunsWithDifference(NoiseShape shape, double true_ratio, int runs) {
  NoiseModel noise(shape, 20240301);
  int found = 0;
  for (int run = 0; run < runs; ++run) {
    const SimulatedCell cell = noise.Run(12, true_ratio);
    found += Judge(CompareUnpaired(cell.baseline, cell.contender,
                                   {.seed = 1, .resamples = 200}))
                 .verdict != Verdict::kNoDifferenceShown;
  }
  return found;
}

// At most 1 % of 500 runs plus three standard deviations of chance, as long as
// no drift is between the sides; and a change of 20 % is found.
TEST(UnpairedTest, EqualSidesRarelyDifferWithoutDrift) {
  EXPECT_LE(RunsWithDifference(NoiseShape::kTwoModes, 1.0, 500), 11);
  EXPECT_LE(RunsWithDifference(NoiseShape::kSpikes, 1.0, 500), 11);
  EXPECT_GE(RunsWithDifference(NoiseShape::kTwoModes, 1.2, 50), 47);
}

}  // namespace
}  // namespace sstr
