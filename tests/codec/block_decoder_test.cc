// SPDX-License-Identifier: Apache-2.0

#include "codec/block_decoder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/block_encoder.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

// Keeps whatever the codec makes of it, at a level that is quick.
Bytes Encoded(CompressionType type, uint32_t format_version, const Bytes& raw,
              std::span<const uint8_t> dictionary = {}) {
  const int level =
      type == CompressionType::kBrotli ? 5 : kDefaultCompressionLevel;
  auto encoder = BlockEncoder::Create(
      {.type = type,
       .format_version = format_version,
       .compressor = {.level = level, .dictionary = dictionary},
       .keep_rule = KeepRule::Limit(65536)});
  EXPECT_TRUE(encoder.ok()) << encoder.status().message();
  Result<EncodedBlock> block = (*encoder)->Encode(raw);
  EXPECT_TRUE(block.ok());
  return Bytes(block->payload.begin(), block->payload.end());
}

TEST(BlockDecoderTest, DecodesEveryTypeOfEveryFormatVersion) {
  for (uint32_t format_version : {0u, 1u, 2u, 5u}) {
    BlockDecoder decoder(format_version);
    // Sizes that make the buffer grow, reuse it, and grow it again.
    for (size_t size : {20000u, 300u, 4u << 20}) {
      for (const Bytes& raw : {RecordBytes(size / 8), Bytes(size, 0)}) {
        for (const Codec* codec : AllCodecs()) {
          SCOPED_TRACE(codec->name() + " " + std::to_string(raw.size()));
          const CompressionType type = codec->info().type;
          const Bytes payload = Encoded(type, format_version, raw);
          auto decoded = decoder.Decode(type, payload);
          ASSERT_TRUE(decoded.ok()) << decoded.status().message();
          EXPECT_TRUE(std::equal(decoded->begin(), decoded->end(), raw.begin(),
                                 raw.end()));
        }
      }
    }
  }
}

TEST(BlockDecoderTest, GivesRawBlocksAsTheyLie) {
  const Bytes payload = RandomBytes(100);
  BlockDecoder decoder(5);
  auto decoded = decoder.Decode(CompressionType::kNone, payload);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->data(), payload.data());
  EXPECT_EQ(decoded->size(), payload.size());
}

TEST(BlockDecoderTest, DecodesZstdUnderItsEarlyCode) {
  const Bytes raw = RecordBytes(5000);
  BlockDecoder decoder(5);
  auto decoded = decoder.Decode(CompressionType::kZSTDNotFinal,
                                Encoded(CompressionType::kZSTD, 5, raw));
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(Bytes(decoded->begin(), decoded->end()), raw);
}

TEST(BlockDecoderTest, DecodesSeveralZstdFramesInOnePayload) {
  const Bytes one = Encoded(CompressionType::kZSTD, 5, Bytes(100, 'a'));
  Bytes payload = {200, 1};  // The prefix of 200 bytes.
  for (int frame = 0; frame < 2; ++frame) {
    payload.insert(payload.end(), one.begin() + 1, one.end());
  }
  BlockDecoder decoder(5);
  auto decoded = decoder.Decode(CompressionType::kZSTD, payload);
  ASSERT_TRUE(decoded.ok()) << decoded.status().message();
  EXPECT_EQ(Bytes(decoded->begin(), decoded->end()), Bytes(200, 'a'));
}

TEST(BlockDecoderTest, UsesTheDictionaryWhereTheCodecDoes) {
  for (size_t dictionary_bytes : {3000u, 70000u}) {
    const Bytes dictionary = RecordBytes(dictionary_bytes, 1);
    const Bytes raw = RecordBytes(1000, 2);
    for (CompressionType type :
         {CompressionType::kZlib, CompressionType::kLZ4,
          CompressionType::kLZ4HC, CompressionType::kZSTD}) {
      SCOPED_TRACE(CompressionTypeName(type));
      const Bytes payload = Encoded(type, 5, raw, dictionary);
      EXPECT_LT(payload.size(), Encoded(type, 5, raw).size());
      BlockDecoder decoder(5, dictionary);
      for (int round = 0; round < 2; ++round) {
        auto decoded = decoder.Decode(type, payload);
        ASSERT_TRUE(decoded.ok()) << decoded.status().message();
        EXPECT_EQ(Bytes(decoded->begin(), decoded->end()), raw);
      }
      BlockDecoder without(5);
      EXPECT_EQ(without.Decode(type, payload).status().code(),
                StatusCode::kCorruption);
    }
  }
}

TEST(BlockDecoderTest, IgnoresTheDictionaryWhereTheCodecDoes) {
  const Bytes dictionary = RecordBytes(3000, 1);
  const Bytes raw = RecordBytes(1000, 2);
  for (CompressionType type :
       {CompressionType::kSnappy, CompressionType::kBZip2}) {
    const Bytes payload = Encoded(type, 5, raw, dictionary);
    EXPECT_EQ(payload, Encoded(type, 5, raw));
    BlockDecoder decoder(5, dictionary);
    EXPECT_TRUE(decoder.Decode(type, payload).ok());
  }
}

TEST(BlockDecoderTest, NamesTypesThatItCannotDecode) {
  BlockDecoder decoder(5);
  const Bytes payload = {1, 2, 3};
  const Status xpress =
      decoder.Decode(CompressionType::kXpress, payload).status();
  EXPECT_EQ(xpress.code(), StatusCode::kNotSupported);
  EXPECT_THAT(xpress.message(), testing::HasSubstr("kXpressCompression"));
  const Status custom =
      decoder.Decode(static_cast<CompressionType>(0x81), payload).status();
  EXPECT_EQ(custom.code(), StatusCode::kNotSupported);
  EXPECT_THAT(custom.message(), testing::HasSubstr("0x81"));
}

TEST(BlockDecoderTest, GoesOnAfterADamagedBlock) {
  const Bytes raw = RecordBytes(3000);
  for (uint32_t format_version : {1u, 5u}) {
    BlockDecoder decoder(format_version);
    for (const Codec* codec : AllCodecs()) {
      const CompressionType type = codec->info().type;
      if (type == CompressionType::kNone) continue;
      SCOPED_TRACE(codec->name());
      Bytes payload = Encoded(type, format_version, raw);
      const std::span<const uint8_t> half =
          std::span(payload).first(payload.size() / 2);
      EXPECT_EQ(decoder.Decode(type, half).status().code(),
                StatusCode::kCorruption);
      EXPECT_EQ(decoder.Decode(type, {}).status().code(),
                StatusCode::kCorruption);
      auto decoded = decoder.Decode(type, payload);
      ASSERT_TRUE(decoded.ok()) << decoded.status().message();
      EXPECT_EQ(Bytes(decoded->begin(), decoded->end()), raw);
    }
  }
}

}  // namespace
}  // namespace sstr
