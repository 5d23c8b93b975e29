// SPDX-License-Identifier: Apache-2.0
//
// The lines for sst_dump's readers, against the installed sst_dump and against
// lines that other releases print.

#include "sst_dump/sst_dump_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "report/sample_report.h"
#include "testing/command.h"
#include "testing/paths.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string SharedFile(const std::string& name) {
  const char* folder = std::getenv("SSTR_EXTRA_DATA");
  return (folder != nullptr ? std::string(folder)
                            : testing::SourcePath("../shared/data")) +
         "/" + name;
}

// The first line of `text` that holds `part`, without its end.
std::string LineWith(const std::string& text, const std::string& part) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.find(part) != std::string::npos) return line;
  }
  return "no line with " + part;
}

RunReport ReportOfRelease(const std::string& version) {
  RunReport report = SampleReport();
  report.context.rocksdb_library_version = version;
  return report;
}

// A pass without index compression counts nothing but data blocks, as we do.
TEST(SstDumpWriterTest, LineEqualsThatOfTheInstalledProgram) {
  const std::string file = SharedFile("besu-v0-000008.sst");
  if (!std::filesystem::exists(file)) GTEST_SKIP() << file << " is absent";
  if (!testing::HaveProgram("sst_dump")) GTEST_SKIP() << "no sst_dump here";
  const testing::CommandResult peer =
      testing::RunCommand({"sst_dump", "--file=" + file, "--command=recompress",
                           "--compression_types=kNoCompression"});
  ASSERT_EQ(peer.exit_code, 0) << peer.err;
  const std::string expected = LineWith(peer.out, "Time Taken:");
  const std::regex numbers(
      R"( Size: +(\d+) Blocks: +(\d+) Time Taken: +(\d+))");
  std::smatch match;
  if (!std::regex_search(expected, match, numbers)) {
    GTEST_SKIP() << "this sst_dump prints the shape of 10.7 or later";
  }

  ReportRow row = LargeNone();
  row.sizes.file_bytes = std::stoull(match[1]);
  row.sizes.data_blocks = std::stoull(match[2]);
  row.blocks_bypassed = row.sizes.data_blocks;
  row.samples.clear();
  AddSamples({{std::stod(match[3]), 1}}, &row);
  RunReport report = ReportOfRelease("7.8.3");
  report.rows = {LargeBaseline(), row};
  const std::string ours = WriteSstDump(report);
  EXPECT_EQ(LineWith(ours, "Time Taken:"), expected);
  for (const char* part : {"Sst file format:", "Block Size:", "Compression:"}) {
    EXPECT_EQ(LineWith(ours, part), LineWith(peer.out, part));
  }
}

TEST(SstDumpWriterTest, ShapeFollowsTheLinkedRelease) {
  for (const char* version : {"7.8.3", "8.11.5", "9.10.0", "10.6.2"}) {
    const std::string text = WriteSstDump(ReportOfRelease(version));
    EXPECT_THAT(text, HasSubstr("Compression level: 3 Size:")) << version;
    EXPECT_THAT(text, Not(HasSubstr("Cx"))) << version;
  }
  for (const char* version : {"10.7.5", "10.10.1", "11.0.4", "", "main"}) {
    const std::string text = WriteSstDump(ReportOfRelease(version));
    EXPECT_THAT(text, HasSubstr("Cx level: 3 Cx size:")) << version;
    EXPECT_THAT(text, Not(HasSubstr("Time Taken"))) << version;
  }
}

// As sst_dump 10.7 to 11.8 word it: two spaces before "Read" and "Cx count".
TEST(SstDumpWriterTest, LineOfNewerReleases) {
  EXPECT_EQ(LineWith(WriteSstDump(ReportOfRelease("11.8.1")), "level: 3 "),
            "Cx level: 3 Cx size:     501000 Uncx size:    2500000"
            " Ratio:   4.990020 Write usec:      20000  Read usec:       4000 "
            " Cx count:    180 ( 90.0%) Not cx for ratio:      0 (  0.0%)"
            " Not cx otherwise:     20 ( 10.0%)");
}

TEST(SstDumpWriterTest, NewerReleasesWarnOfAssertions) {
  RunReport report = ReportOfRelease("11.8.1");
  EXPECT_THAT(WriteSstDump(report), HasSubstr("Assertions are enabled"));
  report.context.rocksdb_assertions = false;
  EXPECT_THAT(WriteSstDump(report), Not(HasSubstr("Assertions")));
}

TEST(SstDumpWriterTest, LevelsOfOneSettingShareAHeading) {
  RunReport report = ReportOfRelease("7.8.3");
  ReportRow level_1 = LargeZstd();
  level_1.spec.codec.level = 1;
  ReportRow large_blocks = LargeZstd();
  large_blocks.spec.block_size = 65536;
  report.rows = {LargeBaseline(), level_1, LargeZstd(), large_blocks};
  const std::regex numbers("(level: [0-9]+) Size:.*");
  EXPECT_EQ(std::regex_replace(WriteSstDump(report), numbers, "$1"),
            "Process data/large.sst\n"
            "Sst file format: block-based\n"
            "Block Size: 16384\n"
            "Compression: kZSTD                   \n"
            "Compression level: 1\n"
            "Compression level: 3\n"
            "Block Size: 65536\n"
            "Compression: kZSTD                   \n"
            "Compression level: 3\n");
}

TEST(SstDumpWriterTest, TimeThatWasNotTakenIsNotZero) {
  for (const char* version : {"7.8.3", "10.7.5"}) {
    RunReport report = ReportOfRelease(version);
    ReportRow row = LargeNone();
    row.samples.clear();
    report.rows = {row};
    EXPECT_THAT(WriteSstDump(report), HasSubstr("       n/a"));
    EXPECT_THAT(WriteSstDump(report), Not(HasSubstr("         0 microsecs")));
  }
}

TEST(SstDumpWriterTest, FileWithoutDataBlocksHasNoRatioAndNoShareOfNothing) {
  RunReport report = ReportOfRelease("10.7.5");
  ReportRow row = TinyNone();
  row.sizes.data_blocks = 0;
  row.sizes.data_payload_bytes = 0;
  row.sizes.data_trailer_bytes = 0;
  row.sizes.uncompressed_data_bytes = 0;
  row.blocks_bypassed = 0;
  report.rows = {row};
  EXPECT_THAT(WriteSstDump(report), HasSubstr("Ratio:        n/a"));
  EXPECT_THAT(WriteSstDump(report), Not(HasSubstr("nan")));
}

TEST(SstDumpWriterTest, FileThatCouldNotBeReadIsNotCalledBlockBased) {
  RunReport report = ReportOfRelease("7.8.3");
  ReportRow baseline = LargeBaseline();
  baseline.status = RowStatus::kError;
  report.rows = {baseline, TinyZstdError()};
  report.rows[1].file = baseline.file;
  const std::string text = WriteSstDump(report);
  EXPECT_THAT(text, Not(HasSubstr("block-based")));
  EXPECT_THAT(text, HasSubstr("Compression level: 3 Failed: entry 0"));
}

TEST(SstDumpWriterTest, OtherEnginesAreNamed) {
  RunReport report = ReportOfRelease("7.8.3");
  ReportRow block = LargeNone();
  block.spec.engine = "block";
  report.rows = {LargeNone(), block};
  EXPECT_THAT(WriteSstDump(report), HasSubstr("Engine: block\n"));
}

}  // namespace
}  // namespace sstr
