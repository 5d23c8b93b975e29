// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress that say how to measure, as a whole program.
// Which rounds end a run is tested with made-up times in
// measure/round_stopping_test.cc; here only what does not depend on time.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "measure/cpu_list.h"
#include "testing/command.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using testing::CommandResult;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::RunCommand;
using testing::ToolPath;
using Arguments = std::vector<std::string>;
using Json = nlohmann::json;

class MeasuringTest : public ::testing::Test {
 protected:
  MeasuringTest() : file_(dir_.File("one_key.sst")) {
    EXPECT_EQ(RunCommand({ToolPath("sst_make"), "--preset=one_key",
                          "--output=" + file_})
                  .exit_code,
              0);
  }

  CommandResult Recompress(const Arguments& flags) const {
    Arguments argv = {ToolPath("sst_recompress"), file_};
    argv.insert(argv.end(), flags.begin(), flags.end());
    return RunCommand(argv);
  }

  // The report of a run of one type, which must succeed.
  Json Report(Arguments flags) const {
    flags.push_back("--output_format=json");
    flags.push_back("--compression_types=kNoCompression");
    const CommandResult result = Recompress(flags);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return Json::parse(result.out, nullptr, /*allow_exceptions=*/false);
  }

  void ExpectUsageError(const Arguments& flags, const std::string& part) const {
    const CommandResult result = Recompress(flags);
    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(flags);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, HasSubstr(part));
  }

  testing::TempDir dir_;
  const std::string file_;
};

TEST_F(MeasuringTest, AWideTargetIsReachedAndTheReportSaysSo) {
  // No interval is wider than its median by so much.
  const Json report = Report({"--target_interval=99%", "--max_seconds=600"});
  const Json& context = report["context"];
  EXPECT_EQ(context["target_interval"], 0.99);
  EXPECT_EQ(context["max_seconds"], 600);
  EXPECT_EQ(context["repeat"], 0);
  EXPECT_THAT(context["rounds_note"].get<std::string>(),
              HasSubstr(": every interval within ±99 %"));
  for (const Json& row : report["rows"]) EXPECT_GE(row["samples"], 6);
}

TEST_F(MeasuringTest, ATargetOutOfReachEndsWithTheTime) {
  const Json report =
      Report({"--target_interval=0.0000001", "--max_seconds=1"});
  EXPECT_THAT(report["context"]["rounds_note"].get<std::string>(),
              HasSubstr("time was up after "));
  EXPECT_EQ(report["complete"], true);
  const Json& rows = report["rows"];
  EXPECT_EQ(rows[0]["samples"], rows[1]["samples"]);
}

TEST_F(MeasuringTest, AFixedNumberOfRoundsHasNoNote) {
  const Json report = Report({"--repeat=2"});
  EXPECT_EQ(report["context"]["rounds_note"], "");
  EXPECT_EQ(report["context"]["target_interval"], nullptr);
  EXPECT_EQ(report["context"]["repeat"], 2);
}

TEST_F(MeasuringTest, BadTargetsAreUsageErrors) {
  for (const char* target : {"", "0", "0%", "-1%", "1", "100%", "1%%", "x",
                             "1 %", "nan", "inf", "1e999"}) {
    ExpectUsageError({std::string("--target_interval=") + target},
                     "target_interval");
  }
  ExpectUsageError({"--target_interval=1%", "--repeat=3"}, "--repeat and");
  ExpectUsageError({"--target_interval=1%", "--sizes_only"}, "--sizes_only");
  ExpectUsageError({"--max_seconds=5"}, "needs --target_interval");
  ExpectUsageError({"--target_interval=1%", "--max_seconds=0"}, "max_seconds");
}

TEST_F(MeasuringTest, TheRunStaysOnTheCpusGiven) {
  const CpuList cpus = AllowedCpus();
  const std::string last = std::to_string(cpus.back());
  const Json report = Report({"--cpu=" + last, "--repeat=1"});
  EXPECT_EQ(report["context"]["cpu_count"], 1);
  // On a machine with a single CPU nothing is pinned.
  EXPECT_EQ(report["context"]["pinned_to"], cpus.size() > 1 ? last : "");
}

TEST_F(MeasuringTest, CpusThatCannotBeUsedAreUsageErrorsWithThoseThatCan) {
  ExpectUsageError({"--cpu=1023"},
                   "--cpu: CPU 1023 cannot be used; this process may use " +
                       CpuListText(AllowedCpus()));
  ExpectUsageError({"--cpu="}, "--cpu");
  ExpectUsageError({"--cpu=2-1"}, "\"2-1\"");
}

TEST_F(MeasuringTest, TheNoiseCheckPrintsItsOwnReport) {
  const CommandResult result =
      Recompress({"--noise_check", "--repeat=8",
                  "--compression_types=kNoCompression,kSnappyCompression"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, HasSubstr("one_key.sst: table:kNoCompression against "
                                    "itself, 8 rounds\n"));
  for (const char* metric :
       {"\nwrite_wall ", "\nwrite_cpu ", "\nscan_wall ", "\nscan_cpu "}) {
    EXPECT_THAT(result.out, HasSubstr(metric));
  }
  EXPECT_THAT(result.out, Not(HasSubstr("kSnappyCompression against")));
}

TEST_F(MeasuringTest, TheNoiseCheckRefusesWhatItHasNoUseFor) {
  ExpectUsageError({"--noise_check", "--repeat=7"}, "fewer than 8 rounds");
  for (const char* flag :
       {"--jobs=2", "--target_interval=1%", "--sizes_only",
        "--output_format=csv", "--output=report.txt", "--output_dir=images"}) {
    ExpectUsageError({"--noise_check", flag}, "--noise_check");
  }
  ExpectUsageError({"--noise_check", "--transcode"}, "sst_transcode");
}

TEST_F(MeasuringTest, ANoiseCheckThatCannotRunSaysWhy) {
  const CommandResult result =
      Recompress({"--noise_check", "--input_format=table", dir_.path() + "/x"});
  EXPECT_NE(result.exit_code, 0);
  EXPECT_EQ(result.out, "");
  EXPECT_NE(result.err, "");
}

}  // namespace
}  // namespace sstr
