// SPDX-License-Identifier: Apache-2.0

#include "report/columns.h"

#include <gtest/gtest.h>

#include <string>

#include "report/sample_report.h"

namespace sstr {
namespace {

Cell CellOf(const ReportRow& row, std::string_view name) {
  const RowSummary summary = SummarizeRow(row);
  for (const Column& column : ReportColumns()) {
    if (column.name == name) return column.cell({row, summary});
  }
  ADD_FAILURE() << "no column " << name;
  return NoValue();
}

TEST(ColumnsTest, NamesAndOrderAreThoseThatScriptsKnow) {
  std::string names;
  for (const Column& column : ReportColumns()) {
    if (!names.empty()) names += ' ';
    names += column.name;
  }
  EXPECT_EQ(
      names,
      "file engine compression_type compression_level variant block_size "
      "max_dict_bytes threads status status_detail file_bytes data_bytes "
      "uncompressed_data_bytes compression_ratio index_bytes "
      "dictionary_bytes entries range_deletions data_blocks "
      "blocks_compressed blocks_rejected blocks_bypassed write_micros "
      "write_micros_mad write_cpu_micros scan_micros scan_micros_mad "
      "scan_cpu_micros compress_micros decompress_micros write_mb_per_sec "
      "scan_mb_per_sec peak_rss_bytes write_user_micros "
      "write_system_micros write_minor_faults write_major_faults "
      "write_voluntary_switches write_involuntary_switches "
      "write_migrations write_cycles write_instructions write_branches "
      "write_branch_misses write_faults_per_call "
      "write_system_micros_per_call scan_user_micros scan_system_micros "
      "scan_minor_faults scan_major_faults scan_voluntary_switches "
      "scan_involuntary_switches scan_migrations scan_cycles "
      "scan_instructions scan_branches scan_branch_misses "
      "scan_faults_per_call scan_system_micros_per_call "
      "compress_call_p50_micros compress_call_p95_micros "
      "compress_call_p99_micros decompress_call_p50_micros "
      "decompress_call_p95_micros decompress_call_p99_micros pool_bytes "
      "samples");
}

TEST(ColumnsTest, BaselineTypeIsHistogramOfStoredBlocks) {
  EXPECT_EQ(CellOf(LargeBaseline(), "compression_type"),
            Cell("kZSTD*100+kNoCompression*100"));
  EXPECT_EQ(CellOf(LargeBaseline(), "engine"), Cell("stored"));
}

TEST(ColumnsTest, StoredTypesPutRawBlocksLastAndLeaveOutNone) {
  SizeBreakdown sizes;
  EXPECT_EQ(StoredTypes(sizes), "");
  sizes.data_blocks_by_stored_type = {{CompressionType::kNone, 1},
                                      {CompressionType::kSnappy, 2},
                                      {CompressionType::kZlib, 0},
                                      {static_cast<CompressionType>(0x81), 3}};
  EXPECT_EQ(StoredTypes(sizes),
            "kSnappyCompression*2+type 0x81*3+kNoCompression*1");
  sizes.data_blocks_by_stored_type = {{CompressionType::kNone, 7}};
  EXPECT_EQ(StoredTypes(sizes), "kNoCompression*7");
}

TEST(ColumnsTest, BaselineHasNoSettingAndNothingWasTried) {
  for (const char* name :
       {"compression_level", "block_size", "max_dict_bytes", "threads",
        "blocks_rejected", "blocks_bypassed", "write_micros"}) {
    EXPECT_EQ(CellOf(LargeBaseline(), name), Cell(NoValue())) << name;
  }
  EXPECT_EQ(CellOf(LargeBaseline(), "blocks_compressed"), Cell(uint64_t{100}));
}

TEST(ColumnsTest, RowThatDidNotRunHasOnlySettingAndReason) {
  const ReportRow row = SkippedXpress("f");
  bool after_detail = false;
  for (const Column& column : ReportColumns()) {
    if (after_detail) {
      EXPECT_EQ(CellOf(row, column.name), Cell(NoValue())) << column.name;
    }
    after_detail = after_detail || column.name == "status_detail";
  }
  EXPECT_EQ(CellOf(row, "compression_type"), Cell("kXpressCompression"));
  EXPECT_EQ(CellOf(row, "status"), Cell("skipped"));
  EXPECT_EQ(CellOf(row, "status_detail"),
            Cell("kXpressCompression is not supported by this build"));
}

TEST(ColumnsTest, DataBytesCountTrailersAsRocksDbDoes) {
  EXPECT_EQ(CellOf(LargeZstd(), "data_bytes"), Cell(uint64_t{501'000}));
}

TEST(ColumnsTest, CellTextOfEveryKind) {
  EXPECT_EQ(CellText(NoValue()), "");
  EXPECT_EQ(CellText(std::string("x")), "x");
  EXPECT_EQ(CellText(int64_t{-5}), "-5");
  EXPECT_EQ(CellText(uint64_t{1'000'000}), "1000000");
  EXPECT_EQ(CellText(2.5), "2.500");
}

}  // namespace
}  // namespace sstr
