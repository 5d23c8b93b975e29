// SPDX-License-Identifier: Apache-2.0
//
// Streams that no codec of this project made: put together by hand from the
// formats' descriptions, or written by another program. One row at least for
// each codec, in the order of the registry.

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/registry.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

struct KnownStream {
  std::string name;
  std::string type;  // As CompressionTypeName() spells it.
  Bytes stream;
  std::string decoded;
};

std::vector<KnownStream> KnownStreams() {
  return {
      {"None", "kNoCompression", {'a', 'b'}, "ab"},
      // Length 12, literal of 4, copy of 8 from 4 back.
      {"SnappyCopy",
       "kSnappyCompression",
       {0x0C, 0x0C, 'a', 'b', 'c', 'd', 0x11, 0x04},
       "abcdabcdabcd"},
      // RFC 1951: a last stored block of 3 bytes.
      {"ZlibStoredBlock",
       "kZlibCompression",
       {0x01, 0x03, 0x00, 0xFC, 0xFF, 'a', 'b', 'c'},
       "abc"},
      // RFC 1951: a last block with fixed codes, 'a' 'b' 'c' and the end.
      {"ZlibFixedCodes",
       "kZlibCompression",
       {0x4B, 0x4C, 0x4A, 0x06, 0x00},
       "abc"},
      // printf 'hello, hello, hello' | bzip2 -1
      {"BZip2Program",
       "kBZip2Compression",
       {0x42, 0x5a, 0x68, 0x31, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, 0x9c, 0x45,
        0x3e, 0xd3, 0x00, 0x00, 0x03, 0x91, 0x00, 0x40, 0x04, 0x02, 0x44, 0xa0,
        0x00, 0x21, 0x22, 0x30, 0x30, 0x06, 0x52, 0x27, 0xe4, 0x54, 0x58, 0x5d,
        0xc9, 0x14, 0xe1, 0x42, 0x42, 0x71, 0x14, 0xfb, 0x4c},
       "hello, hello, hello"},
      // 4 literals and a match of 8 from 4 back; 5 literals.
      {"Lz4Match",
       "kLZ4Compression",
       {0x44, 'a', 'b', 'c', 'd', 0x04, 0x00, 0x50, 'v', 'w', 'x', 'y', 'z'},
       "abcdabcdabcdvwxyz"},
      {"Lz4HcLiterals", "kLZ4HCCompression", {0x20, 'a', 'b'}, "ab"},
      // RFC 8878: single segment of 3 bytes, a last raw block.
      {"ZstdRawBlock",
       "kZSTD",
       {0x28, 0xB5, 0x2F, 0xFD, 0x20, 3, 0x19, 0x00, 0x00, 'a', 'b', 'c'},
       "abc"},
      // RFC 8878: single segment of 100 bytes, a last block of one run.
      {"ZstdRunBlock",
       "kZSTD",
       {0x28, 0xB5, 0x2F, 0xFD, 0x20, 100, 0x23, 0x03, 0x00, 'x'},
       std::string(100, 'x')},
      // RFC 7932: an uncompressed metablock of 3 bytes, then the empty last.
      {"BrotliUncompressed",
       "kBrotli",
       {0x20, 0x00, 0x10, 'a', 'b', 'c', 0x03},
       "abc"},
  };
}

class KnownStreamsTest : public testing::TestWithParam<KnownStream> {};

TEST_P(KnownStreamsTest, Decodes) {
  const auto type = ParseCompressionType(GetParam().type);
  ASSERT_TRUE(type.has_value());
  const Codec* codec = FindCodec(*type);
  ASSERT_NE(codec, nullptr);
  auto decompressor = codec->NewDecompressor({});
  ASSERT_TRUE(decompressor.ok());
  Bytes out(GetParam().decoded.size());
  const Status status = (*decompressor)->Decompress(GetParam().stream, out);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_EQ(std::string(out.begin(), out.end()), GetParam().decoded);
  EXPECT_GE(codec->MaxDecodedBytes(GetParam().stream), out.size());
}

INSTANTIATE_TEST_SUITE_P(Rows, KnownStreamsTest,
                         testing::ValuesIn(KnownStreams()),
                         [](const auto& info) { return info.param.name; });

// The rows spell the names that users see, in the order of tables.
TEST(RegistryTest, ListsEveryCodecOnceWithNoneFirst) {
  std::vector<std::string> spelled;
  for (const KnownStream& row : KnownStreams()) {
    if (spelled.empty() || spelled.back() != row.type) {
      spelled.push_back(row.type);
    }
  }
  std::vector<std::string> names;
  for (const Codec* codec : AllCodecs()) names.push_back(codec->name());
  EXPECT_EQ(names, spelled);
  EXPECT_EQ(names.front(), "kNoCompression");
}

TEST(KnownStreamsTableTest, HasARowForEveryCodec) {
  const std::vector<KnownStream> rows = KnownStreams();
  for (const Codec* codec : AllCodecs()) {
    EXPECT_TRUE(std::any_of(
        rows.begin(), rows.end(),
        [codec](const KnownStream& row) { return row.type == codec->name(); }))
        << codec->name();
  }
}

}  // namespace
}  // namespace sstr
