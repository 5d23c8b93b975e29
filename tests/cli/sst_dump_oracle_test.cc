// SPDX-License-Identifier: Apache-2.0
//
// Debian's sst_dump as oracle: for the same RocksDB release and settings the
// file size of every pass equals the size it prints, to the byte.

#include <gtest/gtest.h>

#include <fstream>
#include <regex>

#include "testing/command.h"
#include "testing/csv.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using testing::CommandResult;
using testing::CsvRow;
using testing::RunCommand;
using testing::TempDir;
using testing::ToolPath;
using Arguments = std::vector<std::string>;

const char* const kBlockSizes[] = {"1024", "4096", "16384", "65536"};

// Type and size in the order printed, e.g. "kZSTD 23464".
std::vector<std::string> SizesOfSstDump(const std::string& file,
                                        const Arguments& flags) {
  Arguments argv = {"sst_dump", "--file=" + file, "--command=recompress"};
  argv.insert(argv.end(), flags.begin(), flags.end());
  const CommandResult result = RunCommand(argv);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> sizes;
  static const std::regex kLine(
      "Compression: (\\w+)|level: -?\\d+ +Size: +(\\d+)");
  std::string type;
  for (std::sregex_iterator it(result.out.begin(), result.out.end(), kLine),
       end;
       it != end; ++it) {
    if ((*it)[1].matched) type = (*it)[1];
    if ((*it)[2].matched) sizes.push_back(type + " " + (*it)[2].str());
  }
  return sizes;
}

std::vector<std::string> OurSizes(const std::string& file,
                                  const Arguments& flags) {
  Arguments argv = {ToolPath("sst_recompress"), "--file=" + file,
                    "--command=recompress", "--sizes_only",
                    "--output_format=csv"};
  argv.insert(argv.end(), flags.begin(), flags.end());
  const CommandResult result = RunCommand(argv);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::vector<std::string> sizes;
  for (const CsvRow& row : testing::ParseCsv(result.out)) {
    if (row.at("engine") == "stored") continue;
    EXPECT_EQ(row.at("status"), "ok") << row.at("status_detail");
    sizes.push_back(row.at("compression_type") + " " + row.at("file_bytes"));
  }
  return sizes;
}

class SstDumpOracleTest : public ::testing::TestWithParam<const char*> {
 protected:
  SstDumpOracleTest() : file_(dir_.File("input.sst")) {
    Arguments argv = {ToolPath("sst_make"),
                      std::string("--preset=") + GetParam(),
                      "--output=" + file_};
    // The preset for timing is as large as one asks.
    if (GetParam() == std::string("bench")) argv.push_back("--num=5000");
    const CommandResult made = RunCommand(argv);
    EXPECT_EQ(made.exit_code, 0) << made.err;
  }

  void ExpectEqualSizes(const Arguments& flags, size_t rows) {
    const std::vector<std::string> want = SizesOfSstDump(file_, flags);
    EXPECT_EQ(want.size(), rows);
    EXPECT_EQ(OurSizes(file_, flags), want);
  }

  TempDir dir_;
  const std::string file_;
};

TEST_P(SstDumpOracleTest, EveryTypeAtEveryBlockSize) {
  for (const char* block_size : kBlockSizes) {
    SCOPED_TRACE(block_size);
    // The seven types of Debian's library; ZSTDNotFinal has no name there.
    ExpectEqualSizes({std::string("--set_block_size=") + block_size}, 7);
  }
}

TEST_P(SstDumpOracleTest, ZSTDLevels) {
  for (const char* block_size : kBlockSizes) {
    for (const std::string level : {"-5", "1", "3", "19"}) {
      SCOPED_TRACE(block_size + (" level " + level));
      ExpectEqualSizes(
          {std::string("--set_block_size=") + block_size,
           "--compression_types=kZSTD", "--compression_level_from=" + level,
           "--compression_level_to=" + level},
          1);
    }
  }
}

TEST_P(SstDumpOracleTest, ZSTDDictionaries) {
  const Arguments kKinds[] = {
      {},
      {"--compression_zstd_max_train_bytes=1638400"},
      {"--compression_zstd_max_train_bytes=1638400",
       "--compression_use_zstd_finalize_dict"},
  };
  for (const char* block_size : kBlockSizes) {
    for (const Arguments& kind : kKinds) {
      Arguments flags = {std::string("--set_block_size=") + block_size,
                         "--compression_types=kZSTD",
                         "--compression_max_dict_bytes=16384"};
      flags.insert(flags.end(), kind.begin(), kind.end());
      SCOPED_TRACE(block_size + (" " + std::to_string(kind.size())));
      ExpectEqualSizes(flags, 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, SstDumpOracleTest,
                         ::testing::Values("ten_percent", "alternate",
                                           "json_users", "hash", "partitioned",
                                           "random", "one_key", "odd_keys",
                                           "versions", "bench"),
                         [](const auto& info) {
                           return std::string(info.param);
                         });

}  // namespace
}  // namespace sstr
