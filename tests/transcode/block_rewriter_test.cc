// SPDX-License-Identifier: Apache-2.0

#include "transcode/block_rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/block_decoding.h"
#include "sst/test_table.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Bytes;
using testing::EncodedHandle;
using testing::Fixed32;
using ::testing::HasSubstr;
using testing::ReadBytes;
using testing::TestBlock;
using testing::Varint;

std::string Text(const std::vector<uint8_t>& bytes) {
  return std::string(bytes.begin(), bytes.end());
}

Result<std::vector<uint8_t>> Rewrite(const std::string& contents,
                                     const IndexEncoding& encoding,
                                     const std::vector<BlockHandle>& from,
                                     const std::vector<BlockHandle>& to) {
  MovedBlocks moved(from, to);
  return RewriteIndexBlock(AsBytes(contents), encoding, &moved);
}

TEST(RewriteIndexBlockTest, PutsNewHandlesInThePlaceOfOldOnes) {
  const std::string before = TestBlock(2)
                                 .Add("aaa", EncodedHandle({0, 100}))
                                 .Add("aab", EncodedHandle({105, 200}))
                                 .Add("b", EncodedHandle({310, 7}))
                                 .Finish();
  const std::string after = TestBlock(2)
                                .Add("aaa", EncodedHandle({0, 90}))
                                .Add("aab", EncodedHandle({95, 300}))
                                .Add("b", EncodedHandle({100000, 70000}))
                                .Finish();
  const auto rewritten = Rewrite(before, {}, {{0, 100}, {105, 200}, {310, 7}},
                                 {{0, 90}, {95, 300}, {100000, 70000}});
  ASSERT_TRUE(rewritten.ok()) << rewritten.status().message();
  EXPECT_EQ(Text(*rewritten), after);
}

// Values without a size: a handle where nothing is shared, else the zigzag
// difference of sizes.
TEST(RewriteIndexBlockTest, DifferencesStandForHandles) {
  const auto block = [](const std::string& first_handle,
                        const std::string& difference) {
    return Varint(0) + Varint(2) + "ab" + first_handle +  //
           Varint(1) + Varint(1) + "c" + difference +     //
           Fixed32(0) + Fixed32(1);
  };
  const std::string before = block(EncodedHandle({0, 100}), Varint(20));
  const auto smaller = Rewrite(before, {.value_is_delta = true},
                               {{0, 100}, {105, 110}}, {{0, 50}, {55, 47}});
  ASSERT_TRUE(smaller.ok()) << smaller.status().message();
  // 47 - 50 = -3 is 5 in zigzag.
  EXPECT_EQ(Text(*smaller), block(EncodedHandle({0, 50}), Varint(5)));
  const auto apart = Rewrite(before, {.value_is_delta = true},
                             {{0, 100}, {105, 110}}, {{0, 50}, {56, 47}});
  EXPECT_EQ(apart.status().code(), StatusCode::kNotSupported);
}

TEST(RewriteIndexBlockTest, FirstKeysFlagsAndWhatIsBehindTheRestartsStay) {
  const std::string first_key = Varint(9) + "firstkey!";
  const auto block = [&](const BlockHandle& handle) {
    TestBlock test_block(1);
    test_block.Add("k", EncodedHandle(handle) + first_key);
    // Bit 29 and a hash index of two buckets.
    return test_block.entries() +
           test_block.FinishRestarts(0xA0000000, std::string("\0\xFF\2\0", 4));
  };
  const auto rewritten = Rewrite(block({5, 1000}), {.has_first_key = true},
                                 {{5, 1000}}, {{0, 10}});
  ASSERT_TRUE(rewritten.ok()) << rewritten.status().message();
  EXPECT_EQ(Text(*rewritten), block({0, 10}));
}

TEST(RewriteIndexBlockTest, AnIndexOfNothingStays) {
  const std::string empty = TestBlock(1).Finish();
  EXPECT_EQ(Text(*Rewrite(empty, {}, {}, {})), empty);
}

TEST(RewriteIndexBlockTest, OtherHandlesThanExpectedAreCorruption) {
  const std::string contents =
      TestBlock(1).Add("a", EncodedHandle({0, 100})).Finish();
  for (const std::vector<BlockHandle>& from :
       {std::vector<BlockHandle>{}, {{0, 101}}}) {
    EXPECT_EQ(Rewrite(contents, {}, from, from).status().code(),
              StatusCode::kCorruption);
  }
  EXPECT_EQ(Rewrite("?", {}, {}, {}).status().code(), StatusCode::kCorruption);
}

TEST(RewriteIndexBlockTest, OneListGoesThroughSeveralPartitions) {
  const std::vector<BlockHandle> from = {{0, 1}, {6, 2}, {13, 3}};
  const std::vector<BlockHandle> to = {{0, 4}, {9, 5}, {19, 6}};
  MovedBlocks moved(from, to);
  const auto partition = [](const std::string& key, const BlockHandle& handle) {
    return TestBlock(1).Add(key, EncodedHandle(handle)).Finish();
  };
  for (size_t i = 0; i < from.size(); ++i) {
    const std::string key(1, static_cast<char>('a' + i));
    const std::string before = partition(key, from[i]);
    EXPECT_EQ(Text(*RewriteIndexBlock(AsBytes(before), {}, &moved)),
              partition(key, to[i]));
  }
}

TEST(NamedValuesTest, BothWaysOfWritersComeBackTheSame) {
  for (const int restart_interval : {1, 1000}) {
    const std::string contents = TestBlock(restart_interval)
                                     .Add("filter.x", "1")
                                     .Add("filter.y", "")
                                     .Add("rocksdb.a", "22")
                                     .Finish();
    const auto values = ReadNamedValues(AsBytes(contents));
    ASSERT_TRUE(values.ok());
    EXPECT_EQ(values->one_restart, restart_interval > 1);
    EXPECT_EQ(values->entries[2], (NamedValue{"rocksdb.a", "22"}));
    EXPECT_EQ(Text(WriteNamedValues(*values)), contents);
  }
  const std::string empty = TestBlock(1).Finish();
  EXPECT_EQ(Text(WriteNamedValues(*ReadNamedValues(AsBytes(empty)))), empty);
}

TEST(NamedValuesTest, DamageIsCorruption) {
  const std::string unsorted = TestBlock(1).Add("b", "").Add("a", "").Finish();
  EXPECT_EQ(ReadNamedValues(AsBytes(unsorted)).status().code(),
            StatusCode::kCorruption);
}

// Whatever release wrote a block: with nothing changed it comes out the same.
class RewriteSharedTest : public ::testing::Test {
 protected:
  void ExpectSameBlocks(const std::string& path) {
    const Bytes file = ReadBytes(path);
    const auto image = TableImage::Open(path, file);
    ASSERT_TRUE(image.ok()) << image.status().message();
    MovedBlocks data(image->data_blocks(), image->data_blocks());
    std::vector<BlockHandle> partitions, filter_partitions;
    for (const MetaBlock& block : image->meta_blocks()) {
      if (block.kind == BlockKind::kIndexPartition) {
        partitions.push_back(block.handle);
      } else if (block.kind == BlockKind::kFilterPartition) {
        filter_partitions.push_back(block.handle);
      }
    }
    MovedBlocks index_partitions(partitions, partitions);
    MovedBlocks filters(filter_partitions, filter_partitions);
    const IndexEncoding encoding = IndexEncodingOf(image->properties());
    BlockDecoder decoder(image->footer().format_version);
    for (const MetaBlock& block : image->meta_blocks()) {
      const auto stored = image->ReadBlock(block.handle);
      const auto contents =
          DecodeStoredBlock(image->footer(), *stored, &decoder);
      ASSERT_TRUE(contents.ok());
      Result<std::vector<uint8_t>> rewritten = Bytes();
      if (block.kind == BlockKind::kIndexPartition) {
        rewritten = RewriteIndexBlock(*contents, encoding, &data);
      } else if (block.kind == BlockKind::kIndex) {
        rewritten =
            RewriteIndexBlock(*contents, encoding,
                              partitions.empty() ? &data : &index_partitions);
      } else if (IsPartitionedFilterName(block.name)) {
        rewritten = RewriteIndexBlock(
            *contents, {.value_is_delta = encoding.value_is_delta}, &filters);
      } else if (block.kind == BlockKind::kProperties ||
                 block.kind == BlockKind::kMetaindex) {
        rewritten = WriteNamedValues(*ReadNamedValues(*contents));
      } else {
        continue;
      }
      ASSERT_TRUE(rewritten.ok()) << rewritten.status().message();
      EXPECT_EQ(Text(*rewritten), AsStringView(*contents))
          << path << " " << BlockKindName(block.kind);
      ++blocks_;
    }
  }

  size_t blocks_ = 0;
};

TEST_F(RewriteSharedTest, BlocksOfTheTestdata) {
  for (const auto& [name, path] : testing::SoundTestdata()) {
    ExpectSameBlocks(path);
  }
  // Index, properties and metaindex of 24 files at least.
  EXPECT_GE(blocks_, 72u);
}

TEST_F(RewriteSharedTest, BlocksOfManyReleases) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const auto& [name, path] : testing::SoundSharedFiles()) {
    ExpectSameBlocks(path);
  }
  EXPECT_GE(blocks_, 64u);
}

}  // namespace
}  // namespace sstr
