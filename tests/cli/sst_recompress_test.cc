// SPDX-License-Identifier: Apache-2.0
//
// sst_recompress as a whole program: flags, exit codes, files, messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

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
using ::testing::Not;
using testing::RunCommand;
using testing::TempDir;
using testing::ToolPath;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

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

TEST_F(SstRecompressTest, AMissingFileIsAFailure) {
  const CommandResult result = Recompress({dir_.File("absent.sst")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("absent.sst: cannot open: No such file"));
}

// Report row 22.
TEST_F(SstRecompressTest, AnEmptyFileIsCorrupt) {
  const std::string file = dir_.File("empty.sst");
  std::ofstream(file).close();
  const CommandResult result = Recompress({file});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("empty file"));
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

// Report row 1.
TEST_F(SstRecompressTest, OutputDirKeepsATableOfTheTypeAsked) {
  const std::string file = Make("json_users", {"--compression_type=kZSTD"});
  const std::string before = ReadFile(file);
  const std::string kept = dir_.File("kept");
  const Arguments flags = {file, "--sizes_only", "--output_dir=" + kept,
                           "--compression_types=kNoCompression"};
  const auto rows = Rows(flags);
  const std::string table = kept + "/json_users.table.kNoCompression.sst";
  EXPECT_EQ(std::to_string(fs::file_size(table)), rows[1].at("file_bytes"));
  const auto again = Rows({table, "--sizes_only"});
  EXPECT_EQ(again[0].at("compression_type"),
            "kNoCompression*" + again[0].at("data_blocks"));
  EXPECT_EQ(again[0].at("entries"), "20000");
  EXPECT_EQ(ReadFile(file), before);

  // Never over an existing file without being told.
  std::ofstream(table) << "mine";
  Arguments refused = flags;
  refused.push_back("--output_format=csv");
  const CommandResult result = Recompress(refused);
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(ReadFile(table), "mine");
  Arguments told = flags;
  told.push_back("--overwrite");
  Rows(told);
  EXPECT_EQ(std::to_string(fs::file_size(table)), rows[1].at("file_bytes"));
  // Nothing temporary is left behind.
  EXPECT_EQ(std::distance(fs::directory_iterator(kept), {}), 1);
}

TEST_F(SstRecompressTest, WithoutOutputDirNothingIsWrittenAndTheReportSaysSo) {
  const CommandResult result = Recompress({Make("one_key"), "--sizes_only"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("--output_dir"));
  EXPECT_EQ(std::distance(fs::directory_iterator(dir_.path()), {}), 1);
}

TEST_F(SstRecompressTest, AnInputIsNeverWrittenOver) {
  const std::string first = Make("one_key");
  const std::string second = dir_.File("one_key.table.kZSTD.sst");
  fs::copy_file(first, second);
  const std::string before = ReadFile(second);
  const CommandResult result =
      Recompress({first, second, "--sizes_only", "--compression_types=kZSTD",
                  "--output_dir=" + dir_.path(), "--overwrite"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(ReadFile(second), before);
}

TEST_F(SstRecompressTest, TheReportReplacesNoInputAndNoTable) {
  const std::string file = Make("one_key");
  const std::string before = ReadFile(file);
  const CommandResult over_input =
      Recompress({file, "--sizes_only", "--overwrite", "--output=" + file});
  EXPECT_EQ(over_input.exit_code, 1);
  EXPECT_THAT(over_input.err, HasSubstr("is an input"));
  EXPECT_EQ(ReadFile(file), before);

  const std::string table = dir_.File("one_key.table.kZSTD.sst");
  const CommandResult over_table =
      Recompress({file, "--sizes_only", "--overwrite", "--output=" + table,
                  "--output_dir=" + dir_.path(), "--compression_types=kZSTD"});
  EXPECT_EQ(over_table.exit_code, 1);
  EXPECT_THAT(over_table.err, HasSubstr("another output"));
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

TEST_F(SstRecompressTest, WaitingForAPipeEndsOnSignal) {
  const std::string pipe = dir_.File("pipe");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const pid_t child = fork();
  if (child == 0) {
    execl(ToolPath("sst_recompress").c_str(), "sst_recompress", pipe.c_str(),
          nullptr);
    _exit(127);
  }
  usleep(500'000);
  kill(child, SIGTERM);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

TEST_F(SstRecompressTest, TheReportFileIsWholeOrAbsentAndNotReplaced) {
  const std::string file = Make("one_key");
  const std::string report = dir_.File("report.csv");
  const Arguments flags = {file, "--sizes_only", "--output_format=csv",
                           "--output=" + report};
  EXPECT_EQ(Recompress(flags).exit_code, 0);
  const std::string first = ReadFile(report);
  EXPECT_THAT(first, HasSubstr("kZSTD"));
  const CommandResult refused = Recompress(flags);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("report.csv"));
  EXPECT_EQ(ReadFile(report), first);
}

TEST_F(SstRecompressTest, OneBadFileAmongSeveralIsAnErrorRow) {
  const std::string good = Make("one_key");
  const std::string bad = dir_.File("bad.sst");
  std::string bytes = ReadFile(good);
  bytes[3] ^= 1;
  std::ofstream(bad, std::ios::binary) << bytes;
  const CommandResult result =
      Recompress({bad, good, "--sizes_only", "--output_format=csv",
                  "--compression_types=kZSTD"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("bad.sst: block 0 at 0"));
  const auto rows = testing::ParseCsv(result.out);
  ASSERT_GE(rows.size(), 4u);
  EXPECT_EQ(rows[0].at("status"), "error");
  EXPECT_EQ(rows[0].at("file_bytes"), "");
  EXPECT_EQ(rows[2].at("status"), "ok");
  EXPECT_EQ(rows[3].at("status"), "ok");
}

TEST_F(SstRecompressTest, SalvagingMeasuresTheRestAndSaysWhatIsLost) {
  const std::string good = Make("json_users");
  const std::string bad = dir_.File("bad.sst");
  std::string bytes = ReadFile(good);
  bytes[100] ^= 1;  // In the first data block.
  std::ofstream(bad, std::ios::binary) << bytes;
  const Arguments flags = {bad, "--repeat=1", "--output_format=csv",
                           "--compression_types=kZSTD"};
  const CommandResult refused = Recompress(flags);
  EXPECT_EQ(refused.exit_code, 3);
  EXPECT_THAT(refused.err, HasSubstr("bad.sst: block 0 at 0: checksum"));
  EXPECT_THAT(refused.out, Not(HasSubstr(",ok,")));

  Arguments salvaging = flags;
  salvaging.push_back("--salvage");
  const CommandResult result = Recompress(salvaging);
  EXPECT_EQ(result.exit_code, 3);
  const auto rows = testing::ParseCsv(result.out);
  const auto whole = Rows({good, "--sizes_only"});
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].at("status"), "ok");
  EXPECT_THAT(rows[0].at("status_detail"),
              HasSubstr("DAMAGED: 1 data blocks of"));
  // RocksDB is not handed a damaged file.
  EXPECT_EQ(rows[0].at("scan_micros"), "");
  EXPECT_EQ(std::stoi(rows[0].at("data_blocks")) + 1,
            std::stoi(whole[0].at("data_blocks")));
  EXPECT_LT(std::stoi(rows[1].at("entries")), 20000);
  EXPECT_EQ(rows[0].at("entries"), rows[1].at("entries"));
}

TEST_F(SstRecompressTest, WhatIsLostAndWhatIsLeftAddUpToTheFile) {
  const std::string good = Make("range_mixed");
  std::string bytes = ReadFile(good);
  bytes.erase(252, 1);  // All that follows has moved.
  const std::string bad = dir_.File("bad.sst");
  std::ofstream(bad, std::ios::binary) << bytes;
  const CommandResult result =
      Recompress({bad, "--salvage", "--sizes_only", "--output_format=json",
                  "--compression_types=kZSTD"});
  EXPECT_EQ(result.exit_code, 3);
  const auto number = [&](const std::string& name) -> uint64_t {
    const size_t at = result.out.find("\"" + name + "\": ");
    EXPECT_NE(at, std::string::npos) << name;
    return std::stoull(result.out.substr(at + name.size() + 4));
  };
  uint64_t sum = number("lost_data_bytes");
  EXPECT_GT(sum, 0u);
  for (const char* part :
       {"data_payload_bytes", "data_trailer_bytes", "index_bytes",
        "filter_bytes", "dictionary_bytes", "range_del_bytes",
        "properties_bytes", "metaindex_bytes", "footer_bytes",
        "other_meta_bytes", "padding_bytes"}) {
    sum += number(part);
  }
  EXPECT_EQ(sum, bytes.size());
}

TEST_F(SstRecompressTest, SeveralFilesGetTotals) {
  const std::string a = Make("one_key");
  const std::string b = Make("odd_keys");
  const auto rows = Rows({a, b, "--sizes_only", "--compression_types=kZSTD"});
  ASSERT_EQ(rows.size(), 6u);
  const auto bytes = [&](size_t i) {
    return std::stoull(rows[i].at("file_bytes"));
  };
  EXPECT_EQ(rows[4].at("file"), "TOTAL");
  EXPECT_EQ(bytes(4), bytes(0) + bytes(2));
  EXPECT_EQ(bytes(5), bytes(1) + bytes(3));
}

TEST_F(SstRecompressTest, ADirectoryGivesTheTablesInItWhateverTheirNames) {
  fs::rename(Make("one_key"), dir_.File("000007"));
  fs::rename(Make("odd_keys"), dir_.File("000009.sst"));
  std::ofstream(dir_.File("MANIFEST-000001")) << "not a table, no magic here";
  const auto rows =
      Rows({dir_.path(), "--sizes_only", "--compression_types=kZSTD"});
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_THAT(rows[0].at("file"), HasSubstr("000007"));
  EXPECT_THAT(rows[2].at("file"), HasSubstr("000009.sst"));
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

TEST_F(SstRecompressTest, InterruptingKeepsWhatIsDoneAndMarksIt) {
  const std::string file = Make("json_users");
  const std::string report = dir_.File("report.json");
  const pid_t child = fork();
  if (child == 0) {
    // Far more rounds than the test waits for.
    execl(ToolPath("sst_recompress").c_str(), "sst_recompress", file.c_str(),
          "--compression_types=kLZ4Compression", "--repeat=1000000",
          "--output_format=json", ("--output=" + report).c_str(), nullptr);
    _exit(127);
  }
  usleep(1'500'000);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string text = ReadFile(report);
  EXPECT_THAT(text, HasSubstr("\"complete\": false"));
  EXPECT_THAT(text, HasSubstr("\"status\": \"ok\""));
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
