// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "compare/comparing_reports.h"

namespace sstr {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

ReportRow RowOfFileBytes(uint64_t bytes) {
  ReportRow row = PassRow(kLZ4Spec);
  row.sizes.file_bytes = bytes;
  return row;
}

TEST(ComparisonTest, SizesAreComparedExactly) {
  const RunReport five_thousand = ReportOf({RowOfFileBytes(5000)});
  for (const auto& [bytes, finding] : {std::pair{5000, Finding::kEqual},
                                       {5001, Finding::kLarger},
                                       {4999, Finding::kSmaller}}) {
    const Comparison comparison =
        CompareOk(five_thousand,
                  ReportOf({RowOfFileBytes(static_cast<uint64_t>(bytes))}));
    const MetricComparison& size = MetricOf(comparison, "size");
    EXPECT_EQ(size.finding, finding) << bytes;
    EXPECT_EQ(size.baseline, 5000);
    EXPECT_EQ(size.contender, bytes);
    EXPECT_DOUBLE_EQ(size.ratio.value(), bytes / 5000.0);
    EXPECT_FALSE(size.ratio_interval.has_value());
    EXPECT_FALSE(size.adjusted_p.has_value());
    EXPECT_EQ(MetricOf(comparison, "data_size").finding, Finding::kEqual);
    EXPECT_EQ(comparison.family_cells, 0u);
  }
}

// User report 34: 100 to 81 is 19 % less of the baseline, whatever was said.
TEST(ComparisonTest, ChangeIsInPercentOfTheBaseline) {
  const Comparison comparison =
      CompareRows(RowOfFileBytes(100'000), RowOfFileBytes(81'000));
  EXPECT_DOUBLE_EQ(ChangePercent(MetricOf(comparison, "size")).value(), -19);
}

// Every round is 3 % up: all of 12 signs alike, 2 / 4096 for the only time.
TEST(ComparisonTest, SlowerInEveryRoundIsSlower) {
  const std::vector<double> a = QuietRounds(1e6, kRounds);
  std::vector<double> b;
  for (double value : a) b.push_back(value * 1.03);
  const Comparison comparison = CompareRows(WrittenRow(a), WrittenRow(b));
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kSlower);
  EXPECT_NEAR(write.ratio.value(), 1.03, 1e-6);
  EXPECT_NEAR(write.ratio_interval.value().low, 1.03, 1e-5);
  EXPECT_DOUBLE_EQ(write.adjusted_p.value(), 2.0 / 4096);
  EXPECT_EQ(write.baseline_rounds, kRounds);
  EXPECT_NEAR(write.baseline.value(), 1e6, 1);
  EXPECT_FALSE(write.smallest_visible_percent.has_value());
  EXPECT_EQ(write.reason, "");
  EXPECT_EQ(comparison.family_cells, 1u);
  EXPECT_EQ(
      MetricOf(CompareRows(WrittenRow(b), WrittenRow(a)), "write").finding,
      Finding::kFaster);
}

TEST(ComparisonTest, NoDifferenceTellsWhatWouldHaveBeenSeen) {
  const Comparison comparison =
      CompareRows(WrittenRow(QuietRounds(1e6, kRounds)),
                  WrittenRow(QuietRounds(1e6, kRounds, 7)));
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNoDifferenceShown);
  EXPECT_TRUE(write.ratio.has_value());
  EXPECT_GT(write.smallest_visible_percent.value(), 0.1);
  EXPECT_LT(write.smallest_visible_percent.value(), 2);
  EXPECT_EQ(write.reason, "");
}

// 2^(1 - 3) is far from 1 %; 8 rounds are the fewest that reach it.
TEST(ComparisonTest, TooFewRoundsSayHowManyAreNeeded) {
  const Comparison comparison = CompareRows(WrittenRow({1000, 1001, 1002}),
                                            WrittenRow({2000, 2001, 2002}));
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNoDifferenceShown);
  EXPECT_EQ(write.reason,
            "3 rounds are too few to show any difference: with this many times "
            "(1) it takes 8");
}

// Drift: each round is 10 % slower than the one before, the contender always
// 1 % above the baseline of its round.
std::vector<double> DriftingRounds(double factor) {
  std::vector<double> values;
  double value = 1e6 * factor;
  for (size_t i = 0; i < kRounds; ++i, value *= 1.1) values.push_back(value);
  return values;
}

TEST(ComparisonTest, PairingSeesThroughDriftAndApartDoesNot) {
  const ReportRow a = WrittenRow(DriftingRounds(1));
  const ReportRow b = WrittenRow(DriftingRounds(1.01));
  EXPECT_EQ(MetricOf(CompareRows(a, b, {.paired = true}), "write").finding,
            Finding::kSlower);
  const Comparison apart = CompareRows(a, b, {.paired = false});
  EXPECT_EQ(MetricOf(apart, "write").finding, Finding::kNoDifferenceShown);
  EXPECT_THAT(apart.warnings, Contains(HasSubstr("MEASURED APART")));
}

TEST(ComparisonTest, PairedSidesHaveNoWarningOfBeingApart) {
  const Comparison comparison =
      CompareRows(WrittenRow({1000}), WrittenRow({1000}));
  EXPECT_THAT(comparison.warnings, Not(Contains(HasSubstr("MEASURED APART"))));
}

// 2 / C(24, 12) at the smallest; medians 1e6 and 1.03e6.
TEST(ComparisonTest, ApartSidesAreJudgedByTheirMedians) {
  const Comparison comparison = CompareRows(
      WrittenRow(QuietRounds(1e6, kRounds)),
      WrittenRow(QuietRounds(1.03e6, kRounds, 7)), {.paired = false});
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kSlower);
  EXPECT_NEAR(write.ratio.value(), 1.03, 1e-5);
  EXPECT_NEAR(write.adjusted_p.value(), 2.0 / 2704156, 1e-12);
}

// Rounds 0 and 2 are on both sides: 2000 / 1000 and 3000 / 1000; round 1 of
// the baseline and 7 of the contender are left out.
TEST(ComparisonTest, RoundsArePairedByTheirNumber) {
  const ReportRow a = WrittenRow({1000, 5000, 1000});
  ReportRow b = WrittenRow({9999, 3000, 2000});
  b.samples[0].round = 7;
  b.samples[1].round = 2;
  b.samples[2].round = 0;
  const Comparison comparison = CompareRows(a, b);
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.baseline_rounds, 2u);
  EXPECT_EQ(write.baseline, 1000);
  EXPECT_EQ(write.contender, 2500);
  EXPECT_NEAR(write.ratio.value(), std::sqrt(6.0), 1e-12);
}

// (1000 + 900) / 2 and (2000 + 1900) / 2 in the first round, 1000 and 3000 in
// the second: a spike in one pass is not in the ratio.
TEST(ComparisonTest, PassesOfOneRoundCountByTheirFasterHalf) {
  ReportRow a = WrittenRow({1000, 9000, 900, 1000});
  ReportRow b = WrittenRow({2000, 1900, 70000, 3000});
  for (ReportRow* row : {&a, &b}) {
    for (size_t i = 0; i < 4; ++i) row->samples[i].round = i / 3;
  }
  const Comparison comparison = CompareRows(a, b);
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.baseline_rounds, 2u);
  EXPECT_EQ(write.baseline, 975);
  EXPECT_EQ(write.contender, 2475);
  EXPECT_NEAR(write.ratio.value(), std::sqrt(1950.0 / 950 * 3), 1e-12);
}

// Two times: the p-value of each is doubled.
TEST(ComparisonTest, AllTimesOfAllCellsAreOneFamily) {
  const std::vector<double> a = QuietRounds(1e6, kRounds);
  std::vector<double> b;
  for (double value : a) b.push_back(value * 1.03);
  ReportRow second_a = WrittenRow(a);
  second_a.spec = SpecOf(CompressionType::kZSTD);
  ReportRow second_b = second_a;
  const Comparison comparison = CompareOk(ReportOf({WrittenRow(a), second_a}),
                                          ReportOf({WrittenRow(b), second_b}));
  EXPECT_EQ(comparison.family_cells, 2u);
  EXPECT_DOUBLE_EQ(MetricOf(comparison, "write").adjusted_p.value(),
                   2 * 2.0 / 4096);
}

ReportRow RowOfPeak(const std::vector<uint64_t>& mebibytes) {
  ReportRow row = PassRow(kLZ4Spec);
  for (const uint64_t value : mebibytes) {
    PassSample sample;
    sample.round = row.samples.size();
    sample.peak_rss_bytes = value << 20;
    row.samples.push_back(sample);
  }
  return row;
}

// 2 MiB of 100 MiB are the resolution, 2 % of the baseline.
TEST(ComparisonTest, PeakMemoryHasAResolution) {
  const ReportRow a = RowOfPeak({100, 100, 100});
  EXPECT_EQ(
      MetricOf(CompareRows(a, RowOfPeak({103, 103, 103})), "memory").finding,
      Finding::kLarger);
  EXPECT_EQ(MetricOf(CompareRows(a, RowOfPeak({97, 97, 97})), "memory").finding,
            Finding::kSmaller);
  const Comparison close = CompareRows(a, RowOfPeak({101, 101, 101}));
  EXPECT_EQ(MetricOf(close, "memory").finding, Finding::kNoDifferenceShown);
  EXPECT_NEAR(MetricOf(close, "memory").smallest_visible_percent.value(), 2,
              1e-9);
  EXPECT_EQ(close.family_cells, 0u);
}

// 1 % of 1000 MiB is more than 2 MiB.
TEST(ComparisonTest, PeakMemoryOfLargeProcessesIsComparedToOnePercent) {
  const ReportRow a = RowOfPeak({1000});
  EXPECT_EQ(MetricOf(CompareRows(a, RowOfPeak({1009})), "memory").finding,
            Finding::kNoDifferenceShown);
  EXPECT_EQ(MetricOf(CompareRows(a, RowOfPeak({1011})), "memory").finding,
            Finding::kLarger);
}

TEST(ComparisonTest, PeakMemoryThatVariesByRoundIsNotCalled) {
  const Comparison comparison =
      CompareRows(RowOfPeak({100, 100, 100, 100, 100, 100}),
                  RowOfPeak({90, 140, 95, 150, 92, 160}));
  EXPECT_EQ(MetricOf(comparison, "memory").finding,
            Finding::kNoDifferenceShown);
}

TEST(ComparisonTest, WhatBothSidesWarnOfIsSaidOnce) {
  RunReport a = ReportOf({PassRow(kLZ4Spec)});
  RunReport b = a;
  a.context.warnings = {"not pinned", "hot"};
  b.context.warnings = {"hot", "not pinned", "busy"};
  const std::vector<std::string> warnings = CompareOk(a, b).warnings;
  EXPECT_THAT(warnings, IsSupersetOf({"both sides: not pinned",
                                      "both sides: hot", "contender: busy"}));
  EXPECT_THAT(warnings, Not(Contains("baseline: hot")));
  EXPECT_THAT(warnings, Not(Contains("contender: hot")));
}

TEST(ComparisonTest, WarningsOfBothReportsAreCarried) {
  RunReport a = ReportOf({PassRow(kLZ4Spec)});
  RunReport b = a;
  a.context.warnings = {"the load is high"};
  b.complete = false;
  const Comparison comparison = CompareOk(a, b);
  EXPECT_THAT(comparison.warnings, Contains("baseline: the load is high"));
  EXPECT_THAT(comparison.warnings,
              Contains("INCOMPLETE: the contender's run ended early"));
  EXPECT_FALSE(comparison.complete);
}

TEST(ComparisonTest, FindingsHaveTheWordsOfTheVerdicts) {
  EXPECT_EQ(FindingName(Finding::kFaster), "faster");
  EXPECT_EQ(FindingName(Finding::kSlower), "slower");
  EXPECT_EQ(FindingName(Finding::kSmaller), "smaller");
  EXPECT_EQ(FindingName(Finding::kLarger), "larger");
  EXPECT_EQ(FindingName(Finding::kEqual), "equal");
  EXPECT_EQ(FindingName(Finding::kNoDifferenceShown), "no difference shown");
  EXPECT_EQ(FindingName(Finding::kNotComparable), "not comparable");
}

}  // namespace
}  // namespace sstr
