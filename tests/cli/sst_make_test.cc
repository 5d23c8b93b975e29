// SPDX-License-Identifier: Apache-2.0
//
// The whole program: flags, messages, exit codes, what is left on disk.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "codec/registry.h"
#include "testing/command.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using testing::CommandResult;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Arguments = std::vector<std::string>;

constexpr int kFailure = 1;
constexpr int kUsage = 2;
constexpr int kCorrupt = 3;

class SstMakeTest : public ::testing::Test {
 protected:
  CommandResult Run(Arguments arguments) const {
    arguments.insert(arguments.begin(), testing::ToolPath("sst_make"));
    return testing::RunCommand(arguments);
  }

  // With an output that is fine, and which must not appear.
  void ExpectFault(Arguments arguments, int exit_code,
                   const std::string& fact) const {
    arguments.push_back("--output=" + output_);
    ExpectFaultAsGiven(arguments, exit_code, fact);
  }

  void ExpectFaultAsGiven(const Arguments& arguments, int exit_code,
                          const std::string& fact) const {
    const CommandResult result = Run(arguments);
    SCOPED_TRACE(::testing::PrintToString(arguments));
    EXPECT_EQ(result.exit_code, exit_code);
    EXPECT_THAT(result.err, AllOf(StartsWith("sst_make: "), HasSubstr(fact)));
    EXPECT_THAT(result.out, IsEmpty());
    EXPECT_FALSE(fs::exists(output_));
  }

  std::string Write(const std::string& name, const std::string& content) {
    std::ofstream(dir_.File(name), std::ios::binary) << content;
    return dir_.File(name);
  }

  size_t FilesInDirectory() const {
    return static_cast<size_t>(std::distance(
        fs::directory_iterator(dir_.path()), fs::directory_iterator()));
  }

  const testing::TempDir dir_;
  const std::string output_ = dir_.File("out.sst");
};

TEST_F(SstMakeTest, SaysWhatItMade) {
  const CommandResult result =
      Run({"--preset=range_mixed", "--num=20", "--output=" + output_});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out,
            output_ + ": 22 entries, 2 range deletions among them, " +
                std::to_string(fs::file_size(output_)) + " bytes\n");
  EXPECT_EQ(FilesInDirectory(), 1u);
}

TEST_F(SstMakeTest, FlagsMayBeWrittenInEveryWayOfGflags) {
  const CommandResult result =
      Run({"-preset", "random", "--num", "10", "--nooverwrite", "--output",
           output_, "--seed=18446744073709551615"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(
      Run({"--preset=one_key", "--output=" + output_, "--overwrite"}).exit_code,
      0);
  EXPECT_EQ(Run({"--preset=one_key", "--output=" + output_, "--overwrite=true"})
                .exit_code,
            0);
}

TEST_F(SstMakeTest, HelpShowsOwnFlagsOnly) {
  for (const std::string flag : {"--help", "-help", "-h"}) {
    const CommandResult result = Run({flag});
    EXPECT_EQ(result.exit_code, 0) << flag;
    EXPECT_THAT(result.out,
                AllOf(HasSubstr("--preset "), HasSubstr("bench "),
                      HasSubstr("--block_size "), Not(HasSubstr("flagfile"))));
    EXPECT_THAT(result.err, IsEmpty());
  }
}

TEST_F(SstMakeTest, HelpNamesEveryTypeOfATable) {
  const std::string help = Run({"--help"}).out;
  for (const Codec* codec : AllCodecs()) {
    if (!HasTypeByte(codec->info().type)) continue;
    EXPECT_THAT(help, HasSubstr(codec->name()));
  }
}

TEST_F(SstMakeTest, UnknownFlagsAreUsageErrors) {
  for (const std::string flag :
       {"--nope", "--nope=1", "--nopreset", "--nonum", "--flagfile=x",
        "--version", "--helpfull", "---preset=one_key"}) {
    ExpectFault({"--preset=one_key", flag}, kUsage, "unknown flag --");
  }
  ExpectFault({"--preset=one_key", "stray"}, kUsage, "\"stray\" is no flag");
  ExpectFault({"--", "--preset=one_key"}, kUsage, "is no flag");
  ExpectFaultAsGiven({"--preset=one_key", "--output"}, kUsage,
                     "--output: needs a value");
}

TEST_F(SstMakeTest, WhatToMakeMustBeClear) {
  ExpectFaultAsGiven({}, kUsage, "give one of --preset, --lines");
  ExpectFaultAsGiven({"--preset=one_key"}, kUsage, "--output is missing");
  ExpectFault({}, kUsage, "give one of --preset, --lines");
  ExpectFault({"--preset=one_key", "--lines=x"}, kUsage, "give one of");
  ExpectFault({"--lines=x", "--num=3"}, kUsage, "--num and --seed are for");
  ExpectFault({"--directory=x", "--seed=3"}, kUsage, "--num and --seed are");
  ExpectFault({"--preset=one_key", "--key_tab_value"}, kUsage, "--lines only");
}

TEST_F(SstMakeTest, UnknownPresetListsTheKnownOnes) {
  ExpectFault({"--preset=nope"}, kUsage,
              "unknown preset \"nope\"; there are ten_percent alternate "
              "json_users range_mixed range_only reverse hash partitioned "
              "random one_key odd_keys versions bench\n");
}

TEST_F(SstMakeTest, NumMustBeACount) {
  for (const std::string num : {"0", "-1", "100000001"}) {
    ExpectFault({"--preset=random", "--num=" + num}, kUsage,
                "--num=" + num + ": must be 1 to 100000000");
  }
  for (const std::string num : {"", "x", "4096x", "99999999999999999999"}) {
    ExpectFault({"--preset=random", "--num=" + num}, kUsage, "--num=" + num);
  }
  ExpectFault({"--preset=versions", "--num=10"}, kUsage, "are fixed");
}

TEST_F(SstMakeTest, AbsurdBlockSizesAreRefusedBeforeWork) {
  for (const std::string size :
       {"0", "-1", "4294967296", "8589934592", "4g", "4096x", "", "1e3"}) {
    ExpectFault({"--preset=random", "--block_size=" + size}, kUsage,
                "--block_size: \"" + size + "\" is not a size");
  }
  EXPECT_EQ(Run({"--preset=one_key", "--block_size=16k", "--output=" + output_})
                .exit_code,
            0);
}

TEST_F(SstMakeTest, CompressionTypesThatCannotBeAreRefused) {
  ExpectFault({"--preset=one_key", "--compression_type=kXpressCompression"},
              kUsage, "supported by this build");
  ExpectFault({"--preset=one_key", "--compression_type=kXpressCompression"},
              kUsage, "kSnappyCompression");
  for (const std::string type : {"", "x", "kSnappyCompression,", "LZ4"}) {
    ExpectFault({"--preset=one_key", "--compression_type=" + type}, kUsage,
                "--compression_type=" + type + ": unknown");
  }
  ExpectFault({"--preset=one_key", "--compression_type=kZlibCompression",
               "--compression_level=10"},
              kUsage, "zlib takes levels -1 to 9");
}

TEST_F(SstMakeTest, TableOptionsThatCannotBeAreRefused) {
  ExpectFault({"--preset=one_key", "--table_options=nope=1"}, kUsage, "nope");
  ExpectFault({"--preset=one_key", "--table_options=format_version=99"}, kUsage,
              "format_version");
}

TEST_F(SstMakeTest, OutputThatCannotBeWrittenIsAFailure) {
  ExpectFaultAsGiven(
      {"--preset=one_key", "--output=" + dir_.File("missing/x.sst")}, kFailure,
      "No such file or directory");
  ExpectFaultAsGiven({"--preset=one_key", "--output=" + dir_.path()}, kFailure,
                     "is a directory");
  ExpectFaultAsGiven({"--preset=one_key", "--output=/dev/null", "--overwrite"},
                     kFailure, "is not a regular file");
  EXPECT_EQ(FilesInDirectory(), 0u);
}

TEST_F(SstMakeTest, ExistingOutputIsKeptUnlessOverwriteIsGiven) {
  Write("out.sst", "mine");
  const Arguments arguments = {"--preset=one_key", "--output=" + output_};
  const CommandResult refused = Run(arguments);
  EXPECT_EQ(refused.exit_code, kFailure);
  EXPECT_THAT(refused.err, HasSubstr(output_ + ": already exists"));
  EXPECT_EQ(fs::file_size(output_), 4u);
  EXPECT_EQ(Run({arguments[0], arguments[1], "--overwrite"}).exit_code, 0);
  EXPECT_GT(fs::file_size(output_), 4u);
}

TEST_F(SstMakeTest, BadTextFilesAreNamed) {
  const std::string missing = dir_.File("missing");
  ExpectFault({"--lines=" + missing}, kFailure, missing);
  ExpectFault({"--lines=" + dir_.path()}, kFailure, "is a directory");
  ExpectFault({"--lines=" + Write("empty", "")}, kCorrupt, "empty file");
  ExpectFault({"--key_tab_value", "--lines=" + Write("twice", "a\t1\na\t2\n")},
              kCorrupt, "twice: line 2: the key of line 1 again");
  ExpectFault({"--key_tab_value", "--lines=" + Write("no_tab", "a\n")},
              kCorrupt, "no_tab: line 1: no tab");
}

TEST_F(SstMakeTest, BadDirectoriesAreNamed) {
  fs::create_directory(dir_.File("none"));
  ExpectFault({"--directory=" + dir_.File("none")}, kFailure,
              "no regular file in it");
  ExpectFault({"--directory=" + dir_.File("missing")}, kFailure,
              "No such file or directory");
}

class SstMakeOracleTest : public SstMakeTest {
 protected:
  void SetUp() override {
    if (!testing::HaveProgram("sst_dump")) {
      GTEST_SKIP() << "sst_dump is not installed";
    }
  }

  std::string Scan(const Arguments& arguments) {
    Arguments with_output = arguments;
    with_output.push_back("--output=" + output_);
    const CommandResult made = Run(with_output);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return testing::RunCommand({"sst_dump", "--file=" + output_,
                                "--command=scan", "--show_properties"})
        .out;
  }
};

TEST_F(SstMakeOracleTest, LinesAreValuesUnderTheirNumber) {
  EXPECT_THAT(Scan({"--lines=" + Write("text", "one\n\nthree")}),
              HasSubstr("'0000000001' seq:0, type:1 => one\n"
                        "'0000000002' seq:0, type:1 => \n"
                        "'0000000003' seq:0, type:1 => three\n"));
}

TEST_F(SstMakeOracleTest, KeyedLinesAreSorted) {
  EXPECT_THAT(
      Scan({"--key_tab_value", "--lines=" + Write("text", "b\t2\na\t1\n")}),
      HasSubstr("'a' seq:0, type:1 => 1\n'b' seq:0, type:1 => 2\n"));
}

TEST_F(SstMakeOracleTest, FilesOfADirectoryAreValues) {
  fs::create_directories(dir_.File("in/sub"));
  Write("in/b", "second");
  Write("in/sub/c", "third");
  Write("in/a", "first");
  EXPECT_THAT(Scan({"--directory=" + dir_.File("in")}),
              HasSubstr("'a' seq:0, type:1 => first\n"
                        "'b' seq:0, type:1 => second\n"
                        "'sub/c' seq:0, type:1 => third\n"));
}

TEST_F(SstMakeOracleTest, TableFlagsReachTheTable) {
  const std::string text = Scan(
      {"--preset=json_users", "--num=1000", "--block_size=1k",
       "--compression_type=kZSTD", "--compression_level=19",
       "--compression_max_dict_bytes=2k",
       "--compression_zstd_max_train_bytes=32k",
       "--table_options=format_version=4;filter_policy=bloomfilter:10:false"});
  EXPECT_THAT(
      text,
      AllOf(HasSubstr("# entries: 1000\n"), HasSubstr("compression algo: ZSTD"),
            HasSubstr("level=19;"), HasSubstr("max_dict_bytes=2048;"),
            HasSubstr("zstd_max_train_bytes=32768;"),
            HasSubstr("filter policy name: bloomfilter")));
}

}  // namespace
}  // namespace sstr
