// SPDX-License-Identifier: Apache-2.0
//
// Contenders that fail in every way: shell scripts around the real program.
// Each stands beside a good one, which has to finish.

#include "testing/compare_tool.h"

namespace sstr {
namespace {

using testing::Arguments;
using testing::CommandResult;
using testing::CompareToolTest;
using testing::CsvRow;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class SstCompareFaultsTest : public CompareToolTest {
 protected:
  // The one thing said of every cell of this contender; the good one beside it
  // is compared in full.
  std::string ReasonOf(const std::string& command,
                       const Arguments& flags = {}) {
    Arguments arguments = {Baseline(), Contender(command), Contender(Tool()),
                           "--repeat=2", "--pass_timeout=30"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    arguments.insert(
        arguments.end(),
        {"--", "--compression_types=kLZ4Compression,kZSTD", Make("versions")});
    std::string reason;
    int good_cells = 0;
    for (const CsvRow& row : Compare(arguments, /*exit_code=*/1)) {
      if (row.at("contender") == command) {
        EXPECT_EQ(row.at("verdict"), "not comparable");
        EXPECT_TRUE(reason.empty() || reason == row.at("reason"));
        reason = row.at("reason");
      } else if (row.at("metric") == "size") {
        EXPECT_EQ(row.at("verdict"), "equal");
        ++good_cells;
      }
    }
    EXPECT_EQ(good_cells, 2);
    EXPECT_THAT(reason, HasSubstr("contender: error: "));
    return reason;
  }

  // The real program, its answers through a filter.
  std::string Filtered(const std::string& name, const std::string& filter,
                       const std::string& then = "") {
    return Script(name, Tool() + " \"$@\" | " + filter + "\n" + then);
  }
};

TEST_F(SstCompareFaultsTest, OneThatCannotStart) {
  EXPECT_THAT(ReasonOf("/nonexistent/sst_recompress"),
              HasSubstr("ended with exit code 127; it said: "));
}

TEST_F(SstCompareFaultsTest, OneThatCrashesAtOnce) {
  const std::string reason =
      ReasonOf(Script("crash", "echo out of luck >&2; kill -SEGV $$"));
  EXPECT_THAT(reason, HasSubstr("it said: out of luck"));
}

TEST_F(SstCompareFaultsTest, OneThatDiesInTheMiddle) {
  const std::string reason = ReasonOf(
      Filtered("dies", "sed -u 3q", "echo the disk is gone >&2; exit 9"));
  EXPECT_THAT(reason, HasSubstr("ended with exit code 9"));
  EXPECT_THAT(reason, HasSubstr("it said: the disk is gone"));
}

TEST_F(SstCompareFaultsTest, OneThatHangsAtOnce) {
  EXPECT_THAT(ReasonOf(Script("hang", "echo thinking >&2; sleep 1000"),
                       {"--pass_timeout=3"}),
              HasSubstr("no answer in time, killed; it said: thinking"));
}

TEST_F(SstCompareFaultsTest, OneThatHangsInTheMiddle) {
  EXPECT_THAT(ReasonOf(Filtered("stops", "sed -u 2q", "sleep 1000"),
                       {"--pass_timeout=3"}),
              HasSubstr("no answer in time, killed"));
}

TEST_F(SstCompareFaultsTest, OneThatPrintsNonsense) {
  const std::string reason =
      ReasonOf(Script("garbage", "echo '<html>hello</html>'; cat >/dev/null"));
  EXPECT_THAT(reason, HasSubstr("no line of a worker"));
  EXPECT_THAT(reason, HasSubstr("not JSON"));
}

TEST_F(SstCompareFaultsTest, OneThatAnswersWithNonsense) {
  EXPECT_THAT(ReasonOf(Filtered("babble", "sed -u '1!s/\"row\"/\"cow\"/'")),
              HasSubstr("no line of a worker"));
}

TEST_F(SstCompareFaultsTest, OneThatAnswersForAnotherSpec) {
  const std::string swapped =
      Filtered("swapped", "sed -u '1!s/kLZ4Compression/kSnappyCompression/g'");
  EXPECT_THAT(ReasonOf(swapped), HasSubstr("when asked for"));
}

TEST_F(SstCompareFaultsTest, OneThatSpeaksAnotherProtocol) {
  const std::string reason =
      ReasonOf(Filtered("old", "sed -u 's/\"protocol\":1/\"protocol\":0/'"));
  EXPECT_THAT(reason, HasSubstr("protocol version 0"));
  EXPECT_THAT(reason, HasSubstr("speaks version 1"));
}

TEST_F(SstCompareFaultsTest, OneWithAnotherSchema) {
  const std::string reason = ReasonOf(Filtered(
      "schema", "sed -u 's/\"schema_version\":2/\"schema_version\":9/'"));
  EXPECT_THAT(reason, HasSubstr("schema version 9"));
}

TEST_F(SstCompareFaultsTest, AnSstDumpThatPrintsSomethingElse) {
  EXPECT_THAT(ReasonOf(Script("sst_dump_new", "echo Process f; echo Hm: 3")),
              HasSubstr("sst_dump's output"));
}

TEST_F(SstCompareFaultsTest, AnSstDumpThatFails) {
  EXPECT_THAT(ReasonOf(Script("sst_dump", "echo no such option >&2; exit 1")),
              HasSubstr("it said: no such option"));
}

TEST_F(SstCompareFaultsTest, OneThatMeasuresAnotherFileIsRefused) {
  const std::string other =
      Script("other", Tool() + " --worker --compression_types=kZSTD -- " +
                          Make("json_users", {"--num=100"}));
  const CommandResult result =
      Run({Baseline(), Contender(other), "--", "--compression_types=kZSTD",
           Make("versions")});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("the inputs differ"));
  EXPECT_THAT(result.out, IsEmpty());
}

TEST_F(SstCompareFaultsTest, ABaselineThatDiesIsAFailureToo) {
  const CommandResult result =
      Run({"--baseline=" + Script("crash", "echo bang >&2; exit 1"),
           Contender(Tool()), "--output_format=csv", "--",
           "--compression_types=kZSTD", Make("versions")});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("baseline: error: "));
  EXPECT_THAT(result.out, HasSubstr("it said: bang"));
}

}  // namespace
}  // namespace sstr
