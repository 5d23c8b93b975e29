// SPDX-License-Identifier: Apache-2.0

#include "stats/verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace sstr {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

PairedComparison CellOfLogRatios(const std::vector<double>& log_ratios) {
  const std::vector<double> baseline(log_ratios.size(), 1.0);
  std::vector<double> contender;
  for (double value : log_ratios) contender.push_back(std::exp(value));
  return ComparePaired(baseline, contender);
}

// 12 rounds around `centre`, none further away than 0.6 %.
PairedComparison QuietCell(double centre) {
  std::vector<double> log_ratios;
  for (int i = 0; i < 12; ++i) log_ratios.push_back(centre + (i - 5.5) / 1000);
  return CellOfLogRatios(log_ratios);
}

// Sorted 0.005 0.01 0.03 0.04 times 4 3 2 1: 0.02 0.03 0.06 0.04, the last
// raised to its predecessor's.
TEST(HolmTest, StepsDownAndNeverDecreases) {
  const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
  EXPECT_THAT(HolmAdjust(p), ElementsAre(DoubleEq(0.03), DoubleEq(0.06),
                                         DoubleEq(0.06), DoubleEq(0.02)));
}

TEST(HolmTest, StopsAtOneAndKeepsOnePValue) {
  EXPECT_THAT(HolmAdjust(std::vector<double>{0.6, 0.7}), ElementsAre(1, 1));
  EXPECT_THAT(HolmAdjust(std::vector<double>{0.2}), ElementsAre(0.2));
  EXPECT_THAT(HolmAdjust({}), IsEmpty());
}

TEST(VerdictTest, ClearDifferencesHaveTheirDirection) {
  const std::vector<PairedComparison> cells = {QuietCell(0.03),
                                               QuietCell(-0.03), QuietCell(0)};
  const std::vector<Judgement> judged = JudgeCells(cells);
  ASSERT_EQ(judged.size(), 3u);
  EXPECT_EQ(judged[0].verdict, Verdict::kHigher);
  EXPECT_EQ(judged[1].verdict, Verdict::kLower);
  EXPECT_EQ(judged[2].verdict, Verdict::kNoDifferenceShown);
  // All signs alike in 12 rounds: 2 / 4096, times 3 cells.
  EXPECT_DOUBLE_EQ(judged[0].adjusted_p.value(), 6.0 / 4096);
}

// 2 / 4096 times 20 cells is below 1 %, times 21 above.
TEST(VerdictTest, MoreCellsNeedMoreEvidence) {
  std::vector<PairedComparison> cells(20, QuietCell(0));
  cells[0] = QuietCell(0.03);
  EXPECT_EQ(JudgeCells(cells)[0].verdict, Verdict::kHigher);
  cells.push_back(QuietCell(0));
  EXPECT_EQ(JudgeCells(cells)[0].verdict, Verdict::kNoDifferenceShown);
}

TEST(VerdictTest, CellWithoutPairsIsNotComparableAndNotInTheFamily) {
  std::vector<PairedComparison> cells(30);
  cells.push_back(QuietCell(0.03));
  const std::vector<Judgement> judged = JudgeCells(cells);
  EXPECT_EQ(judged[0].verdict, Verdict::kNotComparable);
  EXPECT_FALSE(judged[0].adjusted_p.has_value());
  EXPECT_EQ(judged[30].verdict, Verdict::kHigher);
}

// 7 small falls among 20 rounds: their ranks 1..7 add up to 28, below the
// published 1 % critical value 37, yet the interval of the median reaches into
// the falls (P(Binomial(20, 0.35) >= 11) is 5 %).
TEST(VerdictTest, IntervalThatHoldsOneOverrulesTheTest) {
  std::vector<double> log_ratios;
  for (int i = 1; i <= 7; ++i) log_ratios.push_back(-i / 1000.0);
  for (int i = 11; i <= 23; ++i) log_ratios.push_back(i / 1000.0);
  const std::vector<PairedComparison> cells = {CellOfLogRatios(log_ratios)};
  EXPECT_LT(cells[0].p_value.value(), 0.01);
  EXPECT_LT(cells[0].ratio_interval.value().low, 1);
  EXPECT_EQ(JudgeCells(cells)[0].verdict, Verdict::kNoDifferenceShown);
}

TEST(VerdictTest, OneRoundShowsNothing) {
  const std::vector<PairedComparison> cells = {CellOfLogRatios({2})};
  const Judgement judged = JudgeCells(cells)[0];
  EXPECT_EQ(judged.verdict, Verdict::kNoDifferenceShown);
  EXPECT_FALSE(judged.smallest_visible_percent.has_value());
}

// 8 rounds reach 1 % (2 / 256) only with all signs alike, so that the lowest
// of these rounds (median 0) must be lifted by 0.03 or the highest pushed down
// by 0.04; exp(0.04) is 4.08 % of the baseline.
TEST(VerdictTest, SmallestVisibleChangeIsWhatTurnsTheTest) {
  const std::vector<PairedComparison> cells = {
      CellOfLogRatios({-0.03, -0.02, -0.01, -0.005, 0.005, 0.01, 0.02, 0.04})};
  const Judgement judged = JudgeCells(cells)[0];
  EXPECT_EQ(judged.verdict, Verdict::kNoDifferenceShown);
  EXPECT_NEAR(judged.smallest_visible_percent.value(),
              100 * (std::exp(0.04) - 1), 1e-4);
}

TEST(VerdictTest, ChangeAboveSmallestVisibleIsShown) {
  const std::vector<double> noise = {-0.03, -0.02, -0.01, -0.005,
                                     0.005, 0.01,  0.02,  0.04};
  for (const auto& [shift, verdict] : {std::pair{0.041, Verdict::kHigher},
                                       {-0.041, Verdict::kLower},
                                       {0.029, Verdict::kNoDifferenceShown}}) {
    std::vector<double> shifted = noise;
    for (double& value : shifted) value += shift;
    const std::vector<PairedComparison> cells = {CellOfLogRatios(shifted)};
    EXPECT_EQ(JudgeCells(cells)[0].verdict, verdict) << shift;
  }
}

TEST(VerdictTest, TooFewRoundsCanShowNoChange) {
  const std::vector<PairedComparison> cells = {
      CellOfLogRatios({-0.01, 0, 0.01, 0.02, -0.02})};
  EXPECT_FALSE(JudgeCells(cells)[0].smallest_visible_percent.has_value());
}

TEST(VerdictTest, EqualRoundsWouldShowAnyChange) {
  const std::vector<PairedComparison> cells = {
      CellOfLogRatios(std::vector<double>(12, 0.0))};
  EXPECT_EQ(JudgeCells(cells)[0].verdict, Verdict::kNoDifferenceShown);
  EXPECT_EQ(JudgeCells(cells)[0].smallest_visible_percent, 0);
}

// 2 / 2^8 <= 0.01 < 2 / 2^7; for 20 cells 20 * 2 / 2^12 <= 0.01.
TEST(VerdictTest, RoundsNeededGrowWithTheFamily) {
  EXPECT_EQ(RoundsNeeded(1), 8u);
  EXPECT_EQ(RoundsNeeded(20), 12u);
  EXPECT_EQ(RoundsNeeded(21), 13u);
}

}  // namespace
}  // namespace sstr
