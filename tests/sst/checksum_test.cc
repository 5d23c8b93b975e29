// SPDX-License-Identifier: Apache-2.0

#include "sst/checksum.h"

#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;

constexpr ChecksumType kAllTypes[] = {
    ChecksumType::kNone, ChecksumType::kCrc32c, ChecksumType::kXxHash32,
    ChecksumType::kXxHash64, ChecksumType::kXxh3};

TEST(ChecksumTest, NoChecksumIsZero) {
  EXPECT_EQ(ComputeChecksum(ChecksumType::kNone, AsBytes("123456789")), 0u);
}

TEST(ChecksumTest, CrcIsMasked) {
  // CRC-32C of "123456789" is 0xE3069283; rotated right by 15 bits it is
  // 0x2507C60D; plus 0xA282EAD8 that is 0xC78AB0E5.
  EXPECT_EQ(ComputeChecksum(ChecksumType::kCrc32c, AsBytes("123456789")),
            0xC78AB0E5u);
}

TEST(ChecksumTest, XxHashesAreTakenOverPayloadAndTypeByte) {
  // Published values of XXH32 and XXH64 with seed 0 for "a"; of the latter the
  // low half of 0xD24EC4F1A98C6E5B.
  EXPECT_EQ(ComputeChecksum(ChecksumType::kXxHash32, AsBytes("a")),
            0x550D7456u);
  EXPECT_EQ(ComputeChecksum(ChecksumType::kXxHash64, AsBytes("a")),
            0xA98C6E5Bu);
}

TEST(ChecksumTest, Xxh3LeavesTheTypeByteOutAndMixesItIn) {
  // XXH3-64 of nothing is 0x2D06800538D394C2; type 7 gives the factor
  // 7 * 0x6B9083D9 mod 2^32 = 0xF0F39AEF.
  EXPECT_EQ(ComputeChecksum(ChecksumType::kXxh3, {}, 7),
            0x38D394C2u ^ 0xF0F39AEFu);
  EXPECT_EQ(ComputeChecksum(ChecksumType::kXxh3, {}, 0), 0x38D394C2u);
}

TEST(ChecksumTest, ApartAndJoinedTypeByteGiveTheSame) {
  const std::string text =
      "some payload that is longer than one stripe of "
      "the hashes, which take 16, 32 or 64 bytes each\x04";
  for (const ChecksumType type : kAllTypes) {
    EXPECT_EQ(ComputeChecksum(type, AsBytes(text)),
              ComputeChecksum(type, AsBytes(text).first(text.size() - 1), 4))
        << ChecksumTypeName(type);
  }
}

TEST(ChecksumTest, ContextDependsOnBothHalvesOfTheOffset) {
  EXPECT_EQ(ContextModifier(0, 0x123456789), 0u);
  EXPECT_EQ(ContextModifier(0xFF, 0), 0xFFu);
  EXPECT_EQ(ContextModifier(0xFF, 1), 0xFEu);
  EXPECT_EQ(ContextModifier(0x10, (uint64_t{2} << 32) | 5), 0x17u);
}

TEST(ChecksumTest, KnowsFiveTypes) {
  for (uint8_t code = 0; code < 5; ++code) {
    EXPECT_TRUE(ChecksumTypeFromCode(code).has_value());
  }
  EXPECT_FALSE(ChecksumTypeFromCode(5).has_value());
  EXPECT_FALSE(ChecksumTypeFromCode(0xFF).has_value());
}

}  // namespace
}  // namespace sstr
