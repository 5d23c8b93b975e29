// SPDX-License-Identifier: Apache-2.0
//
// What may not be compared, and the reason that is given.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compare/comparing_reports.h"

namespace sstr {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ComparisonTest, NoCommonRoundIsNotComparable) {
  ReportRow b = WrittenRow({1000});
  b.samples[0].round = 9;
  const Comparison comparison = CompareRows(WrittenRow({1000}), b);
  const MetricComparison& write = MetricOf(comparison, "write");
  EXPECT_EQ(write.finding, Finding::kNotComparable);
  EXPECT_EQ(write.reason, "no round is on both sides");
  EXPECT_EQ(comparison.family_cells, 0u);
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

}  // namespace
}  // namespace sstr
