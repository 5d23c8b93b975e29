// SPDX-License-Identifier: Apache-2.0

#include "sst/table_image.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Bytes;
using ::testing::Contains;
using ::testing::ElementsAre;
using testing::EncodedHandle;
using testing::Fixed32;
using testing::Fixed64;
using ::testing::HasSubstr;
using testing::InternalKey;
using testing::SmallTable;
using testing::TestBlock;
using testing::TestTable;
using testing::TestTableOptions;
using testing::TestTableParts;
using testing::Varint;

Status OpenStatus(const Bytes& file) {
  return TableImage::Open("f.sst", file).status();
}

// A file whose blocks the test adds; `index` and `properties` are contents.
Bytes FileWith(TestTable* table, const std::string& index,
               const std::string& properties) {
  const BlockHandle index_handle = table->AddBlock(index);
  table->AddMeta("rocksdb.properties", table->AddBlock(properties));
  return table->Finish(index_handle);
}

TEST(TableImageTest, LocatesEveryBlockInEveryFormat) {
  for (uint32_t version = 0; version <= 7; ++version) {
    const Bytes file = SmallTable({.format_version = version,
                                   .checksum_type = ChecksumType::kCrc32c})
                           .Build();
    const Result<TableImage> image = TableImage::Open("f.sst", file);
    ASSERT_TRUE(image.ok()) << version << image.status().message();
    EXPECT_EQ(image->footer().format_version, version);
    ASSERT_EQ(image->data_blocks().size(), 2u);
    EXPECT_EQ(image->data_blocks()[0].offset, 0u);
    EXPECT_EQ(image->data_blocks()[1].offset, image->data_blocks()[0].end());
    EXPECT_EQ(image->properties().num_entries(), 6u);
    EXPECT_NE(image->FindMeta(BlockKind::kMetaindex), nullptr);
    EXPECT_NE(image->FindMeta(BlockKind::kIndex), nullptr);
    EXPECT_NE(image->FindMeta(BlockKind::kProperties), nullptr);
    EXPECT_EQ(image->FindMeta(BlockKind::kDictionary), nullptr);
    EXPECT_TRUE(image->notes().empty());
  }
}

TEST(TableImageTest, ReadsBlocksOfEveryChecksumType) {
  for (uint8_t code = 0; code < 5; ++code) {
    for (const uint32_t version : {2, 7}) {
      const auto type = static_cast<ChecksumType>(code);
      Bytes file =
          SmallTable({.format_version = version, .checksum_type = type})
              .Build();
      const Result<TableImage> image = TableImage::Open("f.sst", file);
      ASSERT_TRUE(image.ok()) << image.status().message();
      const BlockHandle handle = image->data_blocks()[1];
      EXPECT_TRUE(image->VerifyChecksum(handle).ok());
      // A wrong stored checksum is found even where none is computed.
      file[handle.offset + handle.size + 1] ^= 1;
      EXPECT_THAT(image->VerifyChecksum(handle).message(),
                  HasSubstr("checksum mismatch"));
    }
  }
}

TEST(TableImageTest, HandlesAreCheckedAgainstTheFileWithoutOverflow) {
  const Bytes file = SmallTable().Build();
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok());
  const uint64_t end = image->footer().offset;
  for (const BlockHandle& handle :
       {BlockHandle{0, ~uint64_t{0}}, BlockHandle{0, ~uint64_t{0} - 4},
        BlockHandle{~uint64_t{0}, 0}, BlockHandle{~uint64_t{0} - 4, 0},
        BlockHandle{end - 4, 0}, BlockHandle{0, end - 4},
        BlockHandle{end, 1}}) {
    EXPECT_THAT(image->ReadBlock(handle).status().message(),
                HasSubstr("does not fit in the file"));
  }
}

TEST(TableImageTest, PartitionedIndexIsWalkedThrough) {
  TestTable table;
  std::vector<BlockHandle> data;
  for (int i = 0; i < 4; ++i) {
    data.push_back(table.AddBlock(
        TestBlock().Add(InternalKey(std::to_string(i), 1), "v").Finish()));
  }
  TestBlock top(1);
  for (int half = 0; half < 2; ++half) {
    const std::string partition =
        TestBlock(1)
            .Add("k1", EncodedHandle(data[2 * half]))
            .Add("k2", EncodedHandle(data[2 * half + 1]))
            .Finish();
    top.Add("k" + std::to_string(half),
            EncodedHandle(table.AddBlock(partition)));
  }
  const Bytes file =
      FileWith(&table, top.Finish(),
               TestBlock()
                   .Add("rocksdb.block.based.table.index.type", Fixed32(2))
                   .Finish());
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok()) << image.status().message();
  EXPECT_EQ(image->data_blocks(), data);
  EXPECT_EQ(std::ranges::count(image->meta_blocks(), BlockKind::kIndexPartition,
                               &MetaBlock::kind),
            2);
}

TEST(TableImageTest, FilterPartitionsAreFound) {
  TestTable table;
  const BlockHandle filters[] = {table.AddBlock("bits"),
                                 table.AddBlock("more")};
  const std::string top = TestBlock(1)
                              .Add("a", EncodedHandle(filters[0]))
                              .Add("b", EncodedHandle(filters[1]))
                              .Finish();
  table.AddMeta("partitionedfilter.some.Bloom", table.AddBlock(top));
  const Bytes file =
      FileWith(&table, TestBlock().Finish(), TestBlock().Finish());
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok()) << image.status().message();
  std::vector<BlockHandle> found;
  for (const MetaBlock& block : image->meta_blocks()) {
    if (block.kind == BlockKind::kFilterPartition) {
      found.push_back(block.handle);
    }
  }
  EXPECT_THAT(found, ElementsAre(filters[0], filters[1]));
  EXPECT_EQ(image->FindMeta(BlockKind::kFilter)->name,
            "partitionedfilter.some.Bloom");
}

TEST(TableImageTest, DictionaryIsAView) {
  TestTable table;
  table.AddMeta("rocksdb.compression_dict", table.AddBlock("words"));
  const Bytes file =
      FileWith(&table, TestBlock().Finish(), TestBlock().Finish());
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok());
  EXPECT_EQ(AsStringView(image->dictionary()), "words");
}

TEST(TableImageTest, UnknownMetaBlocksAreNamed) {
  TestTable table;
  table.AddMeta("my.block", table.AddBlock("contents"));
  table.AddMeta("rocksdb.user_defined_index.trie", table.AddBlock("trie"));
  table.AddMetaValue("my.text", "\xFFno handle");
  const Bytes file =
      FileWith(&table, TestBlock().Finish(),
               TestBlock().Add("rocksdb.embedded.blob.stats", "xx").Finish());
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok()) << image.status().message();
  EXPECT_THAT(image->notes(), Contains("meta block 'my.block' is not known"));
  EXPECT_THAT(image->notes(), Contains(HasSubstr("'my.text' is not known")));
  EXPECT_THAT(image->notes(),
              Contains(HasSubstr("'rocksdb.user_defined_index.trie'")));
  EXPECT_THAT(image->notes(), Contains(HasSubstr("embedded blob records")));
}

TEST(TableImageTest, UnknownIndexTypeIsNotSupported) {
  TestTableParts parts = SmallTable();
  parts.properties["rocksdb.block.based.table.index.type"] = Fixed32(4);
  const Status status = OpenStatus(parts.Build());
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_THAT(status.message(), HasSubstr("index type 4: not supported"));
}

TEST(TableImageTest, OnlyOldFormatsDoWithoutProperties) {
  for (uint32_t version = 0; version <= 7; ++version) {
    TestTableParts parts = SmallTable(
        {.format_version = version, .checksum_type = ChecksumType::kCrc32c});
    parts.with_properties = false;
    const Result<TableImage> image =
        TableImage::Open("f.sst", *std::make_unique<Bytes>(parts.Build()));
    EXPECT_EQ(image.ok(), version < 4) << version;
  }
}

// Ingestion overwrites the property in place and leaves the checksum.
TEST(TableImageTest, OverwrittenGlobalSeqnoIsNoCorruption) {
  TestTableParts parts = SmallTable();
  parts.properties["rocksdb.external_sst_file.global_seqno"] = Fixed64(0);
  parts.properties["rocksdb.external_sst_file.version"] = Fixed32(2);
  Bytes file = parts.Build();
  uint64_t value_at = 0;
  BlockHandle properties;
  {
    const Result<TableImage> image = TableImage::Open("f.sst", file);
    ASSERT_TRUE(image.ok());
    properties = image->FindMeta(BlockKind::kProperties)->handle;
    for (const auto& property : image->properties().all()) {
      if (property.name == "rocksdb.external_sst_file.global_seqno") {
        value_at = properties.offset + property.value_offset;
      }
    }
  }
  file[value_at] = 77;
  {
    const Result<TableImage> image = TableImage::Open("f.sst", file);
    ASSERT_TRUE(image.ok()) << image.status().message();
    EXPECT_EQ(image->properties().global_seqno(), 77u);
  }
  file[properties.offset + properties.size - 1] ^= 1;
  EXPECT_THAT(OpenStatus(file).message(), HasSubstr("properties block at"));
}

TEST(TableImageTest, MessagesNameFileBlockOffsetAndExtent) {
  Bytes file = SmallTable().Build();
  BlockHandle index;
  {
    const Result<TableImage> image = TableImage::Open("f.sst", file);
    index = image->FindMeta(BlockKind::kIndex)->handle;
  }
  file[index.offset] ^= 1;
  const Status status = OpenStatus(file);
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(),
              HasSubstr("f.sst: index at " + std::to_string(index.offset) +
                        ": checksum mismatch"));
  EXPECT_THAT(
      status.message(),
      HasSubstr("1 of 3 blocks is bad; the data blocks cannot be found"));
}

TEST(TableImageTest, ZstdOfNewerLevelDbIsNamed) {
  TestTable table(
      {.format_version = 0, .checksum_type = ChecksumType::kCrc32c});
  const BlockHandle index =
      table.AddBlock("\x28\xB5\x2F\xFD and the rest of a frame", 2);
  const Status status = OpenStatus(table.Finish(index));
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_THAT(status.message(), HasSubstr("ZSTD frame"));
}

TEST(BlockPlacesTest, SoundFilesHaveNoOverlaps) {
  const Bytes file = SmallTable().Build();
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok());
  EXPECT_TRUE(FindOverlaps(*image).empty());
  const std::vector<BlockPlace> places = BlocksInFileOrder(*image);
  ASSERT_EQ(places.size(), 5u);
  uint64_t offset = 0;
  for (const BlockPlace& place : places) {
    EXPECT_EQ(place.handle.offset, offset);
    offset = place.handle.end();
  }
  EXPECT_EQ(offset, image->footer().offset);
}

TEST(BlockPlacesTest, BlockNamedTwiceOverlapsItself) {
  TestTable table;
  const BlockHandle data =
      table.AddBlock(TestBlock().Add(InternalKey("a", 1), "v").Finish());
  const Bytes file = FileWith(&table,
                              TestBlock(1)
                                  .Add("a", EncodedHandle(data))
                                  .Add("b", EncodedHandle(data))
                                  .Finish(),
                              TestBlock().Finish());
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok()) << image.status().message();
  const std::vector<BlockOverlap> overlaps = FindOverlaps(*image);
  ASSERT_EQ(overlaps.size(), 1u);
  EXPECT_EQ(overlaps[0].block.number, 1u);
  EXPECT_EQ(overlaps[0].earlier.number, 0u);
}

}  // namespace
}  // namespace sstr
