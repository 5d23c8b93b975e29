// SPDX-License-Identifier: Apache-2.0

#include "report/number_text.h"

#include <gtest/gtest.h>

namespace sstr {
namespace {

TEST(NumberTextTest, ThousandsAreApart) {
  EXPECT_EQ(WithThousands(0), "0");
  EXPECT_EQ(WithThousands(999), "999");
  EXPECT_EQ(WithThousands(1000), "1,000");
  EXPECT_EQ(WithThousands(1683566), "1,683,566");
  EXPECT_EQ(WithThousands(18446744073709551615u), "18,446,744,073,709,551,615");
}

TEST(NumberTextTest, ThreeDecimalsNeverShowZeroForSomething) {
  EXPECT_EQ(ThreeDecimals(0), "0.000");
  EXPECT_EQ(ThreeDecimals(1683.5664), "1683.566");
  EXPECT_EQ(ThreeDecimals(0.001), "0.001");
  EXPECT_EQ(ThreeDecimals(0.0004), "0.000400");
  EXPECT_EQ(ThreeDecimals(1.25e-9), "0.00000000125");
}

TEST(NumberTextTest, ThreeDigitsKeepThreeSignificantOnes) {
  EXPECT_EQ(ThreeDigits(0), "0");
  EXPECT_EQ(ThreeDigits(81234.5), "81,235");
  EXPECT_EQ(ThreeDigits(100), "100");
  EXPECT_EQ(ThreeDigits(99.96), "100");
  EXPECT_EQ(ThreeDigits(81.24), "81.2");
  EXPECT_EQ(ThreeDigits(8.124), "8.12");
  EXPECT_EQ(ThreeDigits(0.4), "0.400");
  EXPECT_EQ(ThreeDigits(0.01234), "0.0123");
  EXPECT_EQ(ThreeDigits(1e-7), "0.000000100");
}

TEST(NumberTextTest, ControlCharactersAreSpelledOut) {
  EXPECT_EQ(Printable("a\nb\x1b[2J\x7f"), "a\\x0Ab\\x1B[2J\\x7F");
  EXPECT_EQ(Printable("plain ± text"), "plain ± text");
}

TEST(PlusMinusPercentTest, IsOfRelativeHalfWidths) {
  EXPECT_EQ(PlusMinusPercent(0.01), "±1 %");
  EXPECT_EQ(PlusMinusPercent(0.0234), "±2.34 %");
  EXPECT_EQ(PlusMinusPercent(0.07), "±7 %");
  EXPECT_EQ(PlusMinusPercent(0), "±0 %");
}

}  // namespace
}  // namespace sstr
