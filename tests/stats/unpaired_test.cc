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

double P(const std::vector<double>& a, const std::vector<double>& b) {
  return MannWhitneyP(a, b);
}

// 2 of the 20 ways to choose 3 of 6 ranks separate the sides.
TEST(MannWhitneyTest, SeparateSidesHaveTheSmallestP) {
  EXPECT_DOUBLE_EQ(P({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(P({6, 4, 5}, {3, 1, 2}), 2.0 / 20);
}

// Rank sum 7, mean 10.5; {1 2 3} {1 2 4} and their mirror images are as far.
TEST(MannWhitneyTest, OneInversion) {
  EXPECT_DOUBLE_EQ(P({1, 2, 4}, {3, 5, 6}), 4.0 / 20);
}

// Ranks 1 2.5 2.5 4. The sums of two are 3.5 twice, 5 twice, 6.5 twice; the
// mean is 5 and the sum seen 3.5.
TEST(MannWhitneyTest, TiesShareMeanRankAndStayExact) {
  EXPECT_DOUBLE_EQ(P({1, 2}, {2, 3}), 4.0 / 6);
}

// Ranks 2 2 2 4 with mean 2.5: the 4 is further away than a 2.
TEST(MannWhitneyTest, LopsidedTiesCountWhatIsAsFar) {
  EXPECT_DOUBLE_EQ(P({2}, {1, 1, 1}), 1.0 / 4);
  EXPECT_DOUBLE_EQ(P({1}, {1, 1, 2}), 1);
}

TEST(MannWhitneyTest, SidesMayBeSwapped) {
  const std::vector<double> a = {1, 3, 5, 8};
  const std::vector<double> b = {2, 4, 6, 7, 9};
  EXPECT_EQ(P(a, b), P(b, a));
  EXPECT_DOUBLE_EQ(P(a, b), 70.0 / 126);
}

TEST(MannWhitneyTest, NothingToRankShowsNothing) {
  EXPECT_EQ(P({}, {1, 2}), 1);
  EXPECT_EQ(P({1, 2}, {}), 1);
  EXPECT_EQ(P({}, {}), 1);
  EXPECT_EQ(P({3, 3, 3}, {3, 3, 3}), 1);
  EXPECT_EQ(P(std::vector<double>(20, 3), std::vector<double>(20, 3)), 1);
}

// 1 2 ... 20 with a side of ten whose U is `u`: the ten lowest, the last of
// them raised above one value of the other side per step.
double POfU(int u) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 1; i <= 10; ++i) a.push_back(i);
  for (int i = 1; i <= 10; ++i) b.push_back(10 + i);
  for (int i = 9; u > 0; --i) {
    const int step = u < 10 ? u : 10;
    a[static_cast<size_t>(i)] = 10 + step + 0.01 * i;
    u -= step;
  }
  return P(a, b);
}

// The published two-sided critical values for 10 and 10: 23 at 5 %, 16 at 1 %.
TEST(MannWhitneyTest, TenAndTenAtTheirCriticalValues) {
  EXPECT_LE(POfU(23), 0.05);
  EXPECT_GT(POfU(24), 0.05);
  EXPECT_LE(POfU(16), 0.01);
  EXPECT_GT(POfU(17), 0.01);
}

// 16 odd and 16 even numbers up to 32: rank sum 256, mean 264, variance
// 16 * 16 * 33 / 12 = 704; z = 7.5 / 26.533; 2 * (1 - Phi(z)) = 0.77743.
TEST(MannWhitneyTest, ManyValuesUseNormalApproximation) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 1; i <= 16; ++i) a.push_back(2 * i - 1);
  for (int i = 1; i <= 16; ++i) b.push_back(2 * i);
  EXPECT_NEAR(P(a, b), 0.7774322029019755, 1e-12);
}

// Twelve 1s of rank 6.5, twenty 2s of rank 22.5; the sum of the first side is
// 8 * 6.5 + 8 * 22.5 = 232; variance 256 / 12 * (33 - (1716 + 7980) / 992).
TEST(MannWhitneyTest, NormalApproximationCorrectsForTies) {
  std::vector<double> a(8, 1.0);
  a.resize(16, 2.0);
  std::vector<double> b(4, 1.0);
  b.resize(16, 2.0);
  EXPECT_NEAR(P(a, b), 0.1570309042736893, 1e-12);
}

}  // namespace

}  // namespace sstr
