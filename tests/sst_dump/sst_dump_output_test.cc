// SPDX-License-Identifier: Apache-2.0
//
// Texts written by hand from the format strings of RocksDB's
// table/sst_file_dumper.cc, and what the sst_dump installed here prints.

#include "sst_dump/sst_dump_output.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "sst_dump/sst_dump_rows.h"
#include "testing/command.h"
#include "testing/paths.h"

namespace sstr {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kOldText[] =
    "options.env is 0x7f15958ed5a0\n"
    "Process data/a.sst\n"
    "Sst file format: block-based\n"
    "Block Size: 4096\n"
    "Compression: kZSTD                   \n"
    "Compression level: -3 Size:      17331 Blocks:     40 Time Taken:       "
    "7546 microsecs Compressed:     31 ( 75.6%) Not compressed (ratio):      0 "
    "(  0.0%) Not compressed (abort):     10 ( 24.4%)\n"
    "Compression level: -2 Size:      17332 Blocks:     40 Time Taken:        "
    "982 microsecs Compressed:     41 (100.0%) Not compressed (ratio):      0 "
    "(  0.0%) Not compressed (abort):      0 (  0.0%)\n"
    "Unsupported compression type: kXpressCompression.\n"
    "Compression: kNoCompression          \n"
    "Compression level: -3 Size:      99999 Blocks:     40 Time Taken:        "
    "500 microsecs Compressed:      0 (  0.0%) Not compressed (ratio):     40 "
    "(100.0%) Not compressed (abort):      0 (  0.0%)\n";

constexpr char kNewText[] =
    "Using compression manager: BuiltinV2\n"
    "options.env is 0x7f15958ed5a0\n"
    "Process data/a.sst\n"
    "Sst file format: block-based\n"
    "WARNING: Assertions are enabled; benchmarks unnecessarily slow\n"
    "Compression: kLZ4Compression          Block Size: 16384  Threads: 4\n"
    "Cx level: 5 Cx size:     501000 Uncx size:    2500000 Ratio:   4.990020 "
    "Write usec:      20000  Read usec:       4000  Cx count:    180 ( 90.0%) "
    "Not cx for ratio:      7 (  3.5%) Not cx otherwise:     13 (  6.5%)\n"
    "Unsupported compression type: Reserved4F.\n";

SstDumpOutput ParseOk(const std::string& text) {
  Result<SstDumpOutput> output = ParseSstDumpOutput(text);
  EXPECT_TRUE(output.ok()) << output.status().message();
  return output.ok() ? *output : SstDumpOutput();
}

std::string FaultOf(const std::string& text) {
  const Result<SstDumpOutput> output = ParseSstDumpOutput(text);
  EXPECT_FALSE(output.ok());
  return output.status().message();
}

TEST(SstDumpOutputTest, ReadsTheShapeTo10_6) {
  const SstDumpOutput output = ParseOk(kOldText);
  EXPECT_EQ(output.dialect, SstDumpDialect::kTo10_6);
  ASSERT_EQ(output.rows.size(), 3u);
  const SstDumpRow& row = output.rows[0];
  EXPECT_EQ(row.file, "data/a.sst");
  EXPECT_EQ(row.type, CompressionType::kZSTD);
  EXPECT_EQ(row.level, -3);
  EXPECT_EQ(row.block_size, 4096u);
  EXPECT_EQ(row.threads, 1u);
  EXPECT_EQ(row.file_bytes, 17331u);
  EXPECT_EQ(row.data_blocks, 40u);
  EXPECT_EQ(row.write_micros, 7546u);
  EXPECT_EQ(row.blocks_compressed, 31u);
  EXPECT_EQ(row.blocks_bypassed, 0u);
  EXPECT_EQ(row.blocks_rejected, 10u);
  EXPECT_FALSE(row.data_bytes.has_value());
  EXPECT_FALSE(row.read_micros.has_value());
  EXPECT_EQ(output.rows[1].level, -2);
  EXPECT_EQ(output.rows[2].type, CompressionType::kNone);
  EXPECT_EQ(output.rows[2].blocks_bypassed, 40u);
  EXPECT_THAT(output.unsupported_types, ElementsAre("kXpressCompression"));
}

TEST(SstDumpOutputTest, ReadsTheShapeFrom10_7) {
  const SstDumpOutput output = ParseOk(kNewText);
  EXPECT_EQ(output.dialect, SstDumpDialect::kFrom10_7);
  EXPECT_TRUE(output.assertions_on);
  ASSERT_EQ(output.rows.size(), 1u);
  const SstDumpRow& row = output.rows[0];
  EXPECT_EQ(row.type, CompressionType::kLZ4);
  EXPECT_EQ(row.level, 5);
  EXPECT_EQ(row.block_size, 16384u);
  EXPECT_EQ(row.threads, 4u);
  EXPECT_EQ(row.data_bytes, 501000u);
  EXPECT_EQ(row.uncompressed_data_bytes, 2500000u);
  EXPECT_EQ(row.write_micros, 20000u);
  EXPECT_EQ(row.read_micros, 4000u);
  EXPECT_EQ(row.blocks_compressed, 180u);
  EXPECT_EQ(row.blocks_bypassed, 7u);
  EXPECT_EQ(row.blocks_rejected, 13u);
  EXPECT_FALSE(row.file_bytes.has_value());
  EXPECT_THAT(output.unsupported_types, ElementsAre("Reserved4F"));
}

// A table without data blocks: 0 by 0.
TEST(SstDumpOutputTest, RatioThatIsNoNumberIsRead) {
  const SstDumpOutput output = ParseOk(
      "Compression: kZSTD Block Size: 16384  Threads: 1\n"
      "Cx level: 3 Cx size:          0 Uncx size:          0 Ratio:       -nan "
      "Write usec:         90  Read usec:         40  Cx count:      0 (  "
      "0.0%) "
      "Not cx for ratio:      0 (  0.0%) Not cx otherwise:      0 (  0.0%)\n");
  EXPECT_EQ(output.rows.at(0).data_bytes, 0u);
}

TEST(SstDumpOutputTest, CustomTypesKeepTheirName) {
  std::string text = kOldText;
  text.replace(text.find("kZSTD"), 5, "kCustomCompression8A");
  const SstDumpOutput output = ParseOk(text);
  EXPECT_EQ(output.rows.at(0).type_name, "kCustomCompression8A");
  EXPECT_FALSE(output.rows.at(0).type.has_value());
  // Only what has a name here becomes a row of a report.
  EXPECT_EQ(MakeSstDumpRows(output, {}, 0).size(), 2u);
}

TEST(SstDumpOutputTest, NonsenseNamesItsLine) {
  EXPECT_THAT(FaultOf(std::string(kOldText) + "Segmentation fault\n"),
              AllOf(HasSubstr("line 11"), HasSubstr("Segmentation fault"),
                    HasSubstr("a heading or a pass")));
  EXPECT_THAT(FaultOf("hello\nworld\n"), HasSubstr("no pass in 2 lines"));
  EXPECT_THAT(FaultOf(""), HasSubstr("no pass in 0 lines"));
}

TEST(SstDumpOutputTest, WordForNumberNamesLineAndPlace) {
  std::string text = kOldText;
  text.replace(text.find("17331"), 5, "lots!");
  EXPECT_THAT(FaultOf(text), AllOf(HasSubstr("line 6"), HasSubstr("a number")));
  text = kNewText;
  text.replace(text.find("Read usec"), 9, "Read secs");
  EXPECT_THAT(FaultOf(text),
              AllOf(HasSubstr("line 7"), HasSubstr("'Read usec:'")));
}

// sst_dump prints the level first and the rest when the pass is done: a crash
// leaves a part of a line. No part of one may pass for the whole.
TEST(SstDumpOutputTest, LineCutShortAnywhereIsAFault) {
  for (const std::string text : {kOldText, kNewText}) {
    const size_t begin = text.find(" level: ") + 8;
    const size_t end = text.find('\n', begin);
    for (size_t cut = begin; cut < end; ++cut) {
      EXPECT_FALSE(ParseSstDumpOutput(text.substr(0, cut)).ok())
          << text.substr(0, cut);
    }
    EXPECT_TRUE(ParseSstDumpOutput(text.substr(0, end)).ok());
  }
}

TEST(SstDumpOutputTest, PassWithoutHeadingIsAFault) {
  const std::string text = kOldText;
  const size_t pass = text.find("Compression level");
  EXPECT_THAT(FaultOf(text.substr(pass)), HasSubstr("'Compression:' line"));
}

TEST(SstDumpOutputTest, MixedShapesAreAFault) {
  const std::string text = kNewText;
  EXPECT_THAT(FaultOf(kOldText + text.substr(text.find("Process"))),
              HasSubstr("the shape of the lines above"));
}

TEST(SstDumpOutputTest, ControlCharactersDoNotReachTheMessage) {
  EXPECT_THAT(FaultOf(std::string(kOldText) + "\x1b[31mred\n"),
              HasSubstr("\\x1B[31mred"));
}

TEST(SstDumpRowsTest, RowsHoldWhatWasPrintedAndAsked) {
  PassSpec asked;
  asked.codec.max_dict_bytes = 16384;
  const std::vector<ReportRow> rows =
      MakeSstDumpRows(ParseOk(kOldText), asked, 3);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(ToString(rows[0].spec),
            "table:kZSTD:level=-3:block_size=4096:max_dict_bytes=16384");
  EXPECT_EQ(rows[0].file, "data/a.sst");
  EXPECT_EQ(rows[0].sizes.file_bytes, 17331u);
  ASSERT_EQ(rows[0].samples.size(), 1u);
  EXPECT_EQ(rows[0].samples[0].round, 3u);
  EXPECT_EQ(rows[0].samples[0].write.WallNanosPerIteration(), 7546e3);
  EXPECT_EQ(rows[0].samples[0].scan.iterations, 0u);
  EXPECT_EQ(rows[3].status, RowStatus::kSkipped);
  EXPECT_EQ(rows[3].spec.codec.type, CompressionType::kXpress);
}

TEST(SstDumpRowsTest, NewShapeHasDataSizeAndScan) {
  const std::vector<ReportRow> rows = MakeSstDumpRows(ParseOk(kNewText), {}, 0);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].sizes.data_bytes(), 501000u);
  EXPECT_EQ(rows[0].sizes.uncompressed_data_bytes, 2500000u);
  EXPECT_EQ(rows[0].spec.threads, 4u);
  EXPECT_EQ(rows[0].samples[0].scan.WallNanosPerIteration(), 4000e3);
}

// Both time the reading of the source, too.
TEST(SstDumpRowsTest, TimesAreLabelledWithWhatTheyInclude) {
  for (const auto dialect :
       {SstDumpDialect::kTo10_6, SstDumpDialect::kFrom10_7}) {
    const SideTraits traits = SstDumpTraits(dialect);
    EXPECT_THAT(traits.write_time, HasSubstr("decoding the source"));
    EXPECT_NE(traits.scan_time, kOwnScanTime);
    EXPECT_TRUE(traits.drops_range_deletions);
  }
}

// Sizes of file and blocks that any release has to agree with: one data block
// whose payload is in the file as it was.
TEST(SstDumpOutputTest, ReadsTheInstalledSstDump) {
  if (!testing::HaveProgram("sst_dump")) {
    GTEST_SKIP() << "no sst_dump on PATH";
  }
  const std::string file = testing::SourcePath("testdata/good/type_none.sst");
  const testing::CommandResult result = testing::RunCommand(
      {"sst_dump", "--file=" + file, "--command=recompress",
       "--compression_types=kNoCompression,kXpressCompression,kZSTD"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const SstDumpOutput output = ParseOk(result.out);
  ASSERT_EQ(output.rows.size(), 2u);
  EXPECT_EQ(output.rows[0].file, file);
  EXPECT_EQ(output.rows[0].type, CompressionType::kNone);
  EXPECT_EQ(output.rows[1].type, CompressionType::kZSTD);
  EXPECT_EQ(output.rows[1].level, kDefaultCompressionLevel);
  EXPECT_EQ(output.rows[0].block_size, 16384u);
  EXPECT_EQ(output.rows[0].blocks_compressed, 0u);
  EXPECT_GT(output.rows[0].write_micros, 0u);
  EXPECT_THAT(output.unsupported_types, ElementsAre("kXpressCompression"));
  if (output.dialect == SstDumpDialect::kTo10_6) {
    EXPECT_GT(output.rows[0].file_bytes.value(),
              output.rows[1].file_bytes.value());
    EXPECT_LE(output.rows[0].file_bytes.value(),
              2 * std::filesystem::file_size(file));
  } else {
    EXPECT_GT(output.rows[0].data_bytes.value(),
              output.rows[0].uncompressed_data_bytes.value());
  }
}

}  // namespace
}  // namespace sstr
