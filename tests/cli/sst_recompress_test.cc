// SPDX-License-Identifier: Apache-2.0
//
// sst_recompress as a whole program: flags, exit codes, rows,
// messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>

#include "testing/paths.h"
#include "testing/recompress_tool.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using testing::Arguments;
using testing::CommandResult;
using testing::CsvRow;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::RunCommand;

using SstRecompressTest = testing::RecompressToolTest;

// Report row 3.
TEST_F(SstRecompressTest, BadTypeListsAreUsageErrors) {
  const std::string file = Make("one_key");
  ExpectUsageError({file, "--compression_types="}, "compression_types");
  ExpectUsageError({file, "--compression_types=x"}, "'x'");
  ExpectUsageError({file, "--compression_types=kSnappyCompression,"},
                   "compression_types");
}

TEST_F(SstRecompressTest, RowsComeInTheOrderAskedAfterTheBaseline) {
  std::vector<std::string> types;
  for (const CsvRow& row :
       Rows({Make("one_key"), "--sizes_only",
             "--compression_types=kZSTD,kNoCompression,kSnappyCompression"})) {
    types.push_back(row.at("engine") + " " + row.at("compression_type"));
  }
  EXPECT_THAT(types,
              ElementsAre("stored kNoCompression*1", "table kZSTD",
                          "table kNoCompression", "table kSnappyCompression"));
}

// Report row 4.
TEST_F(SstRecompressTest, BadLevelRangesAreUsageErrors) {
  const std::string file = Make("one_key");
  ExpectUsageError(
      {file, "--compression_level_from=-1", "--compression_level_to=-3"},
      "is above");
  ExpectUsageError(
      {file, "--compression_level_from=3", "--compression_level_to=1"},
      "is above");
  ExpectUsageError({file, "--compression_level_from=3"}, "go together");
  ExpectUsageError({file, "--compression_level_to=3"}, "go together");
  ExpectUsageError({file, "--compression_levels=1,,2"}, "compression_levels");
  ExpectUsageError({file, "--compression_level=1", "--compression_levels=2"},
                   "once");
}

// Report row 8.
TEST_F(SstRecompressTest, ATypeThatIsNotBuiltInIsAUsageErrorWithTheOthers) {
  const std::string file = Make("one_key");
  ExpectUsageError({file, "--compression_types=kXpressCompression"},
                   "kXpressCompression is not supported by this build");
  ExpectUsageError({file, "--compression_types=kXpressCompression"},
                   "supported: kNoCompression, kSnappyCompression");
}

// Report row 29.
TEST_F(SstRecompressTest, ImpossibleBlockSizesAreUsageErrors) {
  const std::string file = Make("one_key");
  for (const char* size :
       {"0", "-1", "4294967296", "8589934592", "4096x", ""}) {
    ExpectUsageError({file, std::string("--block_size=") + size}, "block_size");
    ExpectUsageError({file, std::string("--set_block_size=") + size},
                     "set_block_size");
  }
  EXPECT_EQ(Rows({file, "--sizes_only", "--block_size=16k",
                  "--compression_types=kZSTD"})[1]
                .at("block_size"),
            "16384");
}

TEST_F(SstRecompressTest, OtherBadFlagsAreUsageErrors) {
  const std::string file = Make("one_key");
  ExpectUsageError({}, "no file named");
  ExpectUsageError({file, "--no_such_flag=1"}, "no_such_flag");
  ExpectUsageError({file, "--command=scan"}, "only recompress");
  ExpectUsageError({file, "--repeat=0"}, "repeat");
  ExpectUsageError({file, "--repeat=many"}, "repeat");
  ExpectUsageError({file, "--jobs=0"}, "jobs");
  ExpectUsageError({file, "--compression_parallel_threads=0"}, "threads");
  ExpectUsageError({file, "--output_format=xml"}, "xml");
  ExpectUsageError({file, "--table_options=fast=yes"}, "fast");
}

TEST_F(SstRecompressTest, AFileWithoutPointKeysHasNoRatioAndNoSpeed) {
  for (const CsvRow& row : Rows({Make("range_only"), "--repeat=1"})) {
    EXPECT_EQ(row.at("status"), "ok");
    EXPECT_EQ(row.at("data_blocks"), "0");
    EXPECT_EQ(row.at("entries"), "10");
    EXPECT_EQ(row.at("range_deletions"), "10");
    EXPECT_EQ(row.at("compression_ratio"), "");
    EXPECT_EQ(row.at("write_mb_per_sec"), "");
    EXPECT_EQ(row.at("scan_mb_per_sec"), "");
  }
}

// Report row 31: tiny regions are repeated until the clock can tell.
TEST_F(SstRecompressTest, NoTimeIsZero) {
  for (const CsvRow& row : Rows({Make("one_key"), "--repeat=1"})) {
    EXPECT_GT(std::stod(row.at("scan_micros")), 0);
    if (row.at("engine") == "stored") continue;
    EXPECT_GT(std::stod(row.at("write_micros")), 0);
    EXPECT_GT(std::stod(row.at("write_cpu_micros")), 0);
    EXPECT_EQ(row.at("samples"), "1");
  }
}

// Report row 30.
TEST_F(SstRecompressTest, ThreadsAreASweepAxisWithEqualSizes) {
  const auto rows =
      Rows({Make("json_users"), "--compression_types=kZSTD,kLZ4Compression",
            "--compression_parallel_threads=1,8", "--repeat=1"});
  ASSERT_EQ(rows.size(), 5u);
  for (size_t i = 1; i < rows.size(); i += 2) {
    EXPECT_EQ(rows[i].at("threads"), "1");
    EXPECT_EQ(rows[i + 1].at("threads"), "8");
    EXPECT_EQ(rows[i].at("file_bytes"), rows[i + 1].at("file_bytes"));
    EXPECT_GT(std::stod(rows[i + 1].at("write_cpu_micros")), 0);
  }
}

// Report row 7.
TEST_F(SstRecompressTest, ALevelTheLibraryRejectsIsASkippedRow) {
  const auto rows = Rows({Make("one_key"), "--sizes_only",
                          "--compression_types=kZlibCompression",
                          "--compression_levels=6,10"});
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].at("status"), "ok");
  EXPECT_EQ(rows[2].at("status"), "skipped");
  EXPECT_EQ(rows[2].at("compression_level"), "10");
  EXPECT_EQ(rows[2].at("file_bytes"), "");
  EXPECT_THAT(rows[2].at("status_detail"), HasSubstr("uncompressed"));
}

TEST_F(SstRecompressTest, ASweepWithoutEndIsAUsageError) {
  ExpectUsageError({Make("one_key"), "--compression_level_from=-2147483648",
                    "--compression_level_to=2147483647"},
                   "multiply");
}

TEST_F(SstRecompressTest, TableOptionsThatNoTableCanHaveAreUsageErrors) {
  const CommandResult result = Recompress(
      {Make("one_key"), "--sizes_only", "--table_options=format_version=99"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("format_version"));
}

TEST_F(SstRecompressTest, JobsGiveTheSameSizes) {
  const std::string file = Make("json_users");
  const auto sizes = [&](const std::string& jobs) {
    std::vector<std::string> found;
    for (const CsvRow& row : Rows({file, "--repeat=1", jobs})) {
      found.push_back(row.at("compression_type") + row.at("file_bytes"));
    }
    return found;
  };
  EXPECT_EQ(sizes("--jobs=1"), sizes("--jobs=3"));
}

// Report row 15, by the peer's own reader.
TEST_F(SstRecompressTest, SstDumpFindsTheTombstonesInEveryImage) {
  const std::string kept = dir_.File("kept");
  Rows({Make("range_mixed"), "--sizes_only", "--output_dir=" + kept});
  int images = 0;
  for (const auto& image : fs::directory_iterator(kept)) {
    const CommandResult shown =
        RunCommand({"sst_dump", "--file=" + image.path().string(),
                    "--command=check", "--show_properties"});
    EXPECT_EQ(shown.exit_code, 0) << shown.err;
    EXPECT_THAT(shown.out, HasSubstr("# entries: 1100\n"));
    EXPECT_THAT(shown.out, HasSubstr("# range deletions: 100\n"));
    ++images;
  }
  EXPECT_EQ(images, 7);
}

TEST_F(SstRecompressTest, ReverseOrderIsMeasuredWhereThePeerAborts) {
  const std::string kept = dir_.File("kept");
  for (const CsvRow& row :
       Rows({Make("reverse"), "--sizes_only", "--output_dir=" + kept})) {
    EXPECT_EQ(row.at("status"), "ok");
    EXPECT_EQ(row.at("entries"), "1000");
  }
  const CommandResult shown =
      RunCommand({"sst_dump", "--file=" + kept + "/reverse.table.kZSTD.sst",
                  "--command=check", "--show_properties"});
  EXPECT_THAT(shown.out, HasSubstr("rocksdb.ReverseBytewiseComparator"));
}

TEST_F(SstRecompressTest, SstDumpFormatHasItsLinesWithOurSizes) {
  const std::string file = Make("one_key");
  const Arguments flags = {"--file=" + file, "--command=recompress",
                           "--compression_types=kSnappyCompression,kZSTD"};
  Arguments ours = flags;
  ours.push_back("--output_format=sst_dump");
  const std::string text = Recompress(ours).out;
  Arguments theirs = {"sst_dump"};
  theirs.insert(theirs.end(), flags.begin(), flags.end());
  // Times differ, the peer counts index blocks as well as data blocks, and it
  // prints an address first.
  const auto masked = [](const std::string& out) {
    static const std::regex kMasked(
        "options.env is .*\\n|Time Taken: +\\d+|: +\\d+ \\( *[\\d.]+%\\)");
    return std::regex_replace(out, kMasked, "");
  };
  EXPECT_EQ(masked(text), masked(RunCommand(theirs).out));
}

TEST_F(SstRecompressTest, TheJsonIsWhatItsSchemaSays) {
  const std::string report = dir_.File("report.json");
  ASSERT_EQ(Recompress({Make("versions"), Make("range_only"), "--repeat=2",
                        "--compression_levels=1,99", "--output_format=json",
                        "--output=" + report})
                .exit_code,
            0);
  const CommandResult checked =
      RunCommand({"/usr/bin/python3", "-W", "ignore", "-m", "jsonschema", "-i",
                  report, testing::SourcePath("docs/run_report.schema.json")});
  EXPECT_EQ(checked.exit_code, 0) << checked.out << checked.err;
}

TEST_F(SstRecompressTest, HelpNamesItsFlagsAndExitsWithZero) {
  const CommandResult result = Recompress({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* flag : {"compression_types", "block_size", "output_dir",
                           "table_options", "jobs"}) {
    EXPECT_THAT(result.out, HasSubstr(flag));
  }
  EXPECT_EQ(result.out.find("trace"), std::string::npos);
}

}  // namespace
}  // namespace sstr
