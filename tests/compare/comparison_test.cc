// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "compare/paired_reports.h"

namespace sstr {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

constexpr size_t kRounds = 12;
const PassSpec kLZ4Spec = SpecOf(CompressionType::kLZ4);

Comparison CompareOk(const RunReport& a, const RunReport& b,
                     const CompareOptions& options = {.paired = true}) {
  Result<Comparison> comparison = Compare(a, b, options);
  EXPECT_TRUE(comparison.ok()) << comparison.status().message();
  return comparison.ok() ? *std::move(comparison) : Comparison();
}

Comparison CompareRows(const ReportRow& a, const ReportRow& b,
                       const CompareOptions& options = {.paired = true}) {
  return CompareOk(ReportOf({a}), ReportOf({b}), options);
}

// REQUIRES: the first cell has it.
const MetricComparison& MetricOf(const Comparison& comparison,
                                 std::string_view name) {
  for (const MetricComparison& metric : comparison.cells.at(0).metrics) {
    if (metric.metric->name == name) return metric;
  }
  ADD_FAILURE() << "no metric " << name;
  static const MetricComparison none;
  return none;
}

bool HasMetric(const Comparison& comparison, std::string_view name) {
  for (const MetricComparison& metric : comparison.cells.at(0).metrics) {
    if (metric.metric->name == name) return true;
  }
  return false;
}

ReportRow WrittenRow(const std::vector<double>& nanos) {
  ReportRow row = PassRow(kLZ4Spec);
  AddWrites(nanos, &row);
  return row;
}

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

TEST(ComparisonTest, NoCommonRoundIsNotComparable) {
  ReportRow b = WrittenRow({1000});
  b.samples[0].round = 9;
  const Comparison comparison = CompareRows(WrittenRow({1000}), b);
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNotComparable);
  EXPECT_EQ(write.reason, "no round is on both sides");
  EXPECT_EQ(comparison.family_cells, 0u);
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

TEST(ComparisonTest, TimesOfOneSideAreNotComparable) {
  const Comparison comparison =
      CompareRows(WrittenRow({1000}), PassRow(kLZ4Spec));
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNotComparable);
  EXPECT_EQ(write.reason, "only the baseline has it");
  EXPECT_EQ(write.baseline, 1000);
  EXPECT_FALSE(write.contender.has_value());
  EXPECT_FALSE(HasMetric(comparison, "scan"));
}

TEST(ComparisonTest, CellOfOneSideIsNotComparable) {
  ReportRow other = PassRow(SpecOf(CompressionType::kZSTD));
  const Comparison comparison =
      CompareOk(ReportOf({PassRow(kLZ4Spec), other}), ReportOf({other}));
  const CellComparison& cell = comparison.cells.at(0);
  EXPECT_EQ(cell.not_comparable, "only the baseline has this cell");
  EXPECT_FALSE(cell.contender_spec.has_value());
  EXPECT_EQ(MetricOf(comparison, "size").finding, Finding::kNotComparable);
  EXPECT_EQ(MetricOf(comparison, "size").baseline, 5000);
}

TEST(ComparisonTest, RowThatIsNotOkTellsItsReason) {
  ReportRow failed = PassRow(kLZ4Spec);
  failed.status = RowStatus::kError;
  failed.status_detail = "the worker died";
  const Comparison comparison = CompareRows(PassRow(kLZ4Spec), failed);
  EXPECT_EQ(comparison.cells.at(0).not_comparable,
            "contender: error: the worker died");
  EXPECT_FALSE(MetricOf(comparison, "size").contender.has_value());
}

// What could have been seen is told all the same.
TEST(ComparisonTest, OtherWorkIsNotComparableButHasItsSpread) {
  const ReportRow a = WrittenRow(QuietRounds(1e6, kRounds));
  ReportRow b = WrittenRow(QuietRounds(1e6, kRounds, 7));
  b.effective->type = CompressionType::kLZ4HC;
  b.effective->level = 5;
  const Comparison comparison = CompareRows(a, b);
  EXPECT_EQ(comparison.cells.at(0).not_comparable,
            "baseline ran kLZ4Compression, contender kLZ4HCCompression level "
            "5");
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNotComparable);
  EXPECT_FALSE(write.ratio.has_value());
  EXPECT_FALSE(write.adjusted_p.has_value());
  EXPECT_GT(write.smallest_visible_percent.value(), 0.1);
  EXPECT_EQ(comparison.family_cells, 0u);
}

TEST(ComparisonTest, OtherEntriesAreNotComparable) {
  ReportRow fewer = PassRow(kLZ4Spec);
  fewer.entries = 90;
  EXPECT_EQ(CompareRows(PassRow(kLZ4Spec), fewer).cells.at(0).not_comparable,
            "baseline's table holds 100 entries, contender's 90");
}

TEST(ComparisonTest, InputsReadDifferentlyAreNotComparable) {
  ReportRow stored_a = StoredRow("data/a.sst", "11");
  ReportRow stored_b = stored_a;
  stored_a.entries_hash = "aa";
  stored_b.entries_hash = "bb";
  const Comparison comparison =
      CompareOk(ReportOf({stored_a, PassRow(kLZ4Spec)}),
                ReportOf({stored_b, PassRow(kLZ4Spec)}));
  EXPECT_EQ(comparison.cells.at(0).not_comparable,
            "the sides read different entries from the input: XXH3 aa and bb");
}

TEST(ComparisonTest, DroppedRangeDeletionsAreNotComparable) {
  ReportRow full = PassRow(kLZ4Spec);
  full.range_deletions = 10;
  CompareOptions options;
  options.contender.drops_range_deletions = true;
  EXPECT_EQ(
      CompareRows(full, PassRow(kLZ4Spec), options).cells.at(0).not_comparable,
      "the contender drops the 10 range deletions of the input");
  options.baseline.drops_range_deletions = true;
  EXPECT_EQ(
      CompareRows(full, PassRow(kLZ4Spec), options).cells.at(0).not_comparable,
      "");
}

TEST(ComparisonTest, TimesOfOtherMeaningAreNotComparableAndSizesAre) {
  CompareOptions options;
  options.contender.write_time = "reading the source, building the table";
  const Comparison comparison =
      CompareRows(WrittenRow({1000}), WrittenRow({2000}), options);
  EXPECT_EQ(MetricOf(comparison, "size").finding, Finding::kEqual);
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNotComparable);
  EXPECT_THAT(write.reason,
              HasSubstr("baseline building the table; contender reading the "
                        "source, building the table"));
}

// The known case of the two LZ4 calls.
TEST(ComparisonTest, VariantsThatDifferOnPurposeAreCompared) {
  PassSpec one_shot = kLZ4Spec;
  one_shot.engine = kBlockEngineName;
  one_shot.variant = "one_shot";
  one_shot.allocator = "malloc";
  PassSpec reuse = one_shot;
  reuse.variant = "stream_reuse";
  ReportRow a = PassRow(one_shot);
  AddWrites(QuietRounds(1.1e6, kRounds), &a);
  ReportRow b = PassRow(reuse);
  AddWrites(QuietRounds(1e6, kRounds), &b);
  const Comparison comparison =
      CompareRows(a, b, {.paired = true, .ignore_variant = true});
  ASSERT_EQ(comparison.cells.size(), 1u);
  EXPECT_EQ(MetricOf(comparison, "write").finding, Finding::kFaster);
  EXPECT_EQ(comparison.cells[0].name,
            "block:kLZ4Compression (A one_shot, B stream_reuse)");
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

TEST(ComparisonTest, UnknownConfigurationIsComparedWithAWarning) {
  ReportRow unknown = PassRow(kLZ4Spec);
  unknown.effective.reset();
  const Comparison comparison = CompareRows(PassRow(kLZ4Spec), unknown);
  EXPECT_EQ(MetricOf(comparison, "size").finding, Finding::kEqual);
  EXPECT_THAT(comparison.warnings,
              Contains(HasSubstr("UNCHECKED: what ran in 1 of 1 cells")));
  EXPECT_THAT(CompareRows(PassRow(kLZ4Spec), PassRow(kLZ4Spec)).warnings,
              Not(Contains(HasSubstr("UNCHECKED"))));
}

TEST(ComparisonTest, DifferentInputsAreRefused) {
  const Result<Comparison> comparison =
      Compare(ReportOf({StoredRow("f", "11"), PassRow(kLZ4Spec, "f")}),
              ReportOf({StoredRow("f", "22"), PassRow(kLZ4Spec, "f")}), {});
  ASSERT_FALSE(comparison.ok());
  EXPECT_EQ(comparison.status().code(), StatusCode::kUsage);
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
