// SPDX-License-Identifier: Apache-2.0
//
// The files that sst_recompress reads and writes: damaged, missing and several
// inputs, tables and reports kept on disk, an end in the middle.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "testing/paths.h"
#include "testing/recompress_tool.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using testing::Arguments;
using testing::CommandResult;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::TempDir;
using testing::ToolPath;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

using SstRecompressTest = testing::RecompressToolTest;

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

}  // namespace
}  // namespace sstr
