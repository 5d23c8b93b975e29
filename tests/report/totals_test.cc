// SPDX-License-Identifier: Apache-2.0

#include "report/totals.h"

#include <gtest/gtest.h>

#include "report/row_summary.h"
#include "report/sample_report.h"

namespace sstr {
namespace {

std::vector<ReportRow> TotalsOf(std::vector<ReportRow> rows) {
  RunReport report;
  report.rows = std::move(rows);
  AddTotals(&report);
  std::erase_if(report.rows, [](const ReportRow& row) {
    return row.kind != RowKind::kTotal;
  });
  return report.rows;
}

ReportRow InFile(const std::string& file, ReportRow row) {
  row.file = file;
  return row;
}

TEST(TotalsTest, FilesAreRunsOfRows) {
  const std::vector<ReportRow> rows = SampleReport().rows;
  const std::vector<FileRows> files = GroupByFile(rows);
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].size(), 4u);
  EXPECT_EQ(files[1].size(), 4u);
  EXPECT_EQ(files[1].front().file, TinyBaseline().file);
}

TEST(TotalsTest, SameNameTwiceIsTwoFiles) {
  const std::vector<ReportRow> rows = {LargeBaseline(), LargeNone(),
                                       LargeBaseline(), LargeNone()};
  EXPECT_EQ(GroupByFile(rows).size(), 2u);
}

TEST(TotalsTest, OneFileHasNoTotals) {
  EXPECT_TRUE(TotalsOf({LargeBaseline(), LargeNone()}).empty());
  EXPECT_TRUE(TotalsOf({}).empty());
}

// Sums of the two files; the ratio is of sums: 2500010 / 2500010.
TEST(TotalsTest, SizesAndCountsAreSums) {
  const ReportRow total = TotalsOf(SampleReport().rows)[1];
  EXPECT_EQ(total.spec, LargeNone().spec);
  EXPECT_EQ(total.sizes.file_bytes, 2'506'000u + 940u);
  EXPECT_EQ(total.sizes.SumOfParts(), total.sizes.file_bytes);
  EXPECT_EQ(total.entries, 20101u);
  EXPECT_EQ(total.range_deletions, 100u);
  EXPECT_EQ(total.blocks_bypassed, 201u);
  EXPECT_EQ(SummarizeRow(total).compression_ratio, 1.0);
}

// Medians 2500 us and 0.4 us; 2500010 bytes in 2500.4 us.
TEST(TotalsTest, TimesAreSumsOfMediansWithoutSpread) {
  const RowSummary summary = SummarizeRow(TotalsOf(SampleReport().rows)[1]);
  EXPECT_DOUBLE_EQ(summary.write.value().median_nanos, 2'500'400);
  EXPECT_FALSE(summary.write.value().mad_nanos.has_value());
  EXPECT_NEAR(summary.write_mb_per_sec.value(), 999.844, 0.001);
  EXPECT_EQ(summary.peak_rss_bytes, 52'000'000u);
  EXPECT_FALSE(summary.samples.has_value());
}

TEST(TotalsTest, BaselineHasItsOwnTotal) {
  const ReportRow total = TotalsOf(SampleReport().rows)[0];
  EXPECT_TRUE(total.total.value().of_baseline);
  EXPECT_EQ(total.spec.engine, "stored");
  EXPECT_DOUBLE_EQ(SummarizeRow(total).scan.value().median_nanos, 5'000'200);
}

TEST(TotalsTest, FileWithoutResultIsLeftOutAndSaid) {
  const ReportRow total = TotalsOf(SampleReport().rows)[2];
  EXPECT_EQ(total.status, RowStatus::kOk);
  EXPECT_EQ(total.total.value().files_covered, 1u);
  EXPECT_EQ(total.status_detail, "covers 1 of 2 files");
  EXPECT_EQ(total.sizes.file_bytes, LargeZstd().sizes.file_bytes);
}

TEST(TotalsTest, SpecWithoutAnyResultIsSkipped) {
  const ReportRow total = TotalsOf(SampleReport().rows)[3];
  EXPECT_EQ(total.status, RowStatus::kSkipped);
  EXPECT_EQ(total.status_detail, "covers 0 of 2 files");
}

// An interrupted run ends within a file: its later specs have no row at all.
TEST(TotalsTest, FileWithoutARowIsLeftOutAndSaid) {
  const std::vector<ReportRow> totals =
      TotalsOf({LargeBaseline(), LargeNone(), LargeZstd(), TinyBaseline()});
  ASSERT_EQ(totals.size(), 3u);
  EXPECT_EQ(totals[2].status_detail, "covers 1 of 2 files");
}

TEST(TotalsTest, TimeMissingInOneFileIsMissingInTheTotal) {
  for (const bool missing_first : {true, false}) {
    ReportRow without = InFile("a", LargeNone());
    for (PassSample& sample : without.samples) sample.scan = TimedRegion();
    const ReportRow with = InFile("b", LargeNone());
    const std::vector<ReportRow> totals =
        missing_first ? TotalsOf({without, with}) : TotalsOf({with, without});
    const RowSummary summary = SummarizeRow(totals[0]);
    EXPECT_FALSE(summary.scan.has_value());
    EXPECT_EQ(summary.write.value().median_nanos, 5'000'000);
  }
}

TEST(TotalsTest, SpecAskedForTwiceHasTwoTotals) {
  const std::vector<ReportRow> totals =
      TotalsOf({InFile("a", LargeNone()), InFile("a", LargeNone()),
                InFile("b", LargeNone()), InFile("b", LargeNone())});
  ASSERT_EQ(totals.size(), 2u);
  EXPECT_EQ(totals[0].sizes.file_bytes, 2 * LargeNone().sizes.file_bytes);
  EXPECT_EQ(totals[1].sizes.file_bytes, 2 * LargeNone().sizes.file_bytes);
}

}  // namespace
}  // namespace sstr
