// SPDX-License-Identifier: Apache-2.0

#include "stats/mean.h"

#include <gtest/gtest.h>

#include <vector>

namespace sstr {
namespace {

// Mean 12; squares 4 + 4; variance 8 / 1; error sqrt(8 / 2) = 2, which is
// 16.67 % of 12.
TEST(MeanTest, StandardErrorDividesByTheRootOfN) {
  const auto summary = SummarizeMean(std::vector<double>{10, 14});
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->n, 2u);
  EXPECT_DOUBLE_EQ(summary->mean, 12);
  EXPECT_DOUBLE_EQ(summary->standard_error.value(), 2);
  EXPECT_DOUBLE_EQ(summary->ErrorPercent().value(), 200.0 / 12);
}

// Mean 10; squares 16 + 4 + 4 + 16 + 0 = 40; variance 40 / 4 = 10, not 40 / 5;
// error sqrt(10 / 5) = sqrt(2).
TEST(MeanTest, VarianceIsThatOfASample) {
  const auto summary = SummarizeMean(std::vector<double>{6, 8, 12, 14, 10});
  ASSERT_TRUE(summary.has_value());
  EXPECT_DOUBLE_EQ(summary->mean, 10);
  EXPECT_DOUBLE_EQ(summary->standard_error.value(), 1.4142135623730951);
}

TEST(MeanTest, LargeOffsetKeepsTheDigitsOfTheError) {
  const auto summary = SummarizeMean(std::vector<double>{1e15, 1e15 + 4});
  ASSERT_TRUE(summary.has_value());
  EXPECT_DOUBLE_EQ(summary->standard_error.value(), 2);
}

TEST(MeanTest, OneValueHasNoError) {
  const auto summary = SummarizeMean(std::vector<double>{7});
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->mean, 7);
  EXPECT_FALSE(summary->standard_error.has_value());
  EXPECT_FALSE(summary->ErrorPercent().has_value());
}

TEST(MeanTest, EqualValuesHaveErrorZero) {
  const auto summary = SummarizeMean(std::vector<double>{3, 3, 3});
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->standard_error, 0);
  EXPECT_EQ(summary->ErrorPercent(), 0);
}

TEST(MeanTest, NoPercentOfMeanZero) {
  const auto summary = SummarizeMean(std::vector<double>{0, 0});
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(summary->standard_error, 0);
  EXPECT_FALSE(summary->ErrorPercent().has_value());
}

TEST(MeanTest, NothingMeasuredIsAbsent) {
  EXPECT_FALSE(SummarizeMean({}).has_value());
}

}  // namespace
}  // namespace sstr
