// SPDX-License-Identifier: Apache-2.0

#include "sst/byte_reader.h"

#include <gtest/gtest.h>

#include <vector>

namespace sstr {
namespace {

using Bytes = std::vector<uint8_t>;

TEST(ByteReaderTest, ReadsFixedIntegersLowestByteFirst) {
  const Bytes bytes = {0x04, 0x03, 0x02, 0x01, 8, 7, 6, 5, 4, 3, 2, 1};
  ByteReader reader{std::span(bytes)};
  uint32_t small = 0;
  uint64_t large = 0;
  ASSERT_TRUE(reader.ReadFixed32(&small));
  ASSERT_TRUE(reader.ReadFixed64(&large));
  EXPECT_EQ(small, 0x01020304u);
  EXPECT_EQ(large, 0x0102030405060708u);
  EXPECT_TRUE(reader.empty());
}

TEST(ByteReaderTest, LeavesCursorWhereItWasWhenBytesDoNotSuffice) {
  const Bytes bytes = {0x80, 0x80, 0x80};
  ByteReader reader{std::span(bytes)};
  uint32_t small = 0;
  uint64_t large = 0;
  std::span<const uint8_t> part;
  EXPECT_FALSE(reader.ReadFixed32(&small));
  EXPECT_FALSE(reader.ReadFixed64(&large));
  EXPECT_FALSE(reader.ReadVarint32(&small));
  EXPECT_FALSE(reader.ReadVarint64(&large));
  EXPECT_FALSE(reader.ReadBytes(4, &part));
  EXPECT_FALSE(reader.ReadBytes(~uint64_t{0}, &part));
  EXPECT_EQ(reader.remaining(), 3u);
}

TEST(ByteReaderTest, ReadsVarints) {
  const Bytes bytes = {0x00, 0x7F, 0x80, 0x01, 0xAC, 0x02};
  ByteReader reader{std::span(bytes)};
  std::vector<uint32_t> values;
  for (uint32_t value = 0; reader.ReadVarint32(&value);) {
    values.push_back(value);
  }
  EXPECT_EQ(values, (std::vector<uint32_t>{0, 127, 128, 300}));
}

TEST(ByteReaderTest, ReadsLargestVarints) {
  const Bytes small = {0xFF, 0xFF, 0xFF, 0xFF, 0x0F};
  const Bytes large = {0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
                       0xFF, 0xFF, 0xFF, 0xFF, 0x01};
  uint32_t value32 = 0;
  uint64_t value64 = 0;
  EXPECT_TRUE(ByteReader(std::span(small)).ReadVarint32(&value32));
  EXPECT_TRUE(ByteReader(std::span(large)).ReadVarint64(&value64));
  EXPECT_EQ(value32, 0xFFFFFFFFu);
  EXPECT_EQ(value64, 0xFFFFFFFFFFFFFFFFu);
}

TEST(ByteReaderTest, RefusesVarintsThatDoNotFit) {
  const Bytes bit_32 = {0x80, 0x80, 0x80, 0x80, 0x10};
  const Bytes bit_64 = {0x80, 0x80, 0x80, 0x80, 0x80,
                        0x80, 0x80, 0x80, 0x80, 0x02};
  const Bytes endless(20, 0x80);
  uint32_t value32 = 0;
  uint64_t value64 = 0;
  EXPECT_FALSE(ByteReader(std::span(bit_32)).ReadVarint32(&value32));
  EXPECT_FALSE(ByteReader(std::span(bit_64)).ReadVarint64(&value64));
  EXPECT_FALSE(ByteReader(std::span(endless)).ReadVarint32(&value32));
  EXPECT_FALSE(ByteReader(std::span(endless)).ReadVarint64(&value64));
}

TEST(ByteReaderTest, LengthPrefixMayNotReachBehindTheEnd) {
  const Bytes bytes = {3, 'a', 'b', 'c', 3, 'a', 'b'};
  ByteReader reader{std::span(bytes)};
  std::span<const uint8_t> part;
  ASSERT_TRUE(reader.ReadLengthPrefixed(&part));
  EXPECT_EQ(AsStringView(part), "abc");
  EXPECT_FALSE(reader.ReadLengthPrefixed(&part));
  EXPECT_EQ(reader.remaining(), 3u);
}

}  // namespace
}  // namespace sstr
