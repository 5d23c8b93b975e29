// SPDX-License-Identifier: Apache-2.0
//
// Lists and sizes; how flags are found and set is tested with sst_make's in
// sst_make_test.cc.

#include "flag_parsing.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace sstr {
namespace {

constexpr int64_t kMinInt = std::numeric_limits<int32_t>::min();
constexpr int64_t kMaxInt = std::numeric_limits<int32_t>::max();
constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();

template <typename T>
std::string ErrorOf(const Result<T>& result) {
  EXPECT_EQ(result.status().code(), StatusCode::kUsage);
  return result.status().message();
}

TEST(FlagListTest, KeepsOrderAndRepetition) {
  EXPECT_EQ(ParseList("types", "b,a,b").value(),
            (std::vector<std::string>{"b", "a", "b"}));
  EXPECT_EQ(ParseList("types", "one").value(), std::vector<std::string>{"one"});
}

TEST(FlagListTest, EmptyItemsAreRefusedWithTheirPlace) {
  EXPECT_EQ(ErrorOf(ParseList("types", "")), "--types=: item 1 is empty");
  EXPECT_EQ(ErrorOf(ParseList("types", "a,")), "--types=a,: item 2 is empty");
  EXPECT_EQ(ErrorOf(ParseList("types", ",a")), "--types=,a: item 1 is empty");
  EXPECT_EQ(ErrorOf(ParseList("types", "a,,b")),
            "--types=a,,b: item 2 is empty");
}

TEST(FlagIntegerTest, TakesTheWholeRange) {
  EXPECT_EQ(ParseInteger("level", "-2147483648", kMinInt, kMaxInt).value(),
            kMinInt);
  EXPECT_EQ(ParseInteger("level", "2147483647", kMinInt, kMaxInt).value(),
            kMaxInt);
  EXPECT_EQ(ParseIntegerList("levels", "1,-3,19", kMinInt, kMaxInt).value(),
            (std::vector<int64_t>{1, -3, 19}));
}

TEST(FlagIntegerTest, RefusesWhatIsNoNumberOfTheRange) {
  for (const char* text :
       {"", "x", "1x", " 1", "1 ", "+1", "0x10", "1e3", "1.0", "-2147483649",
        "2147483648", "99999999999999999999"}) {
    EXPECT_FALSE(ParseInteger("level", text, kMinInt, kMaxInt).ok()) << text;
  }
  EXPECT_EQ(ErrorOf(ParseIntegerList("levels", "1,4", 1, 3)),
            "--levels: \"4\" is not a number from 1 to 3");
  EXPECT_EQ(ErrorOf(ParseIntegerList("levels", "1,", 1, 3)),
            "--levels=1,: item 2 is empty");
}

TEST(FlagByteSizeTest, UnitsAreBinary) {
  EXPECT_EQ(ParseByteSize("size", "4096", 1, kMaxUint32).value(), 4096u);
  EXPECT_EQ(ParseByteSize("size", "16k", 1, kMaxUint32).value(), 16384u);
  EXPECT_EQ(ParseByteSize("size", "8m", 1, kMaxUint32).value(), 8388608u);
  EXPECT_EQ(ParseByteSize("size", "3g", 1, kMaxUint32).value(), 3221225472u);
  EXPECT_EQ(ParseByteSizeList("size", "1k,4k,100", 1, kMaxUint32).value(),
            (std::vector<uint64_t>{1024, 4096, 100}));
}

TEST(FlagByteSizeTest, RefusesAbsurdBlockSizes) {
  for (const char* text : {"0", "-1", "4294967296", "4g", "8g", "4096x", "16K",
                           "16kb", "k", "", "1.5k", "0k",
                           // 2^64 and 2^54 KiB: no wrap to something small.
                           "18446744073709551616", "18014398509481984k"}) {
    EXPECT_FALSE(ParseByteSize("block_size", text, 1, kMaxUint32).ok()) << text;
  }
  EXPECT_FALSE(ParseByteSizeList("block_size", "4k,", 1, kMaxUint32).ok());
  EXPECT_FALSE(ParseByteSizeList("block_size", "4k,0", 1, kMaxUint32).ok());
}

}  // namespace
}  // namespace sstr
