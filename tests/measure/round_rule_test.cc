// SPDX-License-Identifier: Apache-2.0
//
// The rules of a round by themselves, with orders and values worked out by
// hand. compare_rounds_test.cc and pass_runner_test.cc show that they are kept.

#include "measure/round_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t kMillisecond = 1'000'000;

// Half of the time is writing, half is scanning.
PassSample PassOf(uint64_t nanos, uint64_t round = 0) {
  PassSample pass;
  pass.round = round;
  pass.write.wall_nanos = nanos / 2;
  pass.scan.wall_nanos = nanos - nanos / 2;
  return pass;
}

std::vector<PassSample> PassesOf(const std::vector<uint64_t>& nanos) {
  std::vector<PassSample> passes;
  for (const uint64_t pass : nanos) passes.push_back(PassOf(pass));
  return passes;
}

std::string OrderText(const std::vector<size_t>& order) {
  std::string text;
  for (const size_t side : order) text += static_cast<char>('A' + side);
  return text;
}

TEST(RoundRuleTest, EachRoundBeginsOneCellFurtherOn) {
  std::vector<size_t> cells;
  for (uint64_t round = 4; round < 6; ++round) {
    for (uint64_t place = 0; place < 3; ++place) {
      cells.push_back(CellInTurn(3, round, place));
    }
  }
  EXPECT_THAT(cells, ElementsAre(1, 2, 0, 2, 0, 1));
}

std::vector<std::string> OrdersOfPasses(size_t sides, uint64_t passes) {
  std::vector<std::string> orders;
  for (uint64_t pass = 0; pass < passes; ++pass) {
    orders.push_back(OrderText(SideOrder(sides, 0, 0, pass)));
  }
  return orders;
}

TEST(RoundRuleTest, TwoSidesAreTurnedAroundFromPassToPass) {
  EXPECT_THAT(OrdersOfPasses(2, 5), ElementsAre("AB", "BA", "AB", "BA", "AB"));
}

TEST(RoundRuleTest, TheOrderIsTurnedAroundFromCellToCellAndRoundToRound) {
  EXPECT_EQ(OrderText(SideOrder(2, /*round=*/1)), "BA");
  EXPECT_EQ(OrderText(SideOrder(2, /*round=*/0, /*cell=*/1)), "BA");
  EXPECT_EQ(OrderText(SideOrder(2, /*round=*/1, /*cell=*/1)), "AB");
  EXPECT_EQ(OrderText(SideOrder(2, /*round=*/1, /*cell=*/1, /*pass=*/1)), "BA");
}

TEST(RoundRuleTest, EachOfThreeSidesIsTwiceInEveryPlace) {
  EXPECT_THAT(OrdersOfPasses(3, 7),
              ElementsAre("ABC", "CBA", "BCA", "ACB", "CAB", "BAC", "ABC"));
}

TEST(RoundRuleTest, EachOfFourSidesIsTwiceInEveryPlace) {
  EXPECT_THAT(OrdersOfPasses(4, 8),
              ElementsAre("ABCD", "DCBA", "BCDA", "ADCB", "CDAB", "BADC",
                          "DABC", "CBAD"));
}

TEST(RoundRuleTest, OneSideIsAlwaysItsOwnOrder) {
  EXPECT_THAT(OrdersOfPasses(1, 3), ElementsAre("A", "A", "A"));
}

// How many passes each side has in a round of a cell on two sides that were
// warmed up in so many nanoseconds. The passes of A take the times given in
// turn, those of B always `b`.
uint64_t CountPasses(const std::vector<uint64_t>& warm_ups,
                     const std::vector<uint64_t>& a, uint64_t b) {
  CellRound round = {.warm_ups = PassesOf(warm_ups)};
  std::vector<PassSample> a_passes;
  std::vector<PassSample> b_passes;
  while (NeedsAnotherPass(round)) {
    a_passes.push_back(PassOf(a[round.turns % a.size()]));
    b_passes.push_back(PassOf(b));
    round.passes = {a_passes, b_passes};
    ++round.turns;
  }
  return round.turns;
}

uint64_t CountQuietPasses(uint64_t nanos) {
  return CountPasses({nanos, nanos}, {nanos}, nanos);
}

TEST(RoundRuleTest, PassesOfARoundFillFourTenthsOfASecond) {
  EXPECT_EQ(CountQuietPasses(500 * kMillisecond), 1u);
  EXPECT_EQ(CountQuietPasses(201 * kMillisecond), 1u);
  EXPECT_EQ(CountQuietPasses(200 * kMillisecond), 2u);
  EXPECT_EQ(CountQuietPasses(130 * kMillisecond), 3u);
  EXPECT_EQ(CountQuietPasses(100 * kMillisecond), 4u);
}

TEST(RoundRuleTest, ThereAreFivePassesAtMost) {
  EXPECT_EQ(CountQuietPasses(80 * kMillisecond), 5u);
  EXPECT_EQ(CountQuietPasses(1), 5u);
  EXPECT_EQ(CountQuietPasses(0), 5u);
}

TEST(RoundRuleTest, TheSlowestSideDecidesForAll) {
  EXPECT_EQ(CountPasses({kMillisecond, 130 * kMillisecond}, {kMillisecond},
                        130 * kMillisecond),
            3u);
}

TEST(RoundRuleTest, WhatHasNoWarmUpHasOnePass) {
  EXPECT_EQ(CountPasses({}, {100, 200}, 100), 1u);
}

// The third of five is the slowest of the faster half: 102 is as far from 100
// as is quiet, 103 is further.
TEST(RoundRuleTest, ARoundIsQuietWhereTheFasterHalfIsWithinTwoPercent) {
  EXPECT_EQ(CountPasses({100, 100}, {500, 102, 101, 400, 100}, 100), 5u);
  EXPECT_GT(CountPasses({100, 100}, {500, 103, 101, 400, 100}, 100), 5u);
}

// Of five passes the third from below is looked at, 130; of six again the
// third, which is then 100.
TEST(RoundRuleTest, ARestlessRoundEndsOnceHalfOfItWasQuiet) {
  EXPECT_EQ(CountPasses({100, 100}, {150, 140, 130, 100, 100, 100, 100}, 100),
            6u);
}

TEST(RoundRuleTest, ARoundThatNeverRestsEndsAtFourTimesItsPasses) {
  std::vector<uint64_t> slower_and_slower;
  for (uint64_t pass = 0; pass < 20; ++pass) {
    slower_and_slower.push_back(100 + 10 * pass);
  }
  EXPECT_EQ(CountPasses({100, 100}, slower_and_slower, 100), 20u);
  EXPECT_EQ(CountPasses({130 * kMillisecond}, slower_and_slower, 100), 12u);
}

// Their faster half is one pass.
TEST(RoundRuleTest, OneOrTwoPassesAreAlwaysQuiet) {
  EXPECT_EQ(CountPasses({190 * kMillisecond}, {100, 300}, 100), 2u);
  EXPECT_EQ(CountPasses({300 * kMillisecond}, {100, 300}, 100), 1u);
}

TEST(RoundRuleTest, ASideThatDoesNotRunHoldsUpNothing) {
  const std::vector<PassSample> quiet(5, PassOf(100));
  EXPECT_FALSE(NeedsAnotherPass(
      {.warm_ups = PassesOf({100}), .passes = {quiet, {}}, .turns = 5}));
}

std::optional<double> NanosIfAny(const PassSample& pass) {
  const uint64_t nanos = pass.write.wall_nanos + pass.scan.wall_nanos;
  return nanos > 0 ? std::optional(static_cast<double>(nanos)) : std::nullopt;
}

double ValueOf(const std::vector<uint64_t>& nanos) {
  const auto rounds = ValuesOfRounds(PassesOf(nanos), NanosIfAny);
  EXPECT_EQ(rounds.size(), 1u);
  return rounds.front().value;
}

// 2, 3 and 4 of 2 3 4 8 100: mean 3.
TEST(RoundRuleTest, LowerHalfOfOddCountHasTheMiddleValue) {
  EXPECT_EQ(ValueOf({100, 4, 2, 8, 3}), 3);
}

// 2 and 4 of 2 4 8 100.
TEST(RoundRuleTest, LowerHalfOfEvenCount) {
  EXPECT_EQ(ValueOf({100, 4, 2, 8}), 3);
}

TEST(RoundRuleTest, LowerHalfOfOneOrTwoValuesIsTheSmaller) {
  EXPECT_EQ(ValueOf({7}), 7);
  EXPECT_EQ(ValueOf({9, 7}), 7);
}

TEST(RoundRuleTest, EachRoundHasOneValueInTheOrderOfTheRounds) {
  const std::vector<PassSample> passes = {
      PassOf(30, 2), PassOf(8, 0), PassOf(6, 0), PassOf(20, 2), PassOf(5, 7)};
  EXPECT_THAT(
      ValuesOfRounds(passes, NanosIfAny),
      ElementsAre(RoundValue{0, 6}, RoundValue{2, 20}, RoundValue{7, 5}));
}

TEST(RoundRuleTest, PassesWithoutTheValueDoNotCount) {
  const std::vector<PassSample> passes = {PassOf(0, 0), PassOf(8, 1),
                                          PassOf(0, 1)};
  EXPECT_THAT(ValuesOfRounds(passes, NanosIfAny),
              ElementsAre(RoundValue{1, 8}));
  EXPECT_THAT(ValuesOfRounds({}, NanosIfAny), IsEmpty());
}

}  // namespace
}  // namespace sstr
