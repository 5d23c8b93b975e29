// SPDX-License-Identifier: Apache-2.0
//
// What a transcode refuses: files and settings that cannot be, and damage.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"
#include "sst/validate.h"
#include "transcode/block_batches.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::Compressible;
using ::testing::HasSubstr;
using testing::InternalKey;
using testing::LooseTable;
using testing::MustTranscode;
using testing::TestBlock;
using testing::TestTable;
using testing::TestTableParts;
using testing::To;
using testing::Transcode;
using testing::Varint;

constexpr CompressionType kLZ4 = CompressionType::kLZ4;
constexpr CompressionType kNone = CompressionType::kNone;

void ExpectRefused(const Bytes& file, const TranscodeOptions& options,
                   const std::string& why,
                   StatusCode code = StatusCode::kNotSupported) {
  const Status status = Transcode(file, options).status();
  EXPECT_EQ(status.code(), code) << status.message();
  EXPECT_THAT(status.message(), HasSubstr(why));
  EXPECT_THAT(status.message(), HasSubstr("f.sst: "));
}

TEST(TranscodeRefusalTest, BytesThatAreInNoBlockAreRefusedUnlessZero) {
  LooseTable loose;
  loose.AddData("a");
  loose.table.AddPadding(std::string("\0\0\1", 3));
  loose.AddData("b");
  ExpectRefused(loose.Finish(), To(kLZ4), "bytes from ");
}

TEST(TranscodeRefusalTest, WhatCannotBeCarriedOverIsNamed) {
  LooseTable blobs;
  blobs.AddData("a");
  ExpectRefused(blobs.Finish({{"rocksdb.embedded.blob.stats", "x"}}), To(kLZ4),
                "embedded blob records");

  LooseTable udi;
  udi.AddData("a");
  udi.table.AddMeta("rocksdb.user_defined_index.trie",
                    udi.table.AddBlock("opaque"));
  ExpectRefused(udi.Finish(), To(kLZ4),
                "user-defined index 'rocksdb.user_defined_index.trie'");

  LooseTable unknown;
  unknown.AddData("a");
  unknown.table.AddMeta("rocksdb.future", unknown.table.AddBlock("opaque"));
  ExpectRefused(unknown.Finish(), To(kLZ4), "'rocksdb.future'");

  LooseTable no_handle;
  no_handle.AddData("a");
  no_handle.table.AddMetaValue("rocksdb.flag", "\xFF");
  ExpectRefused(no_handle.Finish(), To(kLZ4), "metaindex entry 'rocksdb.flag'");

  LooseTable twice;
  twice.AddData("a");
  twice.table.AddMeta("rocksdb.stats",
                      twice.table.AddBlock(TestBlock().Finish()));
  ExpectRefused(twice.Finish(), To(kLZ4), "more than one properties block");

  LooseTable custom;
  custom.AddData("a", 0x81);
  ExpectRefused(custom.Finish(), To(kLZ4), "type 0x81");

  LooseTable filter;
  filter.AddData("a");
  filter.table.AddMeta("fullfilter.rocksdb.BuiltinBloomFilter",
                       filter.table.AddBlock("bits", 0x20));
  ExpectRefused(filter.Finish(), To(kLZ4), "type 0x20");

  TestTableParts manager = Compressible(1, {.format_version = 7});
  manager.properties["rocksdb.compression"] = "Mine;81;";
  ExpectRefused(manager.Build(), To(kLZ4), "compression manager 'Mine'");
}

TEST(TranscodeRefusalTest, AFilterByOffsetsIsCarriedOnlyWhereNothingMoves) {
  // Without properties, as LevelDB writes files.
  TestTable table({.format_version = 2});
  const std::string key = InternalKey("k", 5);
  const BlockHandle data =
      table.AddBlock(TestBlock().Add(key, std::string(500, 'x')).Finish());
  table.AddMeta("filter.leveldb.BuiltinBloomFilter2", table.AddBlock("bits"));
  const Bytes file = table.Finish(table.AddBlock(
      TestBlock(1).Add(key, testing::EncodedHandle(data)).Finish()));
  EXPECT_EQ(MustTranscode(file, To(kNone)).file, file);
  ExpectRefused(file, To(kLZ4), "'filter.leveldb.BuiltinBloomFilter2' is tied");
}

TEST(TranscodeRefusalTest, SettingsThatNoFileCanHaveAreRefused) {
  const Bytes file = Compressible(1).Build();
  const auto code = [&](const TranscodeOptions& options) {
    return Transcode(file, options).status().code();
  };
  EXPECT_EQ(code(To(CompressionType::kBrotli)), StatusCode::kUsage);
  EXPECT_EQ(code(To(CompressionType::kXpress)), StatusCode::kUsage);
  TranscodeOptions options = To(CompressionType::kZlib);
  options.codec.level = 10;
  EXPECT_EQ(code(options), StatusCode::kUsage);
  options = To(CompressionType::kSnappy);
  options.codec.max_dict_bytes = 1000;
  EXPECT_EQ(code(options), StatusCode::kUsage);
  // Early ZSTD is unknown to every reader of format 7, and known before.
  EXPECT_EQ(code(To(CompressionType::kZSTDNotFinal)), StatusCode::kOk);
  TestTableParts format_7 = Compressible(1, {.format_version = 7});
  format_7.properties["rocksdb.compression"] = ";;";
  ExpectRefused(format_7.Build(), To(CompressionType::kZSTDNotFinal),
                "no reader of format 7");
}

TEST(TranscodeRefusalTest, DamageIsReportedAsValidationReportsIt) {
  const Bytes sound = Compressible(300).Build();
  const auto image = TableImage::Open("f.sst", sound);
  for (const uint64_t number : {0, 150, 299}) {
    Bytes file = sound;
    file[image->data_blocks()[number].offset + 3] ^= 1;
    const auto damaged = TableImage::Open("f.sst", file);
    const Status want = ValidateTable(*damaged, {}, nullptr).status();
    for (const uint32_t jobs : {1, 4}) {
      TranscodeOptions options = To(kLZ4);
      options.jobs = jobs;
      const Status status = Transcode(file, options).status();
      EXPECT_EQ(status.code(), StatusCode::kCorruption);
      EXPECT_EQ(status.message(), want.message());
    }
  }
}

TEST(TranscodeRefusalTest, KeysOutOfOrderAreFoundBetweenAnyBlocks) {
  // Within a batch of blocks, and where one ends and the next begins.
  const Bytes sound = Compressible(300).Build();
  const auto image = TableImage::Open("f.sst", sound);
  BlockBatches batches(*image);
  BlockRange first;
  ASSERT_TRUE(batches.Next(&first));
  ASSERT_GT(first.end, 2u);
  ASSERT_LT(first.end, 300u);
  for (const uint64_t second : {uint64_t{1}, first.end, first.end + 1}) {
    TestTableParts parts = Compressible(300);
    std::swap(parts.blocks[second - 1], parts.blocks[second]);
    ExpectRefused(parts.Build(), To(kLZ4), "keys out of order",
                  StatusCode::kCorruption);
  }
}

TEST(TranscodeRefusalTest, AWrongEntryCountIsCorruption) {
  TestTableParts parts = Compressible(2);
  parts.properties["rocksdb.num.entries"] = Varint(41);
  ExpectRefused(parts.Build(), To(kLZ4), "rocksdb.num.entries is 41",
                StatusCode::kCorruption);
  parts.range_deletions = {
      {InternalKey("key", 1, ValueType::kRangeDeletion), "kez"}};
  EXPECT_TRUE(Transcode(parts.Build(), To(kLZ4)).ok());
}

}  // namespace
}  // namespace sstr
