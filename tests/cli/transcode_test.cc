// SPDX-License-Identifier: Apache-2.0
//
// sst_transcode as a whole program: files, messages, exit codes.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::RunCommand;
using testing::TempDir;
using testing::ToolPath;

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void WriteFile(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

class TranscodeTest : public testing::RecompressToolTest {
 protected:
  static CommandResult Run(const Arguments& flags) {
    Arguments argv = {ToolPath("sst_transcode")};
    argv.insert(argv.end(), flags.begin(), flags.end());
    return RunCommand(argv);
  }

  // Into out/, which each call finds empty.
  CommandResult Transcode(const std::string& type, const Arguments& more) {
    fs::remove_all(dir_.File("out"));
    Arguments flags = {"--output_dir=" + dir_.File("out"),
                       "--compression_types=" + type};
    flags.insert(flags.end(), more.begin(), more.end());
    return Run(flags);
  }

  static void ExpectUsage(const Arguments& flags, const std::string& part) {
    const CommandResult result = Run(flags);
    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(flags);
    EXPECT_EQ(result.out, "");
    EXPECT_TRUE(result.err.starts_with("sst_transcode: ")) << result.err;
    EXPECT_THAT(result.err, HasSubstr(part));
  }

  std::string Out(const std::string& preset) const {
    return dir_.File("out/" + preset + ".sst");
  }

  // Names in out/, hidden ones too.
  std::vector<std::string> OutNames() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(dir_.File("out"))) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }
};

// Report row 1.
TEST_F(TranscodeTest, ToNoneWritesAFileWithoutCompression) {
  const std::string file =
      Make("json_users", {"--num=500", "--compression_type=kZSTD"});
  const CommandResult result = Transcode("kNoCompression", {file});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const CommandResult types =
      Recompress({Out("json_users"), "--sizes_only", "--output_format=csv",
                  "--compression_types=kNoCompression"});
  EXPECT_THAT(types.out, HasSubstr("kNoCompression*"));
  EXPECT_EQ(types.out.find("kZSTD"), std::string::npos);
  if (!testing::HaveProgram("sst_dump")) return;
  const auto scan = [](const std::string& path) {
    // Without the first lines, which name the file.
    const std::string text =
        RunCommand({"sst_dump", "--file=" + path, "--command=scan"}).out;
    return text.substr(text.find("\n'"));
  };
  EXPECT_EQ(scan(Out("json_users")), scan(file));
}

TEST_F(TranscodeTest, TheLineTellsWhatWasDone) {
  // Report row 2: 200 blocks that shrink by a tenth.
  const std::string file = Make("ten_percent");
  const CommandResult result = Transcode("kLZ4Compression", {file});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.err, "");
  EXPECT_THAT(result.out,
              HasSubstr("200 data blocks: 0 copied, 0 compressed, 200 "
                        "rejected, 0 bypassed"));
  EXPECT_TRUE(result.out.starts_with(file + " -> " + Out("ten_percent")));
}

TEST_F(TranscodeTest, AnUnchangedSettingCopiesAndALevelDoesNot) {
  const std::string file =
      Make("json_users", {"--num=500", "--compression_type=kZSTD"});
  const CommandResult same = Transcode("kZSTD", {file});
  EXPECT_THAT(same.out, HasSubstr("3 copied"));
  EXPECT_EQ(ReadFile(Out("json_users")), ReadFile(file));
  // The same level by name, and the same without naming one.
  for (const char* flag : {"--compression_level=3", "--reencode"}) {
    const CommandResult again = Transcode("kZSTD", {flag, file});
    EXPECT_THAT(again.out, HasSubstr("0 copied, 3 compressed")) << flag;
  }
  EXPECT_EQ(ReadFile(Out("json_users")), ReadFile(file));
  const CommandResult higher =
      Transcode("kZSTD", {"--compression_level=19", file});
  EXPECT_EQ(higher.exit_code, 0) << higher.err;
  EXPECT_LT(fs::file_size(Out("json_users")), fs::file_size(file));
}

TEST_F(TranscodeTest, EveryNumberOfJobsWritesTheSame) {
  const std::string file = Make("bench", {"--num=20000"});
  ASSERT_EQ(Transcode("kZSTD", {"--jobs=1", file}).exit_code, 0);
  const std::string one = ReadFile(Out("bench"));
  for (const char* jobs : {"--jobs=2", "--jobs=7"}) {
    ASSERT_EQ(Transcode("kZSTD", {jobs, file}).exit_code, 0);
    EXPECT_EQ(ReadFile(Out("bench")), one) << jobs;
  }
  ASSERT_EQ(Transcode("kZSTD", {file}).exit_code, 0);
  EXPECT_EQ(ReadFile(Out("bench")), one);
}

TEST_F(TranscodeTest, DictionariesAreAskedForAsElsewhere) {
  const std::string file =
      Make("json_users", {"--num=2000", "--block_size=1k"});
  const CommandResult result =
      Transcode("kZSTD", {"--compression_max_dict_bytes=4k",
                          "--compression_zstd_max_train_bytes=400k", file});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  // As the writer of the file makes it.
  const std::string made = dir_.File("made.sst");
  ASSERT_EQ(
      RunCommand({ToolPath("sst_make"), "--preset=json_users", "--num=2000",
                  "--block_size=1k", "--compression_type=kZSTD",
                  "--output=" + made, "--compression_max_dict_bytes=4096",
                  "--compression_zstd_max_train_bytes=409600"})
          .exit_code,
      0);
  EXPECT_EQ(fs::file_size(Out("json_users")), fs::file_size(made));
}

TEST_F(TranscodeTest, ANewIdentityIsTwentyDigitsElsewhereNothingChanges) {
  const std::string file = Make("json_users", {"--num=500"});
  ASSERT_EQ(Transcode("kNoCompression", {"--new_identity", file}).exit_code, 0);
  const std::string before = ReadFile(file);
  const std::string after = ReadFile(Out("json_users"));
  ASSERT_EQ(after.size(), before.size());
  size_t first = 0;
  while (before[first] == after[first]) ++first;
  size_t last = before.size() - 1;
  while (before[last] == after[last]) --last;
  // The digits and, behind the rest of the properties, their checksum.
  const std::string name = "session.identity";
  const size_t value = before.find(name) + name.size();
  EXPECT_GE(first, value);
  EXPECT_LT(first, value + 20);
  for (size_t i = value; i < value + 20; ++i) {
    EXPECT_TRUE(std::isdigit(after[i]) || std::isupper(after[i])) << after[i];
  }
  size_t differ = 0;
  for (size_t i = first; i <= last; ++i) differ += before[i] != after[i];
  EXPECT_LE(differ, 20u + 4u);
  // Another one each time.
  ASSERT_EQ(Transcode("kNoCompression", {"--new_identity", file}).exit_code, 0);
  EXPECT_NE(ReadFile(Out("json_users")), after);
}

TEST_F(TranscodeTest, OneBadFileDoesNotKeepOthersFromBeingWritten) {
  const std::string good = Make("one_key");
  const std::string bad = dir_.File("bad.sst");
  std::string bytes = ReadFile(good);
  bytes[3] ^= 1;
  WriteFile(bad, bytes);
  const CommandResult result = Transcode("kZSTD", {bad, good});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_THAT(result.err, HasSubstr(bad + ": block 0 at 0: checksum mismatch"));
  EXPECT_THAT(OutNames(), ElementsAre("one_key.sst"));
}

TEST_F(TranscodeTest, DamagedInputLeavesNothingBehind) {
  const std::string sound = ReadFile(Make("json_users", {"--num=100"}));
  const std::string file = dir_.File("damaged.sst");
  const auto expect_refused = [&](const std::string& bytes) {
    WriteFile(file, bytes);
    const CommandResult result = Transcode("kLZ4Compression", {file});
    EXPECT_EQ(result.exit_code, 3) << result.err;
    EXPECT_TRUE(result.err.starts_with(file + ": ")) << result.err;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << result.err;
    EXPECT_THAT(OutNames(), IsEmpty());
    EXPECT_EQ(ReadFile(file), bytes);
  };
  for (size_t at = 5; at < sound.size(); at += sound.size() / 12) {
    std::string flipped = sound;
    flipped[at] ^= 0x10;
    expect_refused(flipped);
    expect_refused(sound.substr(0, at));
  }
  expect_refused("");
}

TEST_F(TranscodeTest, ExistingFilesAreReplacedOnlyWhenToldTo) {
  const std::string file = Make("one_key");
  ASSERT_EQ(Transcode("kZSTD", {file}).exit_code, 0);
  const std::string first = ReadFile(Out("one_key"));
  const Arguments again = {"--output_dir=" + dir_.File("out"),
                           "--compression_types=kNoCompression", file};
  const CommandResult refused = Run(again);
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.err, HasSubstr("already exists"));
  EXPECT_EQ(ReadFile(Out("one_key")), first);
  Arguments overwriting = again;
  overwriting.push_back("--overwrite");
  EXPECT_EQ(Run(overwriting).exit_code, 0);
  EXPECT_NE(ReadFile(Out("one_key")), first);
  EXPECT_THAT(OutNames(), ElementsAre("one_key.sst"));
}

TEST_F(TranscodeTest, InputsAreNeverWrittenOver) {
  const std::string file = Make("one_key");
  const std::string before = ReadFile(file);
  const CommandResult result =
      Run({"--output_dir=" + dir_.path(), "--overwrite",
           "--compression_types=kZSTD", file});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.err, HasSubstr("is an input"));
  EXPECT_EQ(ReadFile(file), before);
  // Two inputs of one name.
  fs::create_directory(dir_.File("other"));
  fs::copy_file(file, dir_.File("other/one_key.sst"));
  const CommandResult twice =
      Transcode("kZSTD", {"--overwrite", file, dir_.File("other/one_key.sst")});
  EXPECT_EQ(twice.exit_code, 1);
  EXPECT_THAT(twice.err, HasSubstr("written by another input"));
}

TEST_F(TranscodeTest, UsageErrorsNameTheFlag) {
  const std::string file = Make("one_key");
  const std::string out = "--output_dir=" + dir_.File("never");
  const std::string type = "--compression_types=kZSTD";
  ExpectUsage({type, file}, "--output_dir");
  ExpectUsage({out, file}, "one type");
  ExpectUsage({out, "--compression_types=kZSTD,kNoCompression", file},
              "one type");
  ExpectUsage({out, type, "--compression_levels=1,2", file}, "one level");
  ExpectUsage({out, type, "--compression_max_dict_bytes=0,1k", file},
              "one dictionary size");
  ExpectUsage({out, type, "--block_size=4096", file},
              "unknown flag --block_size");
  ExpectUsage({out, type, "--output_format=csv", file},
              "unknown flag --output_format");
  ExpectUsage({out, type, "--jobs=0", file}, "--jobs=0: must be 1 to");
  ExpectUsage({out, type, "--compression_level=100", file}, "no level 100");
  ExpectUsage({out, "--compression_types=kXpressCompression", file},
              "kXpressCompression is not supported by this build");
  ExpectUsage({out, "--compression_types=kSnappyCompression",
               "--compression_max_dict_bytes=1k", file},
              "kSnappyCompression makes no use of a dictionary");
  EXPECT_FALSE(fs::exists(dir_.File("never")));
}

TEST_F(TranscodeTest, HelpNamesItsFlagsAndNoOthers) {
  const CommandResult result = Run({"--help"});
  EXPECT_EQ(result.exit_code, 0);
  for (const char* flag :
       {"--file ", "--compression_types ", "--compression_level ",
        "--compression_max_dict_bytes ", "--output_dir ", "--overwrite ",
        "--jobs ", "--reencode ", "--new_identity "}) {
    EXPECT_THAT(result.out, HasSubstr(flag));
  }
  for (const char* flag : {"--repeat ", "--block_size ", "--flagfile "}) {
    EXPECT_EQ(result.out.find(flag), std::string::npos) << flag;
  }
}

TEST_F(TranscodeTest, SstRecompressNamesTheProgramThatTranscodesNow) {
  const std::string file = Make("one_key");
  for (const char* flag : {"--transcode", "--reencode", "--new_identity"}) {
    ExpectUsageError({flag, file}, "sst_transcode");
  }
}

}  // namespace
}  // namespace sstr
