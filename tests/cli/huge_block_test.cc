// SPDX-License-Identifier: Apache-2.0
//
// A block larger than LZ4 takes (LZ4_MAX_INPUT_SIZE, 0x7E000000 bytes). Takes
// about 5 GB of memory.

#include <filesystem>
#include <fstream>

#include "testing/recompress_tool.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

using HugeBlockTest = testing::RecompressToolTest;

TEST_F(HugeBlockTest, IsStoredRawAndTheRowSaysSo) {
  const std::string file = dir_.File("zeros");
  std::ofstream(file).flush();
  std::filesystem::resize_file(file, 0x7E000001);
  const auto rows = Rows({"--input_format=raw", "--sizes_only",
                          "--compression_types=kLZ4Compression", file});
  ASSERT_THAT(rows, SizeIs(2));
  EXPECT_EQ(rows[1].at("status"), "ok");
  EXPECT_EQ(rows[1].at("data_bytes"), "2113929217");
  EXPECT_EQ(rows[1].at("blocks_bypassed"), "1");
  EXPECT_THAT(rows[1].at("status_detail"),
              HasSubstr("1 blocks are stored raw: lz4 takes up to 2113929216"));
}

}  // namespace
}  // namespace sstr
