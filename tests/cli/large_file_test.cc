// SPDX-License-Identifier: Apache-2.0
//
// Report row 13: buffering blocks for a dictionary, on 200 MB. Sizes come from
// the finished image, and the memory that the buffer takes is reported.

#include <gtest/gtest.h>

#include "testing/command.h"
#include "testing/csv.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using testing::CommandResult;
using testing::CsvRow;
using testing::RunCommand;
using testing::ToolPath;

TEST(LargeFileTest, ADictionaryBufferShowsInThePeakAndNotInTheSizes) {
  const testing::TempDir dir;
  const std::string file = dir.File("bench.sst");
  ASSERT_EQ(RunCommand({ToolPath("sst_make"), "--preset=bench", "--num=1750000",
                        "--output=" + file})
                .exit_code,
            0);
  std::vector<CsvRow> rows;
  for (const char* buffer : {"0", "8m"}) {
    const CommandResult result = RunCommand(
        {ToolPath("sst_recompress"), file, "--repeat=1", "--output_format=csv",
         "--compression_types=kZSTD", "--compression_max_dict_bytes=16k",
         "--compression_zstd_max_train_bytes=1600k",
         std::string("--compression_max_dict_buffer_bytes=") + buffer});
    ASSERT_EQ(result.exit_code, 0) << result.err;
    rows.push_back(testing::ParseCsv(result.out).at(1));
  }
  for (const CsvRow& row : rows) {
    EXPECT_EQ(row.at("entries"), "1750000");
    EXPECT_GE(std::stoull(row.at("uncompressed_data_bytes")), 195'000'000u);
    EXPECT_EQ(row.at("dictionary_bytes"), "16389");
    EXPECT_GT(std::stoull(row.at("data_bytes")), 0u);
  }
  // Unlimited, all 200 MB of raw blocks are held once more.
  EXPECT_GT(std::stoull(rows[0].at("peak_rss_bytes")),
            std::stoull(rows[1].at("peak_rss_bytes")) + 100'000'000u);
}

}  // namespace
}  // namespace sstr
