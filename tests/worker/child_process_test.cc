// SPDX-License-Identifier: Apache-2.0

#include "worker/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kLong = 60;
constexpr double kShort = 0.2;

ChildProcess Shell(const std::string& script) {
  auto child = ChildProcess::Start({"/bin/sh", "-c", script}, "the child");
  EXPECT_TRUE(child.ok()) << child.status().message();
  return std::move(child).value();
}

template <typename T>
std::string ErrorOf(const Result<T>& result) {
  EXPECT_EQ(result.status().code(), StatusCode::kFailed);
  return result.status().message();
}

TEST(ChildProcessTest, LinesGoInAndComeOut) {
  ChildProcess child = Shell("while read line; do echo \"got $line\"; done");
  ASSERT_TRUE(child.Write("one\ntwo\n").ok());
  EXPECT_EQ(child.ReadLine(kLong).value(), "got one");
  EXPECT_EQ(child.ReadLine(kLong).value(), "got two");
}

TEST(ChildProcessTest, AllOfTheOutputOfAnOrderlyEnd) {
  ChildProcess child = Shell("cat; echo b; echo aside >&2");
  EXPECT_EQ(child.ReadAll(kLong).value(), "b\n");
  EXPECT_EQ(child.exit_code(), 0);
  EXPECT_EQ(child.LastErrorLines(), "; it said: aside");
}

TEST(ChildProcessTest, AProgramThatIsNotThereIsNamed) {
  const auto child = ChildProcess::Start({"/nonexistent/program"});
  EXPECT_THAT(ErrorOf(child), HasSubstr("/nonexistent/program: cannot start"));
}

TEST(ChildProcessTest, AnEndNamesExitCodeAndLastFiveLines) {
  ChildProcess child =
      Shell("for i in 1 2 3 4 5 6 7; do echo \"line $i\" >&2; done; exit 9");
  EXPECT_EQ(ErrorOf(child.ReadLine(kLong)),
            "the child: ended with exit code 9; it said: line 3\nline 4\n"
            "line 5\nline 6\nline 7");
  EXPECT_EQ(child.exit_code(), 9);
  EXPECT_THAT(ErrorOf(child.ReadLine(kLong)), HasSubstr("has ended"));
}

TEST(ChildProcessTest, AnExitCodeSpoilsTheOutput) {
  ChildProcess child = Shell("echo result; exit 3");
  EXPECT_THAT(ErrorOf(child.ReadAll(kLong)), HasSubstr("exit code 3"));
}

TEST(ChildProcessTest, ASignalIsNamedAndIsNoExitCode) {
  ChildProcess child = Shell("kill -9 $$");
  EXPECT_EQ(ErrorOf(child.ReadLine(kLong)), "the child: ended with signal 9");
  EXPECT_EQ(child.exit_code(), std::nullopt);
}

TEST(ChildProcessTest, SilenceEndsAtTheTimeoutWithWhatWasSaid) {
  ChildProcess child = Shell("echo waiting >&2; sleep 100");
  const std::string error = ErrorOf(child.ReadLine(kShort));
  EXPECT_EQ(error, "the child: no answer in time, killed; it said: waiting");
}

TEST(ChildProcessTest, AFloodWithoutALineEndsToo) {
  ChildProcess child = Shell("cat /dev/zero; sleep 100");
  EXPECT_THAT(ErrorOf(child.ReadLine(kLong)), HasSubstr("printed 64 MiB"));
}

TEST(ChildProcessTest, TalkOnStandardErrorDoesNotPutOffTheTimeout) {
  ChildProcess child = Shell("yes >&2");
  EXPECT_THAT(ErrorOf(child.ReadLine(kShort)), HasSubstr("no answer in time"));
}

TEST(ChildProcessTest, AChildThatClosesItsOutputIsNotWaitedFor) {
  const std::string script = "exec >&-; echo gone >&2; sleep 100";
  ChildProcess of_lines = Shell(script);
  EXPECT_THAT(ErrorOf(of_lines.ReadLine(kLong)),
              HasSubstr("closed its output"));
  ChildProcess of_all = Shell(script);
  EXPECT_THAT(ErrorOf(of_all.ReadAll(kShort)), HasSubstr("no answer in time"));
}

TEST(ChildProcessTest, ItsOwnChildrenEndWithIt) {
  std::string pid;
  {
    ChildProcess child = Shell("sleep 100 & echo $!; wait");
    pid = child.ReadLine(kLong).value();
    EXPECT_EQ(Shell("kill -0 " + pid).ReadAll(kLong).value(), "");
  }
  // Gone, or a zombie until its new parent looks.
  ChildProcess state = Shell(
      "for i in 1 2 3 4 5 6 7 8 9; do "
      "grep -q 'State:[[:blank:]]*[A-Y]' /proc/" +
      pid + "/status 2>/dev/null || exec echo gone; sleep 0.1; done");
  EXPECT_EQ(state.ReadAll(kLong).value(), "gone\n");
}

}  // namespace
}  // namespace sstr
