// SPDX-License-Identifier: Apache-2.0

#include "codec/block_decoder.h"

#include <gtest/gtest.h>

#include "codec/block_encoder.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

// Keeps whatever the codec makes of it.
constexpr KeepRule kKeepAll = {.has_limit = true, .limit_per_kib = 65536};

Bytes Encoded(CompressionType type, uint32_t format_version, const Bytes& raw) {
  auto encoder = BlockEncoder::Create({.type = type,
                                       .format_version = format_version,
                                       .keep_rule = kKeepAll});
  EXPECT_TRUE(encoder.ok()) << encoder.status().message();
  Result<EncodedBlock> block = (*encoder)->Encode(raw);
  EXPECT_TRUE(block.ok());
  return Bytes(block->payload.begin(), block->payload.end());
}

TEST(BlockDecoderTest, DecodesEveryTypeOfEveryFormatVersion) {
  const Bytes raw = RecordBytes(20000);
  for (uint32_t format_version : {0u, 1u, 2u, 5u}) {
    BlockDecoder decoder(format_version);
    for (int round = 0; round < 2; ++round) {
      for (const Codec* codec : AllCodecs()) {
        SCOPED_TRACE(codec->name());
        const CompressionType type = codec->info().type;
        const Bytes payload = Encoded(type, format_version, raw);
        auto decoded = decoder.Decode(type, payload);
        ASSERT_TRUE(decoded.ok()) << decoded.status().message();
        EXPECT_EQ(Bytes(decoded->begin(), decoded->end()), raw);
      }
    }
  }
}

}  // namespace
}  // namespace sstr
