// SPDX-License-Identifier: Apache-2.0
//
// What must hold for every codec and every way of calling it.

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/registry.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

class CodecRoundTripTest : public testing::TestWithParam<CodecCall> {
 protected:
  void SetUp() override {
    auto compressor =
        GetParam().codec->NewCompressor(GetParam().compressor_options());
    ASSERT_TRUE(compressor.ok()) << compressor.status().message();
    compressor_ = std::move(*compressor);
    auto decompressor =
        GetParam().codec->NewDecompressor(GetParam().decompressor_options());
    ASSERT_TRUE(decompressor.ok()) << decompressor.status().message();
    decompressor_ = std::move(*decompressor);
  }

  Bytes Compress(const Bytes& raw) {
    Bytes out(GetParam().codec->MaxCompressedBytes(raw.size()));
    Result<size_t> written = compressor_->Compress(raw, out);
    EXPECT_TRUE(written.ok()) << written.status().message();
    out.resize(written.ok() ? *written : 0);
    return out;
  }

  // What decoding `compressed` to `size` bytes gives, in a buffer of exactly
  // that size, so that AddressSanitizer sees a byte too far.
  Result<Bytes> Decompress(const Bytes& compressed, size_t size) {
    Bytes out(size);
    SSTR_RETURN_IF_ERROR(decompressor_->Decompress(compressed, out));
    return out;
  }

  std::unique_ptr<Compressor> compressor_;
  std::unique_ptr<Decompressor> decompressor_;
};

TEST_P(CodecRoundTripTest, GivesBackEveryBlockTwice) {
  for (int round = 0; round < 2; ++round) {
    for (const NamedBlock& block : SampleBlocks()) {
      SCOPED_TRACE(block.name);
      const Bytes compressed = Compress(block.bytes);
      Result<Bytes> decoded = Decompress(compressed, block.bytes.size());
      ASSERT_TRUE(decoded.ok()) << decoded.status().message();
      EXPECT_TRUE(*decoded == block.bytes);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Registry, CodecRoundTripTest, testing::ValuesIn(AllCodecCalls()),
    [](const auto& info) { return CodecCallName(info.param); });

}  // namespace
}  // namespace sstr
