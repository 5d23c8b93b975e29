// SPDX-License-Identifier: Apache-2.0

#include "report/row_summary.h"

#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace sstr {
namespace {

TEST(RowSummaryTest, TimesAreMediansPerRepetition) {
  ReportRow row = LargeNone();
  // 10 repetitions of 2400 us instead of one: the same time.
  row.samples[0].write = RegionOfMicros(2400, 10);
  const RowSummary summary = SummarizeRow(row);
  ASSERT_TRUE(summary.write.has_value());
  EXPECT_EQ(summary.write->n, 3u);
  EXPECT_EQ(summary.write->median_nanos, 2'500'000);
  EXPECT_EQ(summary.write->mad_nanos, 100'000);
  EXPECT_EQ(summary.write->min_nanos, 2'400'000);
  EXPECT_EQ(summary.write_cpu.value().median_nanos, 2'250'000);
  EXPECT_EQ(summary.samples, 3u);
}

TEST(RowSummaryTest, SpeedIsUncompressedMegabytesByMedianTime) {
  const RowSummary summary = SummarizeRow(LargeZstd());
  EXPECT_DOUBLE_EQ(summary.write_mb_per_sec.value(), 125);
  EXPECT_DOUBLE_EQ(summary.scan_mb_per_sec.value(), 625);
}

TEST(RowSummaryTest, RatioIsOfPayloadsWithoutTrailers) {
  EXPECT_EQ(SummarizeRow(LargeZstd()).compression_ratio, 5.0);
  EXPECT_EQ(SummarizeRow(LargeBaseline()).compression_ratio, 2.5);
}

TEST(RowSummaryTest, PeakMemoryIsLargestOfSamples) {
  EXPECT_EQ(SummarizeRow(LargeZstd()).peak_rss_bytes, 52'000'000u);
}

TEST(RowSummaryTest, BaselineHasNoWriteTime) {
  const RowSummary summary = SummarizeRow(LargeBaseline());
  EXPECT_FALSE(summary.write.has_value());
  EXPECT_FALSE(summary.write_mb_per_sec.has_value());
  EXPECT_EQ(summary.scan.value().median_nanos, 5'000'000);
}

TEST(RowSummaryTest, TimeTheClockDidNotSeeIsAbsentNotZero) {
  ReportRow row = TinyNone();
  row.samples[0].write.wall_nanos = 0;
  row.samples[0].scan.cpu_nanos = 0;
  row.samples[0].compress_nanos = 0;
  const RowSummary summary = SummarizeRow(row);
  EXPECT_FALSE(summary.write.has_value());
  EXPECT_FALSE(summary.write_mb_per_sec.has_value());
  EXPECT_FALSE(summary.scan_cpu.has_value());
  EXPECT_FALSE(summary.compress.has_value());
  EXPECT_TRUE(summary.scan.has_value());
}

TEST(RowSummaryTest, FileWithoutDataBlocksHasNoRatioAndNoSpeed) {
  ReportRow row = TinyNone();
  row.sizes.data_payload_bytes = 0;
  row.sizes.uncompressed_data_bytes = 0;
  row.sizes.data_blocks = 0;
  const RowSummary summary = SummarizeRow(row);
  EXPECT_FALSE(summary.compression_ratio.has_value());
  EXPECT_FALSE(summary.write_mb_per_sec.has_value());
  EXPECT_FALSE(summary.scan_mb_per_sec.has_value());
  EXPECT_TRUE(summary.write.has_value());
}

TEST(RowSummaryTest, OneSampleHasNoDeviationAndNoInterval) {
  const RowSummary summary = SummarizeRow(TinyNone(), 42);
  EXPECT_DOUBLE_EQ(summary.write.value().median_nanos, 400);
  EXPECT_FALSE(summary.write.value().mad_nanos.has_value());
  EXPECT_FALSE(summary.write.value().median_interval_nanos.has_value());
}

// Medians of three draws from {2400, 2500, 2800}: the ends have 7 in 27 each.
TEST(RowSummaryTest, IntervalComesWithASeed) {
  EXPECT_FALSE(SummarizeRow(LargeNone())
                   .write.value()
                   .median_interval_nanos.has_value());
  EXPECT_EQ(SummarizeRow(LargeNone(), 42).write.value().median_interval_nanos,
            (Interval{.low = 2'400'000, .high = 2'800'000}));
}

TEST(RowSummaryTest, CodecTimeMissingInSomeSamplesUsesTheOthers) {
  ReportRow row = LargeZstd();
  row.samples[1].compress_nanos.reset();
  const RowSummary summary = SummarizeRow(row);
  EXPECT_EQ(summary.compress.value().n, 2u);
  EXPECT_EQ(summary.compress.value().median_nanos, 15'250'500);
}

TEST(RowSummaryTest, RowThatDidNotRunHasNothing) {
  ReportRow row = LargeZstd();
  row.status = RowStatus::kError;
  const RowSummary summary = SummarizeRow(row);
  EXPECT_FALSE(summary.samples.has_value());
  EXPECT_FALSE(summary.write.has_value());
  EXPECT_FALSE(summary.compression_ratio.has_value());
  EXPECT_FALSE(summary.peak_rss_bytes.has_value());
}

TEST(RowSummaryTest, SizesOnlyRowHasSizesAndNoTimes) {
  ReportRow row = LargeZstd();
  row.samples.clear();
  const RowSummary summary = SummarizeRow(row);
  EXPECT_EQ(summary.samples, 0u);
  EXPECT_EQ(summary.compression_ratio, 5.0);
  EXPECT_FALSE(summary.write.has_value());
  EXPECT_FALSE(summary.peak_rss_bytes.has_value());
}

}  // namespace
}  // namespace sstr
