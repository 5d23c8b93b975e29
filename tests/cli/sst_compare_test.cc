// SPDX-License-Identifier: Apache-2.0
//
// sst_compare as a user meets it: real sides, stored reports, the gate. Sides
// that fail are in sst_compare_faults_test.cc.

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "testing/compare_tool.h"
#include "testing/paths.h"

namespace sstr {
namespace {

using testing::Arguments;
using testing::CommandResult;
using testing::CompareToolTest;
using testing::CsvRow;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

class SstCompareTest : public CompareToolTest {
 protected:
  // A report of one round of LZ4, as sst_recompress writes it.
  std::string Report(const std::string& file, const std::string& name) {
    const std::string path = dir_.File(name);
    const CommandResult result =
        Recompress({file, "--compression_types=kLZ4Compression", "--repeat=1",
                    "--output_format=json", "--output=" + path});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return path;
  }
};

// Times are whatever they are: the machine may be busy.
TEST_F(SstCompareTest, TheSameProgramTwiceHasEqualSizes) {
  const auto rows = Compare({Baseline(), Contender(Tool()), "--repeat=6", "--",
                             "--compression_types=kLZ4Compression,kZSTD",
                             Make("json_users", {"--num=2000"})});
  EXPECT_THAT(RowsOf(rows, "size"), SizeIs(2));
  EXPECT_THAT(RowsOf(rows, "data_size"), SizeIs(2));
  EXPECT_THAT(RowsOf(rows, "write_cpu"), SizeIs(2));
  for (const CsvRow& row : rows) {
    EXPECT_NE(row.at("verdict"), "not comparable") << row.at("reason");
    if (row.at("unit") == "bytes" && row.at("metric") != "memory") {
      EXPECT_EQ(row.at("verdict"), "equal");
      EXPECT_EQ(row.at("baseline_value"), row.at("contender_value"));
    } else {
      EXPECT_EQ(row.at("baseline_rounds"), "6") << row.at("metric");
      EXPECT_EQ(row.at("contender_rounds"), "6") << row.at("metric");
    }
  }
}

TEST_F(SstCompareTest, CallVariantsThatDifferOnPurposeAreMatched) {
  const auto rows =
      Compare({Baseline("--lz4_api=one_shot"),
               Contender(Tool() + " --lz4_api=stream_reuse"), "--repeat=2",
               "--", "--compression_types=kLZ4Compression",
               Make("json_users", {"--num=2000"})});
  const auto sizes = RowsOf(rows, "data_size");
  ASSERT_THAT(sizes, SizeIs(1));
  EXPECT_THAT(sizes[0].at("cell"), HasSubstr("A one_shot, B stream_reuse"));
  EXPECT_NE(sizes[0].at("verdict"), "not comparable");
  EXPECT_EQ(RowsOf(rows, "compress").at(0).at("contender_rounds"), "2");
}

TEST_F(SstCompareTest, CommandsMayHaveVariablesAndFilesAnyName) {
  const std::string file = dir_.File("it's a \"b\" $c.sst");
  std::filesystem::copy_file(Make("versions"), file);
  const auto rows = Compare(
      {Baseline(), Contender("LC_ALL=C " + Tool() + " --engine='table'"),
       "--repeat=1", "--", "--compression_types=kZSTD",
       "--table_options=format_version=4;block_restart_interval=8", file});
  const auto sizes = RowsOf(rows, "size");
  ASSERT_THAT(sizes, SizeIs(1));
  EXPECT_EQ(sizes[0].at("file"), file);
  EXPECT_EQ(sizes[0].at("verdict"), "equal");
}

TEST_F(SstCompareTest, EveryContenderIsComparedWithTheBaseline) {
  const CommandResult result =
      Run({Baseline(), Contender(Tool()), Contender(Tool() + " --progress=off"),
           "--repeat=1", "--output_format=json", "--",
           "--compression_types=kLZ4Compression", Make("versions")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("\"family_alpha\": 0.005"));
  EXPECT_THAT(result.out, HasSubstr("--progress=off\""));
}

TEST_F(SstCompareTest, CellsOfOneSideSaySo) {
  const std::string zstd_only =
      Script("zstd_only",
             Tool() + " --worker --compression_types=kZSTD -- " + "\"$4\"");
  const auto rows =
      Compare({Baseline(), Contender(zstd_only), "--repeat=1", "--",
               "--compression_types=kZSTD,kLZ4Compression", Make("versions")});
  EXPECT_EQ(RowsOf(rows, "size").at(0).at("verdict"), "equal");
  const CsvRow& lz4 = rows.back();
  EXPECT_EQ(lz4.at("cell"), "table:kLZ4Compression");
  EXPECT_EQ(lz4.at("verdict"), "not comparable");
  EXPECT_EQ(lz4.at("reason"), "only the baseline has this cell");
}

TEST_F(SstCompareTest, StoredReportsAreComparedApart) {
  const std::string file = Make("versions");
  const CommandResult result =
      Run({Report(file, "old.json"), Report(file, "new.json")});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("MEASURED APART"));
  EXPECT_THAT(result.out, HasSubstr("old.json"));
  EXPECT_THAT(result.out, HasSubstr("table:kLZ4Compression"));
  EXPECT_THAT(result.out, HasSubstr("equal"));
}

TEST_F(SstCompareTest, StoredReportsOfDifferentInputsAreRefused) {
  const CommandResult result =
      Run({Report(Make("versions"), "old.json"),
           Report(Make("json_users", {"--num=100"}), "new.json")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("the inputs differ"));
  EXPECT_THAT(result.out, IsEmpty());
}

TEST_F(SstCompareTest, AnotherSchemaIsRefusedWithBothVersions) {
  const std::string report = Report(Make("versions"), "old.json");
  const std::string other = dir_.File("other.json");
  ASSERT_EQ(testing::RunCommand(
                {"/bin/sh", "-c",
                 "sed 's/\"schema_version\": 2/\"schema_version\": 77/' "
                 "\"$1\" > \"$2\"",
                 "sh", report, other})
                .exit_code,
            0);
  const CommandResult result = Run({report, other});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr("other.json: "));
  EXPECT_THAT(result.err, HasSubstr("77"));
  EXPECT_THAT(result.err, HasSubstr("2"));
}

// LZ4 finds fewer matches through its stream calls, as their table for short
// inputs is coarser.
TEST_F(SstCompareTest, AGrownSizeFailsTheGateAndIsListed) {
  const Arguments arguments = {Baseline("--lz4_api=one_shot"),
                               Contender(Tool() + " --lz4_api=stream_reuse"),
                               "--repeat=1",
                               "--output_format=csv",
                               "--",
                               "--compression_types=kLZ4Compression",
                               Make("json_users", {"--num=2000"})};
  Arguments strict = arguments;
  strict.insert(strict.begin(), "--fail_if=data_size>0.01%");
  const CommandResult failed = Run(strict);
  EXPECT_EQ(failed.exit_code, 4);
  EXPECT_THAT(failed.err, HasSubstr("FAILED"));
  EXPECT_THAT(failed.err, HasSubstr("block:kLZ4Compression"));
  EXPECT_THAT(failed.out, HasSubstr("larger")) << "the report is there, too";
  Arguments lax = arguments;
  lax.insert(lax.begin(), "--fail_if=data_size>50%");
  EXPECT_EQ(Run(lax).exit_code, 0);
}

TEST_F(SstCompareTest, DebiansSstDumpHasOurSizesAndOtherTimes) {
  if (!testing::HaveProgram("sst_dump")) {
    GTEST_SKIP() << "sst_dump is not installed";
  }
  const auto rows =
      Compare({Baseline(), Contender("sst_dump"), "--repeat=2", "--",
               "--compression_types=kNoCompression,kLZ4Compression,kZSTD",
               "--block_size=8k", Make("json_users", {"--num=2000"})});
  const auto sizes = RowsOf(rows, "size");
  EXPECT_THAT(sizes, SizeIs(3));
  for (const CsvRow& row : sizes) {
    EXPECT_EQ(row.at("verdict"), "equal") << row.at("cell");
  }
  const auto writes = RowsOf(rows, "write");
  EXPECT_THAT(writes, SizeIs(3));
  for (const CsvRow& row : writes) {
    EXPECT_EQ(row.at("verdict"), "not comparable");
    EXPECT_THAT(row.at("reason"), HasSubstr("decoding the source"));
    EXPECT_EQ(row.at("contender_rounds"), "2");
  }
}

TEST_F(SstCompareTest, TwoSstDumpsAreComparedByTheirTimes) {
  if (!testing::HaveProgram("sst_dump")) {
    GTEST_SKIP() << "sst_dump is not installed";
  }
  const auto rows =
      Compare({"--baseline=sst_dump", Contender("sst_dump"), "--repeat=2", "--",
               "--compression_types=kZSTD", "--compression_levels=1,2",
               Make("json_users", {"--num=500"})});
  const auto writes = RowsOf(rows, "write");
  ASSERT_THAT(writes, SizeIs(2));
  EXPECT_EQ(writes[0].at("cell"), "table:kZSTD:level=1");
  EXPECT_NE(writes[0].at("verdict"), "not comparable");
}

TEST_F(SstCompareTest, WhatSstDumpCannotDoIsAUsageError) {
  for (const auto& [flag, fact] :
       {std::pair{"--lz4_api=one_shot", "has no such flag"},
        std::pair{"--compression_levels=1,3", "without gaps"},
        std::pair{"--compression_types=kBrotli", "no kBrotli"},
        std::pair{"--block_size=4k,8k", "--block_size"},
        std::pair{"--engine=block", "no such choice"}}) {
    ExpectCompareUsageError(
        {Baseline(), "--contender=sst_dump", "--", flag, "f"}, fact);
  }
}

TEST_F(SstCompareTest, InterruptingReportsWhatThereIsAsIncomplete) {
  const std::string file = Make("json_users", {"--num=500"});
  const std::string report = dir_.File("report.json");
  const pid_t child = fork();
  if (child == 0) {
    execl(testing::ToolPath("sst_compare").c_str(), "sst_compare",
          Baseline().c_str(), Contender(Tool()).c_str(), "--repeat=1000000",
          "--output_format=json", ("--output=" + report).c_str(), "--",
          "--compression_types=kLZ4Compression", file.c_str(), nullptr);
    _exit(127);
  }
  usleep(1'500'000);
  kill(child, SIGINT);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  const std::string text = testing::RunCommand({"cat", report}).out;
  EXPECT_THAT(text, HasSubstr("\"complete\": false"));
  EXPECT_THAT(text, HasSubstr("\"verdict\": \"equal\""));
}

TEST_F(SstCompareTest, BadCommandLinesAreUsageErrors) {
  ExpectCompareUsageError({}, "--baseline and --contender");
  ExpectCompareUsageError({"one.json"}, "two reports");
  ExpectCompareUsageError({"--baseline=x", "--", "f"}, "--contender");
  ExpectCompareUsageError({"--baseline= ", "--contender=x", "--", "f"},
                          "must name a command");
  ExpectCompareUsageError({"--baseline=x", "--contender=x"}, "no file named");
  ExpectCompareUsageError({"--cpu=0", "a.json", "b.json"}, "needs --baseline");
  ExpectCompareUsageError({"--fail_if=speed>1%", "a", "b"},
                          "--fail_if: 'speed' is no metric");
  ExpectCompareUsageError({"--pass_timeout=0", "a", "b"}, "pass_timeout");
  ExpectCompareUsageError({"--repeat=0", "a", "b"}, "repeat");
  ExpectCompareUsageError({"--output_format=xml", "a", "b"}, "markdown");
}

TEST_F(SstCompareTest, WhatASideSaysOfTheSweepIsAUsageErrorToo) {
  const CommandResult result =
      Run({Baseline(), Contender(Tool()), "--", "--compression_types=kNothing",
           Make("versions")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("unknown type 'kNothing'"));
}

TEST_F(SstCompareTest, AFileThatIsNotThereOrDamagedIsNoUsageError) {
  EXPECT_EQ(
      Run({Baseline(), Contender(Tool()), "--", "/nonexistent.sst"}).exit_code,
      1);
  const std::string bad = dir_.File("bad.sst");
  ASSERT_EQ(testing::RunCommand({"/bin/sh", "-c", "head -c 5000 \"$1\" >\"$2\"",
                                 "sh", Make("json_users", {"--num=500"}), bad})
                .exit_code,
            0);
  const std::string good = Make("versions");
  const CommandResult result =
      Run({Baseline(), Contender(Tool()), "--repeat=1", "--output_format=csv",
           "--", "--compression_types=kZSTD", bad, good});
  EXPECT_EQ(result.exit_code, 3) << result.err;
  EXPECT_THAT(result.err, HasSubstr(bad));
  EXPECT_THAT(result.out, HasSubstr(good)) << "the others finish";
}

TEST_F(SstCompareTest, HelpNamesItsFlagsAndExitsWithZero) {
  const CommandResult result = Run({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* flag : {"--baseline", "--contender", "--repeat", "--fail_if",
                           "--pass_timeout", "--cpu", "--output_format"}) {
    EXPECT_THAT(result.out, HasSubstr(flag));
  }
}

}  // namespace
}  // namespace sstr
