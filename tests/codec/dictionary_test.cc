// SPDX-License-Identifier: Apache-2.0

#include "codec/dictionary.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/block_decoder.h"
#include "codec/block_encoder.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

class BlockSet {
 public:
  explicit BlockSet(std::vector<Bytes> blocks) : blocks_(std::move(blocks)) {
    views_.assign(blocks_.begin(), blocks_.end());
  }
  BlockViews views() const { return views_; }

 private:
  const std::vector<Bytes> blocks_;
  std::vector<std::span<const uint8_t>> views_;
};

BlockSet Letters() {
  return BlockSet({BytesOf("aaa"), BytesOf("bbb"), BytesOf("ccc"),
                   BytesOf("ddd"), BytesOf("eee")});
}

BlockSet Records() {
  std::vector<Bytes> blocks;
  for (uint32_t i = 0; i < 200; ++i) blocks.push_back(RecordBytes(1000, i));
  return BlockSet(std::move(blocks));
}

std::string RawDictionary(const CodecSetting& setting) {
  const BlockSet blocks = Letters();
  const Bytes bytes =
      BuildDictionary(setting, blocks.views(), TrainerUse::kEveryType);
  return std::string(bytes.begin(), bytes.end());
}

// RFC 8878, 5: the magic number of a dictionary that has tables.
bool HasDictionaryMagic(const Bytes& dictionary) {
  const Bytes magic = {0x37, 0xA4, 0x30, 0xEC};
  return dictionary.size() > 8 &&
         std::equal(magic.begin(), magic.end(), dictionary.begin());
}

// 5 blocks: from the third, in steps of 545055921143 mod 5 = 3.
TEST(DictionaryTest, SamplesBlocksInRocksDbsOrder) {
  EXPECT_EQ(
      RawDictionary({.type = CompressionType::kZSTD, .max_dict_bytes = 100}),
      "cccaaadddbbbeee");
}

TEST(DictionaryTest, CutsTheLastSampleAtTheLimit) {
  EXPECT_EQ(RawDictionary({.type = CompressionType::kLZ4, .max_dict_bytes = 7}),
            "cccaaad");
  EXPECT_EQ(RawDictionary({.type = CompressionType::kLZ4, .max_dict_bytes = 6}),
            "cccaaa");
}

// More than 5 bytes are buffered after two blocks: from the second, step 1.
// More than 6 after three: from the second, in steps of 2.
TEST(DictionaryTest, SamplesOnlyWhatTheBufferLimitLetsIn) {
  EXPECT_EQ(RawDictionary({.type = CompressionType::kZSTD,
                           .max_dict_bytes = 100,
                           .max_dict_buffer_bytes = 5}),
            "bbbaaa");
  EXPECT_EQ(RawDictionary({.type = CompressionType::kZSTD,
                           .max_dict_bytes = 100,
                           .max_dict_buffer_bytes = 6}),
            "bbbaaaccc");
  EXPECT_EQ(RawDictionary({.type = CompressionType::kZSTD,
                           .max_dict_bytes = 100,
                           .max_dict_buffer_bytes = 1000}),
            "cccaaadddbbbeee");
}

// The order of 5 blocks as above; 2 + 3 + 2 bytes fill 7.
TEST(DictionaryTest, PlansSamplesFromTheSizesAlone) {
  const std::vector<size_t> sizes = {3, 4, 2, 3, 5};
  const std::vector<SamplePart> parts = PlanDictionarySamples(
      {.type = CompressionType::kZSTD, .max_dict_bytes = 7}, sizes,
      TrainerUse::kEveryType);
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].block, 2u);
  EXPECT_EQ(parts[0].bytes, 2u);
  EXPECT_EQ(parts[1].block, 0u);
  EXPECT_EQ(parts[1].bytes, 3u);
  EXPECT_EQ(parts[2].block, 3u);
  EXPECT_EQ(parts[2].bytes, 2u);
}

TEST(DictionaryTest, IsEmptyWhenOffAndWithoutBlocks) {
  EXPECT_EQ(RawDictionary({.type = CompressionType::kZSTD}), "");
  EXPECT_TRUE(BuildDictionary({.max_dict_bytes = 100}, BlockViews(),
                              TrainerUse::kEveryType)
                  .empty());
}

TEST(DictionaryTest, TrainedAndFinalisedOnesHaveTables) {
  const BlockSet blocks = Records();
  for (bool trainer : {true, false}) {
    const Bytes dictionary =
        BuildDictionary({.type = CompressionType::kZSTD,
                         .max_dict_bytes = 16384,
                         .zstd_max_train_bytes = 100000,
                         .use_zstd_dict_trainer = trainer},
                        blocks.views(), TrainerUse::kEveryType);
    EXPECT_TRUE(HasDictionaryMagic(dictionary));
    EXPECT_LE(dictionary.size(), 16384u);
  }
}

TEST(DictionaryTest, TrainsForOtherTypesOnlyWhereTheReleaseDoes) {
  const BlockSet blocks = Records();
  const CodecSetting lz4 = {.type = CompressionType::kLZ4,
                            .max_dict_bytes = 16384,
                            .zstd_max_train_bytes = 100000};
  EXPECT_TRUE(HasDictionaryMagic(
      BuildDictionary(lz4, blocks.views(), TrainerUse::kEveryType)));
  const Bytes raw = BuildDictionary(lz4, blocks.views(), TrainerUse::kZstdOnly);
  EXPECT_FALSE(HasDictionaryMagic(raw));
  EXPECT_EQ(raw.size(), 16384u);
  CodecSetting zstd = lz4;
  zstd.type = CompressionType::kZSTD;
  EXPECT_TRUE(HasDictionaryMagic(
      BuildDictionary(zstd, blocks.views(), TrainerUse::kZstdOnly)));
}

TEST(DictionaryTest, IsEmptyWhenTheTrainerFails) {
  const BlockSet blocks = Letters();
  EXPECT_TRUE(BuildDictionary({.type = CompressionType::kZSTD,
                               .max_dict_bytes = 16384,
                               .zstd_max_train_bytes = 100000},
                              blocks.views(), TrainerUse::kEveryType)
                  .empty());
}

TEST(DictionaryTest, EveryKindShrinksSmallBlocksAndDecodes) {
  const BlockSet blocks = Records();
  const auto stored_bytes = [&blocks](const Bytes& dictionary) {
    auto encoder =
        BlockEncoder::Create({.type = CompressionType::kZSTD,
                              .compressor = {.dictionary = dictionary}});
    EXPECT_TRUE(encoder.ok());
    BlockDecoder decoder(5, dictionary);
    size_t bytes = 0;
    for (std::span<const uint8_t> raw : blocks.views()) {
      const EncodedBlock block = (*encoder)->Encode(raw).value();
      auto decoded = decoder.Decode(block.stored_type, block.payload);
      EXPECT_TRUE(decoded.ok() && std::ranges::equal(*decoded, raw));
      bytes += block.payload.size();
    }
    return bytes;
  };
  const size_t without = stored_bytes({});
  for (uint32_t train_bytes : {0u, 100000u}) {
    for (bool trainer : {true, false}) {
      const Bytes dictionary =
          BuildDictionary({.type = CompressionType::kZSTD,
                           .max_dict_bytes = 16384,
                           .zstd_max_train_bytes = train_bytes,
                           .use_zstd_dict_trainer = trainer},
                          blocks.views(), TrainerUse::kEveryType);
      EXPECT_LT(stored_bytes(dictionary), without * 9 / 10);
    }
  }
}

TEST(DictionaryTest, ADamagedOneIsAnErrorWithoutACrash) {
  Bytes damaged = {0x37, 0xA4, 0x30, 0xEC, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF};
  const Codec& zstd = *FindCodec(CompressionType::kZSTD);
  EXPECT_EQ(zstd.NewCompressor({.dictionary = damaged}).status().code(),
            StatusCode::kFailed);
  EXPECT_EQ(zstd.NewDecompressor({.dictionary = damaged}).status().code(),
            StatusCode::kCorruption);
}

}  // namespace
}  // namespace sstr
