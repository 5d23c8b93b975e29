// SPDX-License-Identifier: Apache-2.0
//
// What a way of calling a library may change, and what it may not: the bytes.

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "codec/block_encoder.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

Result<Bytes> CompressAll(CompressionType type,
                          const CompressorOptions& options) {
  const Codec& codec = *FindCodec(type);
  SSTR_ASSIGN_OR_RETURN(std::unique_ptr<Compressor> compressor,
                        codec.NewCompressor(options));
  Bytes all;
  for (const NamedBlock& block : SampleBlocks()) {
    Bytes out(codec.MaxCompressedBytes(block.bytes.size()));
    SSTR_ASSIGN_OR_RETURN(const size_t written,
                          compressor->Compress(block.bytes, out));
    all.insert(all.end(), out.begin(),
               out.begin() + static_cast<long>(written));
  }
  return all;
}

void ExpectSameBytes(CompressionType type, const CompressorOptions& one,
                     const CompressorOptions& other) {
  Result<Bytes> bytes = CompressAll(type, one);
  Result<Bytes> other_bytes = CompressAll(type, other);
  ASSERT_TRUE(bytes.ok()) << bytes.status().message();
  ASSERT_TRUE(other_bytes.ok()) << other_bytes.status().message();
  EXPECT_TRUE(*bytes == *other_bytes)
      << CompressionTypeName(type) << " " << one.variant << " " << one.allocator
      << " " << other.variant << " " << other.allocator;
}

TEST(CodecVariantTest, AllocatorsGiveTheSameBytes) {
  for (const Codec* codec : AllCodecs()) {
    for (const CallVariant& variant : codec->info().variants) {
      const CompressorOptions pool = {.variant = std::string(variant.name),
                                      .allocator = "pool"};
      CompressorOptions malloc = pool;
      malloc.allocator = "malloc";
      if (!codec->Check(pool).ok() || !codec->Check(malloc).ok()) continue;
      ExpectSameBytes(codec->info().type, pool, malloc);
    }
  }
}

TEST(CodecVariantTest, ReusedContextsGiveTheSameBytes) {
  for (CompressionType type :
       {CompressionType::kZlib, CompressionType::kBZip2, CompressionType::kZSTD,
        CompressionType::kBrotli}) {
    ExpectSameBytes(type, {.variant = "fresh"}, {.variant = "reused"});
  }
}

TEST(CodecVariantTest, ReusedContextsGiveTheSameBytesWithADictionary) {
  const Bytes dictionary = RecordBytes(3000, 5);
  for (CompressionType type :
       {CompressionType::kZlib, CompressionType::kZSTD}) {
    ExpectSameBytes(type, {.dictionary = dictionary, .variant = "fresh"},
                    {.dictionary = dictionary, .variant = "reused"});
  }
  for (CompressionType type :
       {CompressionType::kLZ4, CompressionType::kLZ4HC}) {
    ExpectSameBytes(type,
                    {.dictionary = dictionary, .variant = "stream_per_block"},
                    {.dictionary = dictionary, .variant = "stream_reuse"});
  }
}

TEST(CodecVariantTest, Lz4StreamsGiveTheSameBytesAndSoDoTheOneShotCalls) {
  for (int level : {kDefaultCompressionLevel, -1, -6}) {
    ExpectSameBytes(CompressionType::kLZ4,
                    {.level = level, .variant = "stream_per_block"},
                    {.level = level, .variant = "stream_reuse"});
    ExpectSameBytes(CompressionType::kLZ4,
                    {.level = level, .variant = "one_shot"},
                    {.level = level, .variant = "ext_state"});
  }
}

TEST(CodecVariantTest, AllCallsOfLz4HcGiveTheSameBytes) {
  for (int level : {1, 9, 12}) {
    for (const char* variant : {"stream_reuse", "one_shot", "ext_state"}) {
      ExpectSameBytes(CompressionType::kLZ4HC,
                      {.level = level, .variant = "stream_per_block"},
                      {.level = level, .variant = variant});
    }
  }
}

// A level of -N is acceleration N: faster and never smaller on text.
TEST(CodecVariantTest, Lz4LevelsAreAccelerations) {
  const auto size_at = [](int level) {
    return CompressAll(CompressionType::kLZ4, {.level = level}).value().size();
  };
  EXPECT_EQ(size_at(-1), size_at(kDefaultCompressionLevel));
  EXPECT_EQ(size_at(0), size_at(kDefaultCompressionLevel));
  EXPECT_LT(size_at(-1), size_at(-20));
}

TEST(CodecVariantTest, ZstdsChecksumAddsFourBytesToEveryFrame) {
  const size_t plain = CompressAll(CompressionType::kZSTD, {}).value().size();
  const size_t checked =
      CompressAll(CompressionType::kZSTD, {.checksum = true}).value().size();
  EXPECT_EQ(checked, plain + 4 * SampleBlocks().size());
}

double FaultsPerCall(const char* allocator, size_t block_bytes) {
  constexpr int kCalls = 20;
  auto encoder = BlockEncoder::Create(
      {.type = CompressionType::kBrotli,
       .compressor = {.level = 9, .allocator = allocator}});
  EXPECT_TRUE(encoder.ok());
  const Bytes raw = RecordBytes(block_bytes * (kCalls + 1));
  const auto encode = [&](int call) {
    const size_t at = static_cast<size_t>(call) * block_bytes;
    Result<EncodedBlock> block =
        (*encoder)->Encode(std::span(raw).subspan(at, block_bytes));
    EXPECT_TRUE(block.ok());
  };
  encode(kCalls);  // Warm-up, with a block of its own.
  rusage before = {};
  getrusage(RUSAGE_THREAD, &before);
  for (int call = 0; call < kCalls; ++call) encode(call);
  rusage after = {};
  getrusage(RUSAGE_THREAD, &after);
  return static_cast<double>(after.ru_minflt - before.ru_minflt) / kCalls;
}

// google/brotli#1280.
TEST(CodecVariantTest, ThePoolRemovesBrotlisPageFaults) {
  for (size_t block_bytes : {64, 4096, 16384, 150000}) {
    SCOPED_TRACE(block_bytes);
    EXPECT_LE(FaultsPerCall("pool", block_bytes), 5);
  }
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "AddressSanitizer replaces malloc, which has the faults";
#else
  EXPECT_GE(FaultsPerCall("malloc", 4096), 500);
#endif
}

TEST(CodecVariantTest, ThePoolHoldsAtMostTwiceWhatTheLargestCallNeeds) {
  for (const Codec* codec : AllCodecs()) {
    const CompressorOptions options = {.allocator = "pool"};
    if (!codec->Check(options).ok()) continue;
    auto compressor = codec->NewCompressor(options).value();
    size_t largest = 0;
    for (size_t size : {100u, 300000u, 4096u, 150000u, 64u, 16384u}) {
      const Bytes raw = RecordBytes(size);
      Bytes out(codec->MaxCompressedBytes(size));
      ASSERT_TRUE(compressor->Compress(raw, out).ok());
      const ScratchPool& pool = *compressor->pool();
      EXPECT_GT(pool.held_bytes(), 0u) << codec->name();
      EXPECT_LE(pool.held_bytes(), 2 * pool.peak_live_bytes()) << codec->name();
      EXPECT_GE(pool.peak_live_bytes(), largest);
      largest = pool.peak_live_bytes();
    }
  }
}

}  // namespace
}  // namespace sstr
