// SPDX-License-Identifier: Apache-2.0

#include "transcode/transcode_plan.h"

#include <gtest/gtest.h>

#include "sst/test_table.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::SmallTable;
using testing::TestTableParts;

WriterTraits TraitsOf(const Bytes& file) {
  const auto image = TableImage::Open("f.sst", file);
  EXPECT_TRUE(image.ok()) << image.status().message();
  return WriterTraitsOf(*image);
}

WriterTraits TraitsOfShared(const std::string& name) {
  return TraitsOf(testing::ReadSharedFile(name));
}

WriterTraits TraitsWithOptions(const std::string& options) {
  TestTableParts parts = SmallTable();
  parts.properties["rocksdb.compression_options"] = options;
  return TraitsOf(parts.Build());
}

// The names of the files tell their writers.
TEST(WriterTraitsTest, ReleasesAreToldApart) {
  SSTR_REQUIRE_SHARED_DATA();
  const WriterTraits r7_8 =
      TraitsOfShared("rocksdb7.8-v5-range-deletions-zstd-not-final.sst");
  EXPECT_EQ(r7_8.keep_rule, KeepRule::RocksDb7());
  EXPECT_EQ(r7_8.output_room, OutputRoom::kWorstCase);
  EXPECT_EQ(r7_8.trainer_use, TrainerUse::kEveryType);
  EXPECT_FALSE(r7_8.lz4_one_shot);

  const WriterTraits r10_6 =
      TraitsOfShared("rocksdb10.6-v6-reverse-comparator-lz4.sst");
  EXPECT_EQ(r10_6.keep_rule, KeepRule::RocksDb8());
  EXPECT_FALSE(r10_6.lz4_one_shot);
  EXPECT_FALSE(r10_6.counts_raw_blocks);

  for (const std::string name : {"rocksdb11.8-v6-blob-index-lz4.sst",
                                 "rocksdb11.8-v7-partitioned-lz4.sst"}) {
    const WriterTraits r11_8 = TraitsOfShared(name);
    EXPECT_EQ(r11_8.keep_rule, KeepRule::RocksDb8());
    EXPECT_EQ(r11_8.output_room, OutputRoom::kKeepLimit);
    EXPECT_EQ(r11_8.trainer_use, TrainerUse::kZstdOnly);
    EXPECT_TRUE(r11_8.lz4_one_shot);
    EXPECT_TRUE(r11_8.counts_raw_blocks);
  }
}

TEST(WriterTraitsTest, OptionsOfTheWriterAreTaken) {
  EXPECT_EQ(TraitsWithOptions("max_compressed_bytes_per_kb=512; ").keep_rule,
            KeepRule::Limit(512));
  // As RocksDB takes them.
  EXPECT_EQ(TraitsWithOptions("max_compressed_bytes_per_kb=5000; ").keep_rule,
            KeepRule::Limit(1023));
  EXPECT_EQ(TraitsWithOptions("max_compressed_bytes_per_kb=-1; ").keep_rule,
            KeepRule::Limit(0));
  EXPECT_TRUE(TraitsWithOptions("checksum=1; ").zstd_checksum);
  EXPECT_FALSE(TraitsWithOptions("checksum=0; ").zstd_checksum);
  EXPECT_FALSE(TraitsWithOptions("").zstd_checksum);
}

TEST(WriterTraitsTest, EveryTypeCanBeEncodedWithAndWithoutDictionary) {
  const Bytes dictionary(1000, 'd');
  for (const bool recent : {false, true}) {
    const WriterTraits traits = {.lz4_one_shot = recent};
    for (const CompressionType type :
         {CompressionType::kNone, CompressionType::kSnappy,
          CompressionType::kZlib, CompressionType::kBZip2,
          CompressionType::kLZ4, CompressionType::kLZ4HC,
          CompressionType::kZSTD, CompressionType::kZSTDNotFinal}) {
      for (const std::span<const uint8_t> used :
           {std::span<const uint8_t>(), std::span<const uint8_t>(dictionary)}) {
        const auto encoder = BlockEncoder::Create(
            EncoderOptionsFor(traits, 5, type, kDefaultCompressionLevel, used));
        EXPECT_TRUE(encoder.ok()) << encoder.status().message();
      }
    }
  }
}

}  // namespace
}  // namespace sstr
