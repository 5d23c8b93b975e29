// SPDX-License-Identifier: Apache-2.0

#include "codec/block_encoder.h"

#include <gtest/gtest.h>

#include "codec/sample_blocks.h"

namespace sstr {
namespace {

std::unique_ptr<BlockEncoder> NewEncoder(const BlockEncoderOptions& options) {
  auto encoder = BlockEncoder::Create(options);
  EXPECT_TRUE(encoder.ok()) << encoder.status().message();
  return encoder.ok() ? std::move(*encoder) : nullptr;
}

EncodedBlock Encode(BlockEncoder* encoder, std::span<const uint8_t> raw) {
  Result<EncodedBlock> block = encoder->Encode(raw);
  EXPECT_TRUE(block.ok()) << block.status().message();
  return block.ok() ? *block : EncodedBlock{};
}

// All types of RocksDB that compress.
std::vector<CompressionType> CompressingTypes() {
  return {CompressionType::kSnappy, CompressionType::kZlib,
          CompressionType::kBZip2,  CompressionType::kLZ4,
          CompressionType::kLZ4HC,  CompressionType::kZSTD};
}

TEST(BlockEncoderTest, StoresCompressedBlocksUnderTheirType) {
  const Bytes raw(16384, 0);
  for (CompressionType type : CompressingTypes()) {
    auto encoder = NewEncoder({.type = type});
    const EncodedBlock block = Encode(encoder.get(), raw);
    EXPECT_EQ(block.stored_type, type);
    EXPECT_EQ(block.outcome, BlockOutcome::kCompressed);
    EXPECT_LT(block.payload.size(), 1000u);
  }
}

TEST(BlockEncoderTest, KeepsTheEarlyCodeOfZstd) {
  auto encoder = NewEncoder({.type = CompressionType::kZSTDNotFinal});
  EXPECT_EQ(Encode(encoder.get(), Bytes(4096, 0)).stored_type,
            CompressionType::kZSTDNotFinal);
}

// rocksdb#1474: a tenth of each block compresses, which is not enough.
TEST(BlockEncoderTest, StoresABlockThatShrinksByATenthRaw) {
  Bytes raw = RandomBytes(3600);
  raw.resize(4000, 'z');
  for (CompressionType type : CompressingTypes()) {
    auto encoder = NewEncoder({.type = type});
    const EncodedBlock block = Encode(encoder.get(), raw);
    EXPECT_EQ(block.outcome, BlockOutcome::kRejected);
    EXPECT_EQ(block.stored_type, CompressionType::kNone);
    EXPECT_EQ(block.payload.data(), raw.data());
    EXPECT_EQ(block.payload.size(), raw.size());
  }
}

TEST(BlockEncoderTest, BypassesEveryBlockWithoutCompression) {
  auto none = NewEncoder({.type = CompressionType::kNone});
  auto off = NewEncoder(
      {.type = CompressionType::kZSTD, .keep_rule = KeepRule::Limit(0)});
  const Bytes raw(4096, 0);
  for (BlockEncoder* encoder : {none.get(), off.get()}) {
    const EncodedBlock block = Encode(encoder, raw);
    EXPECT_EQ(block.outcome, BlockOutcome::kBypassed);
    EXPECT_EQ(block.stored_type, CompressionType::kNone);
    EXPECT_EQ(block.payload.data(), raw.data());
  }
}

// With 1024 bytes the limit per KiB is the limit of the payload.
TEST(BlockEncoderTest, CountsThePrefixAgainstTheKeepRule) {
  const Bytes raw = RecordBytes(1024);
  auto keeps_all = NewEncoder(
      {.type = CompressionType::kZSTD, .keep_rule = KeepRule::Limit(65536)});
  const EncodedBlock block = Encode(keeps_all.get(), raw);
  ASSERT_EQ(block.outcome, BlockOutcome::kCompressed);
  ASSERT_GT(block.payload.size(), 2u);
  EXPECT_EQ(block.payload[0], 0x80);  // 1024 as a varint.
  EXPECT_EQ(block.payload[1], 0x08);
  const auto size = static_cast<uint32_t>(block.payload.size());
  auto just = NewEncoder(
      {.type = CompressionType::kZSTD, .keep_rule = KeepRule::Limit(size)});
  EXPECT_EQ(Encode(just.get(), raw).outcome, BlockOutcome::kCompressed);
  auto not_quite = NewEncoder(
      {.type = CompressionType::kZSTD, .keep_rule = KeepRule::Limit(size - 1)});
  EXPECT_EQ(Encode(not_quite.get(), raw).outcome, BlockOutcome::kRejected);
}

TEST(BlockEncoderTest, TakesTheKeepLimitForTheOutputsRoom) {
  for (CompressionType type : CompressingTypes()) {
    SCOPED_TRACE(CompressionTypeName(type));
    auto encoder = NewEncoder({.type = type,
                               .keep_rule = KeepRule::RocksDb8(),
                               .output_room = OutputRoom::kKeepLimit});
    EXPECT_EQ(Encode(encoder.get(), RecordBytes(16384)).outcome,
              BlockOutcome::kCompressed);
    EXPECT_EQ(Encode(encoder.get(), RandomBytes(16384)).outcome,
              BlockOutcome::kRejected);
    EXPECT_EQ(Encode(encoder.get(), Bytes(16384, 0)).outcome,
              BlockOutcome::kCompressed);
  }
}

// 896 * 6 / 1024 = 5.25 and 896 * 7 / 1024 = 6.125: 5 bytes are too few for
// the codecs with a prefix, 6 are not.
TEST(BlockEncoderTest, BypassesBlocksWhoseLimitLeavesFiveBytes) {
  const BlockEncoderOptions lz4 = {.type = CompressionType::kLZ4,
                                   .keep_rule = KeepRule::RocksDb8(),
                                   .output_room = OutputRoom::kKeepLimit};
  auto encoder = NewEncoder(lz4);
  EXPECT_EQ(Encode(encoder.get(), Bytes(6, 0)).outcome,
            BlockOutcome::kBypassed);
  EXPECT_EQ(Encode(encoder.get(), RandomBytes(7)).outcome,
            BlockOutcome::kRejected);
  BlockEncoderOptions snappy = lz4;
  snappy.type = CompressionType::kSnappy;
  auto snappy_encoder = NewEncoder(snappy);
  EXPECT_EQ(Encode(snappy_encoder.get(), RandomBytes(6)).outcome,
            BlockOutcome::kRejected);
}

TEST(BlockEncoderTest, TriesEmptyBlocksAndStoresThemRaw) {
  for (CompressionType type : CompressingTypes()) {
    auto encoder = NewEncoder({.type = type});
    const EncodedBlock block = Encode(encoder.get(), {});
    EXPECT_EQ(block.outcome, BlockOutcome::kRejected);
    EXPECT_TRUE(block.payload.empty());
  }
}

// The memory behind such a block is never looked at.
TEST(BlockEncoderTest, BypassesBlocksTooLargeForRocksDbOrTheCodec) {
  static const uint8_t kByte = 0;
  const std::span<const uint8_t> too_large(&kByte, 0x7FFFFFFF);
  for (CompressionType type : CompressingTypes()) {
    auto encoder = NewEncoder({.type = type});
    EXPECT_EQ(Encode(encoder.get(), too_large).outcome,
              BlockOutcome::kBypassed);
  }
  auto lz4 = NewEncoder({.type = CompressionType::kLZ4});
  const std::span<const uint8_t> too_large_for_lz4(&kByte, 0x7E000001);
  EXPECT_EQ(Encode(lz4.get(), too_large_for_lz4).outcome,
            BlockOutcome::kBypassed);
}

TEST(BlockEncoderTest, RefusesWhatTheCodecRefuses) {
  EXPECT_EQ(
      BlockEncoder::Create({.type = CompressionType::kXpress}).status().code(),
      StatusCode::kNotSupported);
  EXPECT_EQ(BlockEncoder::Create(
                {.type = CompressionType::kZlib, .compressor = {.level = 10}})
                .status()
                .code(),
            StatusCode::kUsage);
}

}  // namespace
}  // namespace sstr
