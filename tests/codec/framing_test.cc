// SPDX-License-Identifier: Apache-2.0

#include "codec/framing.h"

#include <gtest/gtest.h>

#include "codec/sample_blocks.h"

namespace sstr {
namespace {

Bytes PrefixOf(CompressionType type, uint32_t format_version, size_t size) {
  Bytes out(kMaxSizePrefixBytes);
  out.resize(WriteSizePrefix(type, format_version, size, out.data()));
  EXPECT_EQ(out.size(), SizePrefixBytes(type, format_version, size));
  return out;
}

TEST(FramingTest, WritesAVarintFromFormatVersion2On) {
  for (CompressionType type :
       {CompressionType::kZlib, CompressionType::kBZip2, CompressionType::kLZ4,
        CompressionType::kLZ4HC, CompressionType::kZSTD,
        CompressionType::kZSTDNotFinal, CompressionType::kBrotli}) {
    for (uint32_t format_version : {2u, 5u, 7u}) {
      EXPECT_EQ(PrefixOf(type, format_version, 0), (Bytes{0}));
      EXPECT_EQ(PrefixOf(type, format_version, 127), (Bytes{0x7F}));
      EXPECT_EQ(PrefixOf(type, format_version, 128), (Bytes{0x80, 0x01}));
      EXPECT_EQ(PrefixOf(type, format_version, 300), (Bytes{0xAC, 0x02}));
      EXPECT_EQ(PrefixOf(type, format_version, 16384),
                (Bytes{0x80, 0x80, 0x01}));
      EXPECT_EQ(PrefixOf(type, format_version, UINT32_MAX),
                (Bytes{0xFF, 0xFF, 0xFF, 0xFF, 0x0F}));
    }
  }
}

TEST(FramingTest, WritesTheOldPrefixesBeforeFormatVersion2) {
  for (uint32_t format_version : {0u, 1u}) {
    for (CompressionType type :
         {CompressionType::kLZ4, CompressionType::kLZ4HC}) {
      EXPECT_EQ(PrefixOf(type, format_version, 0x01020304),
                (Bytes{0x04, 0x03, 0x02, 0x01, 0, 0, 0, 0}));
    }
    for (CompressionType type :
         {CompressionType::kZlib, CompressionType::kBZip2}) {
      EXPECT_EQ(PrefixOf(type, format_version, 300), Bytes{});
    }
    EXPECT_EQ(PrefixOf(CompressionType::kZSTD, format_version, 300),
              (Bytes{0xAC, 0x02}));
  }
}

TEST(FramingTest, NeverWritesOneForSnappyAndRawBlocks) {
  for (uint32_t format_version : {0u, 1u, 2u, 7u}) {
    EXPECT_EQ(PrefixOf(CompressionType::kSnappy, format_version, 300), Bytes{});
    EXPECT_EQ(PrefixOf(CompressionType::kNone, format_version, 300), Bytes{});
  }
}

TEST(FramingTest, ReadsSizeAndRest) {
  const Bytes varint = {0xAC, 0x02, 'x', 'y'};
  Result<FramedPayload> frame = ParseFrame(CompressionType::kZlib, 2, varint);
  ASSERT_TRUE(frame.ok());
  EXPECT_EQ(frame->decoded_bytes, 300u);
  EXPECT_EQ(frame->compressed.data(), varint.data() + 2);
  EXPECT_EQ(frame->compressed.size(), 2u);

  const Bytes fixed = {4, 3, 2, 1, 0, 0, 0, 0x80, 'x'};
  frame = ParseFrame(CompressionType::kLZ4, 1, fixed);
  ASSERT_TRUE(frame.ok());
  EXPECT_EQ(frame->decoded_bytes, 0x8000000001020304u);
  EXPECT_EQ(frame->compressed.size(), 1u);

  frame = ParseFrame(CompressionType::kZlib, 1, varint);
  ASSERT_TRUE(frame.ok());
  EXPECT_FALSE(frame->decoded_bytes.has_value());
  EXPECT_EQ(frame->compressed.size(), 4u);
}

TEST(FramingTest, CallsAPrefixThatIsCutShortOrTooLongCorrupt) {
  const std::vector<Bytes> bad_varints = {
      {},
      {0x80},
      {0x80, 0x80, 0x80, 0x80},
      {0x80, 0x80, 0x80, 0x80, 0x10},  // 2^32.
      {0x80, 0x80, 0x80, 0x80, 0x80, 0x00}};
  for (const Bytes& payload : bad_varints) {
    EXPECT_EQ(ParseFrame(CompressionType::kZSTD, 0, payload).status().code(),
              StatusCode::kCorruption);
  }
  EXPECT_EQ(ParseFrame(CompressionType::kLZ4, 0, Bytes(7)).status().code(),
            StatusCode::kCorruption);
  EXPECT_TRUE(ParseFrame(CompressionType::kLZ4, 0, Bytes(8)).ok());
}

}  // namespace
}  // namespace sstr
