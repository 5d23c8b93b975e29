// SPDX-License-Identifier: Apache-2.0
//
// The statistics as a whole on simulated noise: how often equal sides are
// called different, how often a real difference is found, how often the
// interval holds the true ratio. Seeded, hence the same on every run.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "stats/noise_model.h"
#include "stats/paired.h"
#include "stats/verdict.h"

namespace sstr {
namespace {

constexpr size_t kCells = 4;

struct Tally {
  int runs_with_difference = 0;  // In any cell.
  int first_cell_higher = 0;
  int intervals_with_truth = 0;  // The first cell's.
};

Tally Simulate(NoiseShape shape, int runs, size_t rounds, double first_ratio,
               PassOrder order = PassOrder::kAlternating) {
  NoiseModel noise(shape, 20240229);
  Tally tally;
  for (int run = 0; run < runs; ++run) {
    std::vector<PairedComparison> cells;
    for (size_t i = 0; i < kCells; ++i) {
      const SimulatedCell cell =
          noise.Run(rounds, i == 0 ? first_ratio : 1, order);
      cells.push_back(ComparePaired(
          cell.baseline, cell.contender,
          {.seed = static_cast<uint64_t>(run), .resamples = 500}));
    }
    const std::vector<Judgement> judged = JudgeCells(cells);
    tally.runs_with_difference +=
        std::any_of(judged.begin(), judged.end(), [](const Judgement& cell) {
          return cell.verdict != Verdict::kNoDifferenceShown;
        });
    tally.first_cell_higher += judged[0].verdict == Verdict::kHigher;
    tally.intervals_with_truth += cells[0].ratio_interval->low <= first_ratio &&
                                  first_ratio <= cells[0].ratio_interval->high;
  }
  return tally;
}

class NoiseTest : public ::testing::TestWithParam<NoiseShape> {};

// At most 1 % of 2000 runs, plus three standard deviations of chance: 33.
TEST_P(NoiseTest, EqualSidesRarelyDiffer) {
  const Tally tally = Simulate(GetParam(), 2000, 12, 1.0);
  EXPECT_LE(tally.runs_with_difference, 33);
  RecordProperty("false_alarms_of_2000", tally.runs_with_difference);
}

// 93 % of 500, less three standard deviations of chance.
TEST_P(NoiseTest, IntervalHoldsTheTrueRatio) {
  const Tally tally = Simulate(GetParam(), 500, 20, 1.03);
  EXPECT_GE(tally.intervals_with_truth, 448);
  RecordProperty("covered_of_500", tally.intervals_with_truth);
}

std::string ShapeName(const ::testing::TestParamInfo<NoiseShape>& shape) {
  switch (shape.param) {
    case NoiseShape::kDrift:
      return "Drift";
    case NoiseShape::kSpikes:
      return "Spikes";
    case NoiseShape::kTwoModes:
      return "TwoModes";
  }
  return "Unknown";
}

INSTANTIATE_TEST_SUITE_P(Shapes, NoiseTest,
                         ::testing::Values(NoiseShape::kDrift,
                                           NoiseShape::kSpikes,
                                           NoiseShape::kTwoModes),
                         ShapeName);

// Without power the tests above would pass for a tool that finds nothing.
TEST(PowerTest, ThreePercentAreFoundInTwentyRoundsDespiteDrift) {
  EXPECT_GE(Simulate(NoiseShape::kDrift, 200, 20, 1.03).first_cell_higher, 198);
}

// A spike on one side outranks every true difference: with one pass in ten
// spiked the test needs more rounds.
TEST(PowerTest, ThreePercentAreFoundInSixtyRoundsDespiteSpikes) {
  EXPECT_GE(Simulate(NoiseShape::kSpikes, 100, 60, 1.03).first_cell_higher, 95);
}

// Without alternation drift looks like a difference: the noise does bite.
TEST(PowerTest, OneSideAfterTheOtherRaisesFalseAlarms) {
  EXPECT_GE(Simulate(NoiseShape::kDrift, 200, 12, 1.0, PassOrder::kOneByOne)
                .runs_with_difference,
            190);
}

}  // namespace
}  // namespace sstr
