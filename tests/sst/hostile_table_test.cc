// SPDX-License-Identifier: Apache-2.0
//
// Files whose checksums are right and whose numbers are not: nothing may be
// believed, and nothing allocated, because a file says so. Faults of
// rocksdb#14993, rocksdb#15209 and leveldb#1310 among them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"
#include "sst/validate.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::EncodedHandle;
using testing::FixBlockChecksum;
using testing::Fixed32;
using ::testing::HasSubstr;
using testing::InternalKey;
using testing::SmallTable;
using testing::TestBlock;
using testing::TestTable;
using testing::TestTableOptions;
using testing::Varint;

Status StatusOf(const Bytes& file) {
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  if (!image.ok()) return image.status();
  return ValidateTable(*image, {}, nullptr).status();
}

void Store(Bytes* file, uint64_t offset, const std::string& text) {
  std::copy(text.begin(), text.end(), file->begin() + offset);
}

// A file whose only data block has these contents.
Bytes FileOfBlock(const std::string& contents, uint8_t type = 0,
                  const TestTableOptions& options = {}) {
  TestTable table(options);
  const BlockHandle data = table.AddBlock(contents, type);
  const BlockHandle index = table.AddBlock(
      TestBlock().Add(InternalKey("k", 1), EncodedHandle(data)).Finish());
  table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
  return table.Finish(index);
}

// A file whose index names these handles, and one sound block at 0.
Bytes FileOfHandles(const std::vector<BlockHandle>& handles) {
  TestTable table;
  table.AddBlock(TestBlock().Add(InternalKey("k", 1), "v").Finish());
  TestBlock index(1);
  for (const BlockHandle& handle : handles) {
    index.Add("k", EncodedHandle(handle));
  }
  const BlockHandle index_handle = table.AddBlock(index.Finish());
  table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
  return table.Finish(index_handle);
}

void ExpectCorrupt(const Bytes& file, const std::string& text) {
  const Status status = StatusOf(file);
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(), HasSubstr(text));
}

TEST(HostileTableTest, TheBaseOfTheseTestsIsSound) {
  const std::string contents =
      TestBlock().Add(InternalKey("k", 1), "v").Finish();
  EXPECT_TRUE(StatusOf(FileOfBlock(contents)).ok());
}

TEST(HostileTableTest, RestartCounts) {
  const std::string entries =
      TestBlock().Add(InternalKey("k", 1), "v").entries();
  for (const uint32_t count : {1u << 30, (1u << 28) - 1, 1u << 20, 2u}) {
    ExpectCorrupt(FileOfBlock(entries + Fixed32(0) + Fixed32(count)),
                  "block 0 at 0: ");
  }
}

TEST(HostileTableTest, RestartCountPatchedInASoundFile) {
  Bytes file = SmallTable().Build();
  const BlockHandle data = TableImage::Open("f.sst", file)->data_blocks()[0];
  Store(&file, data.offset + data.size - 4, Fixed32(1u << 30));
  FixBlockChecksum(&file, data);
  ExpectCorrupt(file, "block 0 at 0: restart count word 0x40000000");
}

TEST(HostileTableTest, HashBuckets) {
  const TestBlock block = TestBlock().Add(InternalKey("k", 1), "v");
  ExpectCorrupt(
      FileOfBlock(block.entries() + block.FinishRestarts(1u << 31, "\xFF\xFF")),
      "65535 hash buckets do not fit");
}

TEST(HostileTableTest, HandleSizes) {
  const uint64_t sizes[] = {
      ~uint64_t{0},      ~uint64_t{0} - 4,    (uint64_t{1} << 31) - 1,
      uint64_t{1} << 31, (uint64_t{1} << 63), uint64_t{1} << 32};
  for (const uint64_t size : sizes) {
    ExpectCorrupt(FileOfHandles({{.offset = 0, .size = size}}),
                  "block 0 at 0: its handle (offset 0, size ");
    ExpectCorrupt(FileOfHandles({{.offset = size, .size = 10}}),
                  "does not fit in the file");
  }
}

TEST(HostileTableTest, HandleThatSpansOtherBlocks) {
  const BlockHandle honest = {.offset = 0, .size = 21};
  ExpectCorrupt(FileOfHandles({honest, {.offset = 3, .size = 40}}), "overlaps");
  ExpectCorrupt(FileOfHandles({honest, honest}), "overlaps");
}

TEST(HostileTableTest, IndexThatNamesOneBlockManyTimes) {
  ExpectCorrupt(
      FileOfHandles(std::vector<BlockHandle>(20, {.offset = 0, .size = 21})),
      "block 1 at 0: it overlaps the block at 0; 19 of 23 blocks are bad");
}

TEST(HostileTableTest, IndexThatNamesTheFileManyTimes) {
  ExpectCorrupt(
      FileOfHandles(std::vector<BlockHandle>(99, {.offset = 0, .size = 300})),
      "it names blocks with several times the bytes of the file");
}

TEST(HostileTableTest, FooterHandles) {
  for (const uint64_t size :
       {~uint64_t{0}, ~uint64_t{0} - 4, (uint64_t{1} << 31) - 1}) {
    TestTable table({.format_version = 5});
    const Bytes bad_index = table.Finish({.offset = 0, .size = size});
    EXPECT_EQ(StatusOf(bad_index).code(), StatusCode::kCorruption);
    Bytes bad_metaindex = SmallTable({.format_version = 5}).Build();
    const uint64_t middle = bad_metaindex.size() - 52;
    std::string handles = EncodedHandle({.offset = 0, .size = size}) +
                          EncodedHandle({.offset = 0, .size = 10});
    handles.resize(40);
    Store(&bad_metaindex, middle, handles);
    EXPECT_EQ(StatusOf(bad_metaindex).code(), StatusCode::kCorruption);
  }
}

TEST(HostileTableTest, MetaindexHandles) {
  for (const std::string name :
       {"rocksdb.properties", "rocksdb.compression_dict", "rocksdb.range_del",
        "fullfilter.x", "partitionedfilter.x", "unknown"}) {
    TestTable table;
    table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
    table.AddMeta(name, {.offset = 3, .size = ~uint64_t{0} - 4});
    const Bytes file = table.Finish(table.AddBlock(TestBlock().Finish()));
    ExpectCorrupt(file, "does not fit in the file");
  }
}

TEST(HostileTableTest, MetaindexValuesThatAreNoHandles) {
  TestTable table;
  table.AddMetaValue("rocksdb.properties", "\x01");
  const Bytes file = table.Finish(table.AddBlock(TestBlock().Finish()));
  ExpectCorrupt(file, "the value of 'rocksdb.properties' is no block handle");
}

TEST(HostileTableTest, ClaimedDecodedSizes) {
  // LZ4 and ZSTD with the prefix of format 2 and up; Snappy has its own.
  for (const uint8_t type : {1, 2, 3, 4, 5, 7}) {
    const std::string claim = Varint(0xFFFFFFFF) + "0123456789";
    const Status status = StatusOf(FileOfBlock(claim, type));
    EXPECT_EQ(status.code(), StatusCode::kCorruption) << int{type};
    EXPECT_THAT(status.message(), HasSubstr("block 0 at 0: ")) << int{type};
  }
}

TEST(HostileTableTest, OldLz4SizeOfEightBytes) {
  // Formats 0 and 1 store a size_t in front of LZ4's bytes.
  const std::string claim = Fixed32(0xFFFFFFFF) + Fixed32(0x7FFFFFFF) + "abc";
  EXPECT_EQ(StatusOf(FileOfBlock(claim, 4, {.format_version = 1})).code(),
            StatusCode::kCorruption);
}

TEST(HostileTableTest, CompressedDictionary) {
  TestTable table;
  table.AddMeta("rocksdb.compression_dict", table.AddBlock("abc", 4));
  table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
  const Bytes file = table.Finish(table.AddBlock(TestBlock().Finish()));
  ExpectCorrupt(file, "compression dictionary at 0: it is compressed itself");
}

TEST(HostileTableTest, RangeDeletionsOfOtherTypes) {
  TestTable table;
  table.AddMeta("rocksdb.range_del",
                table.AddBlock(TestBlock().Add("short", "x").Finish()));
  table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
  const Bytes file = table.Finish(table.AddBlock(TestBlock().Finish()));
  ExpectCorrupt(file, "range deletion block at 0: key too short");
}

}  // namespace
}  // namespace sstr
