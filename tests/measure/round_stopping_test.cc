// SPDX-License-Identifier: Apache-2.0
//
// When a run with a target interval ends. A round of one cell takes 15 ms here
// where nothing else is said: 10 ms of writing, 5 ms of scanning.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "measure/fake_engine.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;

RunnerOptions WithTarget(double target, uint64_t max_nanos = UINT64_MAX) {
  return {.rounds = {.target_interval = target, .max_nanos = max_nanos},
          .seed = 0};
}

std::vector<uint64_t> RoundsOf(const CellResult& cell) {
  std::vector<uint64_t> rounds;
  for (const PassSample& sample : cell.samples) rounds.push_back(sample.round);
  return rounds;
}

class RoundStoppingTest : public FakeEngineTest {};

TEST_F(RoundStoppingTest, EqualTimesStopAtTheFewestRoundsThatSayAnything) {
  const RunResult result = RunTypes({kA}, WithTarget(0.01));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTargetReached);
  EXPECT_EQ(result.rounds.rounds, 6u);
  EXPECT_EQ(result.cells[0].samples.size(), 6u);
  ASSERT_TRUE(result.rounds.widest.has_value());
  EXPECT_EQ(result.rounds.widest->width.relative_half_width, 0);
}

// One value of six is 20, the others are 10. In a resample half or more of the
// draws hit it with probability 6.2 %, more than the 2.5 % at the upper end, so
// the interval reaches 15. Of seven, four hits or more have 1.0 %: it ends
// at 10.
TEST_F(RoundStoppingTest, GoesOnUntilAnOutlierNoLongerReachesTheMedian) {
  world_.write_nanos[kB] = {20 * kMillisecond, 10 * kMillisecond};
  const RunResult result = RunTypes({kA, kB}, WithTarget(0.01));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTargetReached);
  EXPECT_EQ(result.rounds.rounds, 7u);
  for (const CellResult& cell : result.cells) {
    EXPECT_THAT(RoundsOf(cell), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  }
}

TEST_F(RoundStoppingTest, AWideTargetIsReachedAtOnce) {
  world_.write_nanos[kB] = {20 * kMillisecond, 10 * kMillisecond};
  // The interval of the test above after 6 rounds: 10 to 15, half is 25 % of
  // the median 10.
  const RunResult result = RunTypes({kB}, WithTarget(0.25));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTargetReached);
  EXPECT_EQ(result.rounds.rounds, 6u);
  EXPECT_DOUBLE_EQ(result.rounds.widest->width.relative_half_width, 0.25);
}

TEST_F(RoundStoppingTest, NoRoundStartsThatWouldEndTooLate) {
  // Rounds take 15, 25, 15 and 25 ms, 80 together; one more like the last
  // would end after 105. The interval is 10 to 20, for all four draws are
  // alike with 6.25 %; its half is a third of the median 15.
  world_.write_nanos[kA] = {10 * kMillisecond, 20 * kMillisecond,
                            10 * kMillisecond, 20 * kMillisecond};
  const RunResult result = RunTypes({kA}, WithTarget(0.01, 100 * kMillisecond));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTimeUp);
  EXPECT_EQ(result.rounds.rounds, 4u);
  EXPECT_EQ(result.cells[0].samples.size(), 4u);
  ASSERT_TRUE(result.rounds.widest.has_value());
  EXPECT_EQ(result.rounds.widest->cell, 0u);
  EXPECT_EQ(result.rounds.widest->width.region, RegionKind::kWrite);
  EXPECT_DOUBLE_EQ(result.rounds.widest->width.relative_half_width, 1.0 / 3);
}

TEST_F(RoundStoppingTest, ARoundMayEndJustInTime) {
  // 25 ms, then 15 each: six rounds, which are not enough for the target, end
  // after 100, the seventh after 115.
  world_.write_nanos[kA] = {20 * kMillisecond, 10 * kMillisecond};
  EXPECT_EQ(RunTypes({kA}, WithTarget(0.01, 115 * kMillisecond)).rounds.end,
            RoundsEnd::kTargetReached);
  world_.writes.clear();
  EXPECT_EQ(RunTypes({kA}, WithTarget(0.01, 114 * kMillisecond)).rounds.end,
            RoundsEnd::kTimeUp);
}

TEST_F(RoundStoppingTest, OneRoundRunsHoweverShortTheTime) {
  const RunResult result = RunTypes({kA, kB}, WithTarget(0.01, 1));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTimeUp);
  EXPECT_EQ(result.rounds.rounds, 1u);
  EXPECT_FALSE(result.rounds.widest.has_value());
  for (const CellResult& cell : result.cells) {
    EXPECT_TRUE(cell.status.ok());
    EXPECT_EQ(cell.samples.size(), 1u);
  }
}

TEST_F(RoundStoppingTest, TheWidestOfSeveralCellsIsNamed) {
  world_.write_nanos[kA] = {10 * kMillisecond, 11 * kMillisecond};
  world_.write_nanos[kB] = {10 * kMillisecond, 20 * kMillisecond};
  // Rounds of 45 and 56 ms.
  const RunResult result =
      RunTypes({kA, kB, kC}, WithTarget(0.01, 100 * kMillisecond));
  EXPECT_EQ(result.rounds.rounds, 2u);
  ASSERT_TRUE(result.rounds.widest.has_value());
  EXPECT_EQ(result.rounds.widest->cell, 1u);
}

TEST_F(RoundStoppingTest, TheOrderGoesOnRotatingFromRoundToRound) {
  RunTypes({kA, kB}, WithTarget(0.01));
  ASSERT_EQ(world_.events.size(), 12u);
  for (size_t round = 0; round < 6; ++round) {
    const bool a_first = round % 2 == 0;
    EXPECT_EQ(world_.events[2 * round],
              a_first ? "write kNoCompression" : "write kLZ4Compression");
    EXPECT_EQ(world_.events[2 * round + 1],
              a_first ? "write kLZ4Compression" : "write kNoCompression");
  }
}

TEST_F(RoundStoppingTest, CellsThatFailedHoldUpNothing) {
  world_.verify_status[kB] = Status::VerificationFailed("entry 3 differs");
  world_.prepare_status[kC] = Status::NotSupported("no such level");
  const RunResult result = RunTypes({kA, kB, kC}, WithTarget(0.01));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTargetReached);
  EXPECT_EQ(result.cells[0].samples.size(), 6u);
  EXPECT_TRUE(result.cells[2].skipped);
}

TEST_F(RoundStoppingTest, NothingLeftToTimeEndsTheRun) {
  world_.prepare_status[kA] = Status::NotSupported("no such level");
  const RunResult result = RunTypes({kA}, WithTarget(0.01));
  EXPECT_EQ(result.rounds.end, RoundsEnd::kAllRan);
  EXPECT_EQ(result.rounds.rounds, 1u);
}

TEST_F(RoundStoppingTest, CancellingKeepsWholeAndPartialRounds) {
  CancellingObserver observer(&cancel_, 2);
  const RunResult result = RunTypes({kA, kB}, WithTarget(0.01), &observer);
  EXPECT_EQ(result.rounds.end, RoundsEnd::kInterrupted);
  EXPECT_EQ(result.rounds.rounds, 2u);
  // Round 1 starts with B, whose pass was the third.
  EXPECT_THAT(RoundsOf(result.cells[0]), ElementsAre(0));
  EXPECT_THAT(RoundsOf(result.cells[1]), ElementsAre(0, 1));
}

TEST_F(RoundStoppingTest, PassesSideBySideEndTheirRoundTogether) {
  RunnerOptions options = WithTarget(0.01);
  options.jobs = 2;
  world_.write_nanos[kB] = {20 * kMillisecond, 10 * kMillisecond};
  const RunResult result =
      RunSpecs({SpecOf(kA), SpecOf(kB), SpecOf(kC, /*threads=*/2)}, options);
  EXPECT_EQ(result.rounds.end, RoundsEnd::kTargetReached);
  EXPECT_EQ(result.rounds.rounds, 7u);
  for (const CellResult& cell : result.cells) {
    EXPECT_THAT(RoundsOf(cell), ElementsAre(0, 1, 2, 3, 4, 5, 6));
  }
}

TEST_F(RoundStoppingTest, AFixedNumberOfRoundsHasNoInterval) {
  const RunResult result =
      RunTypes({kA}, {.rounds = {.repeat = 8, .max_nanos = 1}});
  EXPECT_EQ(result.rounds.end, RoundsEnd::kAllRan);
  EXPECT_EQ(result.rounds.rounds, 8u);
  EXPECT_FALSE(result.rounds.widest.has_value());
}

class TotalsObserver : public RunObserver {
 public:
  void OnPassStarted(const PassSpec&, uint64_t, uint64_t total) override {
    totals.insert(total);
  }
  std::set<uint64_t> totals;
};

TEST_F(RoundStoppingTest, TheNumberOfPassesIsUnknownWithATarget) {
  TotalsObserver with_target;
  RunTypes({kA, kB}, WithTarget(0.01), &with_target);
  EXPECT_THAT(with_target.totals, ElementsAre(0));
  TotalsObserver without;
  RunTypes({kA, kB}, {.rounds = {.repeat = 3}}, &without);
  EXPECT_THAT(without.totals, ElementsAre(6));
}

}  // namespace
}  // namespace sstr
