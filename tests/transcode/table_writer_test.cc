// SPDX-License-Identifier: Apache-2.0

#include "transcode/table_writer.h"

#include <gtest/gtest.h>

#include "sst/table_image.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Bytes;
using testing::MemorySink;
using testing::ReadBytes;
using testing::TestTable;

Footer Like(uint32_t format_version, ChecksumType checksum_type) {
  return {.format_version = format_version,
          .checksum_type = checksum_type,
          .base_context_checksum = format_version >= 6 ? 0x5EED1234u : 0u,
          .index = format_version >= 6 ? std::nullopt
                                       : std::optional<BlockHandle>({})};
}

// TestTable has its own way of writing the same.
TEST(TableWriterTest, BlocksAreThoseOfAnotherWriter) {
  for (const uint32_t version : {0, 5, 7}) {
    for (uint8_t code = 0; code < 5; ++code) {
      const auto checksum_type = static_cast<ChecksumType>(code);
      if (version == 0 && checksum_type != ChecksumType::kCrc32c) continue;
      TestTable table(
          {.format_version = version, .checksum_type = checksum_type});
      const BlockHandle first = table.AddBlock("first block", 4);
      table.AddPadding("\0\0");
      const BlockHandle second = table.AddBlock("", 0);
      const BlockHandle index = table.AddBlock("index", 7);
      const Bytes want = table.Finish(index);

      MemorySink sink;
      TableWriter writer(Like(version, checksum_type), &sink);
      EXPECT_EQ(*writer.AddBlock(CompressionType::kLZ4, AsBytes("first block")),
                first);
      ASSERT_TRUE(writer.AddPadding(AsBytes("\0\0")).ok());
      std::vector<uint8_t> encoded;
      AppendEncodedBlock(checksum_type, CompressionType::kNone, {}, &encoded);
      AppendEncodedBlock(checksum_type, CompressionType::kZSTD,
                         AsBytes("index"), &encoded);
      std::vector<BlockHandle> handles;
      const std::vector<uint64_t> sizes = {0, 5};
      ASSERT_TRUE(writer.AddEncodedBlocks(encoded, sizes, &handles).ok());
      EXPECT_EQ(handles, (std::vector<BlockHandle>{second, index}));
      EXPECT_EQ(writer.offset(), index.end());
      EXPECT_EQ(sink.file, Bytes(want.begin(), want.begin() + index.end()))
          << version << " " << int{code};
    }
  }
}

TEST(TableWriterTest, AChecksumCanBeThatOfOtherBytes) {
  MemorySink sink;
  TableWriter writer(Like(5, ChecksumType::kCrc32c), &sink);
  ASSERT_TRUE(
      writer.AddBlock(CompressionType::kNone, AsBytes("new"), AsBytes("old"))
          .ok());
  TestTable table({.checksum_type = ChecksumType::kCrc32c});
  table.AddBlock("old");
  Bytes want = table.Finish({});
  want.resize(sink.file.size());
  std::ranges::copy(AsBytes("new"), want.begin());
  EXPECT_EQ(sink.file, want);
}

TEST(TableWriterTest, FootersComeOutAsTheyWere) {
  std::map<std::string, std::string> files = testing::SoundTestdata();
  files.merge(testing::SoundSharedFiles());
  for (const auto& [name, path] : files) {
    const Bytes file = ReadBytes(path);
    const auto footer = ParseFooter(file);
    ASSERT_TRUE(footer.ok()) << path;
    EXPECT_EQ(EncodeFooter(*footer),
              Bytes(file.begin() + footer->offset, file.end()))
        << path;
  }
}

TEST(TableWriterTest, FooterIsThatOfAnotherWriter) {
  for (uint32_t version = 0; version <= 7; ++version) {
    TestTable table(
        {.format_version = version, .checksum_type = ChecksumType::kCrc32c});
    const BlockHandle index = table.AddBlock("index");
    const Bytes file = table.Finish(index);
    const auto image_footer = ParseFooter(file);
    ASSERT_TRUE(image_footer.ok()) << version;
    EXPECT_EQ(EncodeFooter(*image_footer),
              Bytes(file.begin() + image_footer->offset, file.end()))
        << version;
  }
}

}  // namespace
}  // namespace sstr
