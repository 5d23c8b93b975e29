// SPDX-License-Identifier: Apache-2.0

#include "sst/crc32c.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <vector>

namespace sstr {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes Ascending(size_t count) {
  Bytes bytes(count);
  std::iota(bytes.begin(), bytes.end(), uint8_t{0});
  return bytes;
}

// RFC 3720, appendix B.4.
TEST(Crc32cTest, MatchesTheVectorsOfRfc3720) {
  Bytes descending = Ascending(32);
  std::ranges::reverse(descending);
  EXPECT_EQ(Crc32c(Bytes(32, 0x00)), 0x8A9136AAu);
  EXPECT_EQ(Crc32c(Bytes(32, 0xFF)), 0x62A8AB43u);
  EXPECT_EQ(Crc32c(Ascending(32)), 0x46DD794Eu);
  EXPECT_EQ(Crc32c(descending), 0x113FDB5Cu);
}

TEST(Crc32cTest, MatchesTheUsualCheckValue) {
  const std::string_view digits = "123456789";
  EXPECT_EQ(Crc32c(Bytes(digits.begin(), digits.end())), 0xE3069283u);
}

TEST(Crc32cTest, TableAgreesWithInstructionAtEveryLengthAndAlignment) {
  const Bytes bytes = Ascending(100);
  for (size_t begin = 0; begin < 9; ++begin) {
    for (size_t size = 0; begin + size <= bytes.size(); ++size) {
      const std::span<const uint8_t> part =
          std::span(bytes).subspan(begin, size);
      ASSERT_EQ(ExtendCrc32c(0, part), ExtendCrc32cByTable(0, part))
          << begin << " " << size;
    }
  }
}

TEST(Crc32cTest, ExtendingGivesTheCrcOfTheWhole) {
  const Bytes bytes = Ascending(40);
  const std::span<const uint8_t> whole(bytes);
  for (size_t cut = 0; cut <= bytes.size(); ++cut) {
    EXPECT_EQ(ExtendCrc32c(Crc32c(whole.first(cut)), whole.subspan(cut)),
              Crc32c(whole));
  }
}

}  // namespace
}  // namespace sstr
