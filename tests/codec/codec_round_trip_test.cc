// SPDX-License-Identifier: Apache-2.0
//
// What must hold for every codec and every way of calling it.

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "codec/registry.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

// An output buffer followed by bytes that nobody may touch.
class GuardedOutput {
 public:
  explicit GuardedOutput(size_t size)
      : size_(size), bytes_(size + kGuardBytes, kGuard) {}

  std::span<uint8_t> span() { return std::span(bytes_).first(size_); }
  Bytes First(size_t size) const {
    return Bytes(bytes_.begin(), bytes_.begin() + static_cast<long>(size));
  }
  bool Intact() const {
    return std::all_of(bytes_.begin() + static_cast<long>(size_), bytes_.end(),
                       [](uint8_t byte) { return byte == kGuard; });
  }

 private:
  static constexpr size_t kGuardBytes = 256;
  static constexpr uint8_t kGuard = 0xC3;
  const size_t size_;
  Bytes bytes_;
};

class CodecRoundTripTest : public testing::TestWithParam<CodecCall> {
 protected:
  void SetUp() override { Make(kDefaultCompressionLevel); }

  void Make(int level) {
    CompressorOptions options = GetParam().compressor_options();
    options.level = level;
    auto compressor = GetParam().codec->NewCompressor(options);
    ASSERT_TRUE(compressor.ok()) << compressor.status().message();
    compressor_ = std::move(*compressor);
    auto decompressor =
        GetParam().codec->NewDecompressor(GetParam().decompressor_options());
    ASSERT_TRUE(decompressor.ok()) << decompressor.status().message();
    decompressor_ = std::move(*decompressor);
  }

  Bytes Compress(const Bytes& raw) {
    GuardedOutput out(GetParam().codec->MaxCompressedBytes(raw.size()));
    Result<size_t> written = compressor_->Compress(raw, out.span());
    EXPECT_TRUE(written.ok()) << written.status().message();
    EXPECT_TRUE(out.Intact());
    return out.First(written.ok() ? *written : 0);
  }

  Result<Bytes> Decompress(std::span<const uint8_t> compressed, size_t size) {
    GuardedOutput out(size);
    const Status status = decompressor_->Decompress(compressed, out.span());
    EXPECT_TRUE(out.Intact());
    SSTR_RETURN_IF_ERROR(status);
    return out.First(size);
  }

  void ExpectRoundTrip(const Bytes& raw) {
    Result<Bytes> decoded = Decompress(Compress(raw), raw.size());
    ASSERT_TRUE(decoded.ok()) << decoded.status().message();
    EXPECT_TRUE(*decoded == raw);
  }

  std::unique_ptr<Compressor> compressor_;
  std::unique_ptr<Decompressor> decompressor_;
};

TEST_P(CodecRoundTripTest, GivesBackEveryBlockTwice) {
  for (int round = 0; round < 2; ++round) {
    for (const NamedBlock& block : SampleBlocks()) {
      SCOPED_TRACE(block.name);
      ExpectRoundTrip(block.bytes);
    }
  }
}

TEST_P(CodecRoundTripTest, WorksAtTheEndsAndTheMiddleOfItsLevels) {
  const std::optional<LevelRange>& range = GetParam().codec->info().levels;
  const std::set<int> levels =
      range ? std::set<int>{range->min, -5, -1, 0, 1, 5, range->max}
            : std::set<int>{0};
  for (int level : levels) {
    if (range && (level < range->min || level > range->max)) continue;
    SCOPED_TRACE(level);
    ASSERT_NO_FATAL_FAILURE(Make(level));
    ExpectRoundTrip(RecordBytes(4096));
    // Where the bound of MaxCompressedBytes() is put to the test.
    ExpectRoundTrip(RandomBytes(70000));
    ExpectRoundTrip(RandomBytes(1));
  }
}

TEST_P(CodecRoundTripTest, SaysThatTheOutputDoesNotFit) {
  for (const Bytes& raw : {RecordBytes(4096), RandomBytes(4096)}) {
    const size_t needed = Compress(raw).size();
    for (size_t room : {size_t{0}, size_t{1}, needed / 2, needed - 1}) {
      SCOPED_TRACE(room);
      GuardedOutput out(room);
      Result<size_t> written = compressor_->Compress(raw, out.span());
      ASSERT_TRUE(written.ok()) << written.status().message();
      EXPECT_EQ(*written, 0u);
      EXPECT_TRUE(out.Intact());
    }
    ExpectRoundTrip(raw);  // Nothing is left over from the attempts.
  }
}

TEST_P(CodecRoundTripTest, CallsTruncatedInputCorrupt) {
  for (const Bytes& raw : {Bytes{}, RecordBytes(64), RecordBytes(4096)}) {
    const Bytes compressed = Compress(raw);
    const size_t step = compressed.size() / 150 + 1;
    for (size_t size = 0; size < compressed.size(); size += step) {
      Result<Bytes> decoded =
          Decompress(std::span(compressed).first(size), raw.size());
      ASSERT_FALSE(decoded.ok()) << size << " of " << compressed.size();
      EXPECT_EQ(decoded.status().code(), StatusCode::kCorruption);
      EXPECT_FALSE(decoded.status().message().empty());
    }
    ExpectRoundTrip(raw);
  }
}

TEST_P(CodecRoundTripTest, CallsInputWithSomethingBehindItCorrupt) {
  Bytes compressed = Compress(RecordBytes(4096));
  compressed.push_back(0);
  EXPECT_FALSE(Decompress(compressed, 4096).ok());
}

TEST_P(CodecRoundTripTest, CallsAnotherDecodedSizeCorrupt) {
  const Bytes compressed = Compress(RecordBytes(4096));
  for (size_t size : {size_t{0}, size_t{1}, size_t{4095}, size_t{4097}}) {
    SCOPED_TRACE(size);
    Result<Bytes> decoded = Decompress(compressed, size);
    ASSERT_FALSE(decoded.ok());
    EXPECT_EQ(decoded.status().code(), StatusCode::kCorruption);
  }
  EXPECT_TRUE(Decompress(compressed, 4096).ok());
}

TEST_P(CodecRoundTripTest, SurvivesEveryFlippedBit) {
  const Bytes raw = RecordBytes(600);
  Bytes compressed = Compress(raw);
  for (size_t bit = 0; bit < compressed.size() * 8; ++bit) {
    const uint8_t mask = static_cast<uint8_t>(1u << (bit % 8));
    compressed[bit / 8] ^= mask;
    // Any answer will do that stays within its buffer.
    (void)Decompress(compressed, raw.size());
    compressed[bit / 8] ^= mask;
  }
  Result<Bytes> decoded = Decompress(compressed, raw.size());
  ASSERT_TRUE(decoded.ok()) << decoded.status().message();
  EXPECT_TRUE(*decoded == raw);
}

TEST_P(CodecRoundTripTest, BoundsWhatAStreamCanDecodeTo) {
  for (const NamedBlock& block : SampleBlocks()) {
    SCOPED_TRACE(block.name);
    const Bytes compressed = Compress(block.bytes);
    const Codec& codec = *GetParam().codec;
    EXPECT_GE(codec.MaxDecodedBytes(compressed), block.bytes.size());
    if (const auto stored = codec.StoredDecodedBytes(compressed)) {
      EXPECT_EQ(*stored, block.bytes.size());
    }
  }
}

TEST_P(CodecRoundTripTest, DecodesWithoutKnowingTheSizeWhereItSaysSo) {
  for (const NamedBlock& block : SampleBlocks()) {
    SCOPED_TRACE(block.name);
    const size_t size = block.bytes.size();
    const Bytes compressed = Compress(block.bytes);
    ByteBuffer buffer;
    Result<size_t> decoded =
        decompressor_->DecompressUnsized(compressed, size, &buffer);
    if (!GetParam().codec->info().decodes_unsized) {
      EXPECT_EQ(decoded.status().code(), StatusCode::kNotSupported);
      continue;
    }
    ASSERT_TRUE(decoded.ok()) << decoded.status().message();
    ASSERT_EQ(*decoded, size);
    EXPECT_TRUE(
        std::equal(block.bytes.begin(), block.bytes.end(), buffer.data()));
    if (size > 0) {
      EXPECT_EQ(decompressor_->DecompressUnsized(compressed, size - 1, &buffer)
                    .status()
                    .code(),
                StatusCode::kCorruption);
    }
    EXPECT_EQ(decompressor_
                  ->DecompressUnsized(
                      std::span(compressed).first(compressed.size() - 1),
                      2 * size + 1, &buffer)
                  .status()
                  .code(),
              StatusCode::kCorruption);
  }
}

INSTANTIATE_TEST_SUITE_P(Registry, CodecRoundTripTest,
                         testing::ValuesIn(AllCodecCalls()),
                         [](const auto& info) {
                           return CodecCallName(info.param);
                         });

}  // namespace
}  // namespace sstr
