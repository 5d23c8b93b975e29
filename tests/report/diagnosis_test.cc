// SPDX-License-Identifier: Apache-2.0

#include "report/diagnosis.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/totals.h"
#include "report/write/json_writer.h"
#include "report/write/markdown_writer.h"
#include "report/write/text_writer.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr uint64_t kMilli = 1'000'000;

// Compression of 100 blocks; two samples of 5 repetitions each, so 1000 calls.
struct Measured {
  std::string allocator = "malloc";
  uint64_t write_millis = 1000;  // Wall, per repetition.
  uint64_t user_millis = 0;      // Both per sample.
  uint64_t system_millis = 0;
  uint64_t faults = 0;  // Per sample.
};

ReportRow BlockRow(const Measured& measured,
                   CompressionType type = CompressionType::kBrotli) {
  ReportRow row;
  row.file = "a.sst";
  row.spec.engine = kBlockEngineName;
  row.spec.codec.type = type;
  row.spec.variant = "fresh";
  row.spec.allocator = measured.allocator;
  row.sizes.data_blocks = 100;
  PassSample sample;
  sample.write = {.iterations = 5,
                  .wall_nanos = 5 * measured.write_millis * kMilli,
                  .user_nanos = measured.user_millis * kMilli,
                  .system_nanos = measured.system_millis * kMilli,
                  .minor_faults = measured.faults};
  row.samples = {sample, sample};
  return row;
}

// 740 of 1000 ms in the system; 785'000 faults in 500 calls.
Measured Allocating() {
  return {.user_millis = 260, .system_millis = 740, .faults = 785'000};
}

constexpr char kAllocates[] =
    "74 % system time, 1570 page faults per call: the codec allocates on every "
    "call";

std::string DiagnosisOf(const std::vector<ReportRow>& rows) {
  return Diagnose(rows).front();
}

TEST(DiagnosisTest, PoolIsProposedWhereTheCodecOffersIt) {
  EXPECT_EQ(DiagnosisOf({BlockRow(Allocating())}),
            std::string(kAllocates) + "; try --allocator=pool");
  EXPECT_EQ(DiagnosisOf({BlockRow(Allocating(), CompressionType::kSnappy)}),
            kAllocates);
}

// 1000 ms by 29 ms are 34.48; from 10 on there are no decimals.
TEST(DiagnosisTest, MeasuredGainOfThePoolIsNamed) {
  EXPECT_THAT(Diagnose(std::vector<ReportRow>{
                  BlockRow(Allocating()),
                  BlockRow({.allocator = "pool", .write_millis = 29})}),
              ElementsAre(std::string(kAllocates) +
                              "; --allocator=pool is 34 × faster here",
                          ""));
}

TEST(DiagnosisTest, LargestGainIsNamed) {
  EXPECT_EQ(DiagnosisOf({BlockRow(Allocating()),
                         BlockRow({.allocator = "pool", .write_millis = 400}),
                         BlockRow({.allocator = "mmap_threshold",
                                   .write_millis = 250})}),
            std::string(kAllocates) +
                "; --allocator=mmap_threshold is 4.0 × faster "
                "here");
}

TEST(DiagnosisTest, PoolThatWasTriedInVainIsNotProposed) {
  EXPECT_EQ(DiagnosisOf({BlockRow(Allocating()),
                         BlockRow({.allocator = "pool", .write_millis = 990})}),
            kAllocates);
}

TEST(DiagnosisTest, RowsOfOtherSpecsFilesAndFailuresTellNothing) {
  const ReportRow pool = BlockRow({.allocator = "pool", .write_millis = 10});
  ReportRow other_level = pool;
  other_level.spec.codec.level = 1;
  ReportRow failed = pool;
  failed.status = RowStatus::kError;
  ReportRow other_file = pool;
  other_file.file = "b.sst";
  EXPECT_EQ(
      DiagnosisOf({BlockRow(Allocating()), other_level, failed, other_file}),
      std::string(kAllocates) + "; try --allocator=pool");
}

TEST(DiagnosisTest, LittleSystemTimeIsNoCase) {
  Measured measured = Allocating();
  measured.user_millis = 760;
  measured.system_millis = 240;
  EXPECT_EQ(DiagnosisOf({BlockRow(measured)}), "");
  measured.user_millis = 750;
  measured.system_millis = 250;
  EXPECT_THAT(DiagnosisOf({BlockRow(measured)}), HasSubstr("25 % system time"));
}

// 15 and 16 faults in each of 500 calls.
TEST(DiagnosisTest, FewFaultsAreNoCase) {
  Measured measured = Allocating();
  measured.faults = 15 * 500;
  EXPECT_EQ(DiagnosisOf({BlockRow(measured)}), "");
  measured.faults = 16 * 500;
  EXPECT_THAT(DiagnosisOf({BlockRow(measured)}),
              HasSubstr("16 page faults per call"));
}

// Two samples of 49 ms are 98 ms of CPU time; two of 50 are enough.
TEST(DiagnosisTest, TooLittleCpuTimeToTellIsNoCase) {
  Measured measured = Allocating();
  measured.user_millis = 0;
  measured.system_millis = 49;
  EXPECT_EQ(DiagnosisOf({BlockRow(measured)}), "");
  measured.system_millis = 50;
  EXPECT_THAT(DiagnosisOf({BlockRow(measured)}),
              HasSubstr("100 % system time"));
}

TEST(DiagnosisTest, FaultsInSpiteOfKeptMemoryAreNotLaidToTheCodec) {
  Measured measured = Allocating();
  measured.allocator = "pool";
  EXPECT_EQ(DiagnosisOf({BlockRow(measured)}),
            "74 % system time, 1570 page faults per call");
}

TEST(DiagnosisTest, ScanningIsJudgedByItsOwnTimes) {
  ReportRow row = BlockRow({});
  ReportRow pool = BlockRow({.allocator = "pool"});
  for (PassSample& sample : row.samples) {
    sample.scan = BlockRow(Allocating()).samples[0].write;
  }
  for (PassSample& sample : pool.samples) {
    sample.scan = BlockRow({.write_millis = 500}).samples[0].write;
  }
  EXPECT_EQ(DiagnosisOf({row, pool}),
            "scan: " + std::string(kAllocates) +
                "; --allocator=pool is 2.0 × faster here");
}

TEST(DiagnosisTest, OnlyPassesOfTheBlockEngineAreJudged) {
  ReportRow table = BlockRow(Allocating());
  table.spec.engine = kTableEngineName;
  ReportRow no_blocks = BlockRow(Allocating());
  no_blocks.sizes.data_blocks = 0;
  ReportRow sizes_only = BlockRow(Allocating());
  sizes_only.samples.clear();
  EXPECT_THAT(Diagnose(std::vector<ReportRow>{table, no_blocks, sizes_only}),
              ElementsAre("", "", ""));
}

RunReport TwoFiles() {
  RunReport report;
  report.rows = {BlockRow(Allocating()), BlockRow(Allocating())};
  report.rows[1].file = "b.sst";
  report.rows[1].status_detail = "one remark";
  AddTotals(&report);
  return report;
}

TEST(DiagnosisTest, TotalsHaveNone) {
  const RunReport report = TwoFiles();
  ASSERT_EQ(report.rows.size(), 3u);
  EXPECT_THAT(Diagnose(report.rows),
              ElementsAre(HasSubstr("74 %"), HasSubstr("74 %"), ""));
}

TEST(DiagnosisTest, StandsBesideOtherRemarksOfTheRow) {
  const std::string remark = "one remark; " + std::string(kAllocates);
  const RunReport report = TwoFiles();
  EXPECT_THAT(WriteText(report, {}),
              HasSubstr("[1] " + std::string(kAllocates)));
  EXPECT_THAT(WriteText(report, {}), HasSubstr("[2] " + remark));
  EXPECT_THAT(WriteMarkdown(report), HasSubstr("| " + remark));
}

TEST(DiagnosisTest, IsAFieldOfItsOwnInJson) {
  const auto json = nlohmann::json::parse(WriteJson(TwoFiles()));
  EXPECT_THAT(json["rows"][1]["diagnosis"].get<std::string>(),
              HasSubstr(kAllocates));
  EXPECT_EQ(json["rows"][1]["status_detail"], "one remark");
  EXPECT_TRUE(json["rows"][2]["diagnosis"].is_null());
}

}  // namespace
}  // namespace sstr
