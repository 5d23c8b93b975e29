// SPDX-License-Identifier: Apache-2.0

#include "make/seeded_random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace sstr {
namespace {

// The C++ standard ([rand.predef]): the 10000th number of an mt19937_64
// seeded with 5489 is 9981545732273789042 = 0x8A8592F5817ED872.
constexpr uint64_t kStandardSeed = 5489;
constexpr int kNumbersBefore = 9999;

SeededRandom BeforeTheKnownNumber() {
  SeededRandom random(kStandardSeed);
  for (int i = 0; i < kNumbersBefore; ++i) random.Below(1);
  return random;
}

TEST(SeededRandomTest, BytesAreTheLowOnesFirst) {
  SeededRandom random = BeforeTheKnownNumber();
  std::string bytes;
  random.AppendBytes(8, &bytes);
  EXPECT_EQ(bytes, "\x72\xD8\x7E\x81\xF5\x92\x85\x8A");
}

TEST(SeededRandomTest, BelowScalesTheHighHalf) {
  // 0x8A8592F5 / 2^32 = 0.5411...
  SeededRandom random = BeforeTheKnownNumber();
  EXPECT_EQ(random.Below(1000), 541u);
}

TEST(SeededRandomTest, CharactersScaleEachByte) {
  // 0x72 * 26 / 256 = 11.6, 0xD8 * 26 / 256 = 21.9.
  SeededRandom random = BeforeTheKnownNumber();
  std::string text = ">";
  random.AppendCharacters(2, 'a', 26, &text);
  EXPECT_EQ(text, ">lv");
}

TEST(SeededRandomTest, EveryCharacterOfTheRangeComesAndNoOther) {
  SeededRandom random(1);
  std::string text;
  random.AppendCharacters(10'000, 'a', 6, &text);
  EXPECT_EQ(std::set<char>(text.begin(), text.end()),
            (std::set<char>{'a', 'b', 'c', 'd', 'e', 'f'}));
}

}  // namespace
}  // namespace sstr
