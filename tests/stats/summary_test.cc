// SPDX-License-Identifier: Apache-2.0

#include "stats/summary.h"

#include <gtest/gtest.h>

#include <vector>

namespace sstr {
namespace {

TEST(SummaryTest, MedianOfOddCountIsMiddleValue) {
  EXPECT_EQ(Median(std::vector<double>{9, 1, 5}), 5);
}

TEST(SummaryTest, MedianOfEvenCountIsMeanOfMiddlePair) {
  EXPECT_EQ(Median(std::vector<double>{40, 10, 30, 20}), 25);
}

TEST(SummaryTest, MedianIgnoresOneSpike) {
  EXPECT_EQ(Median(std::vector<double>{10, 11, 12, 13, 1e9}), 12);
}

TEST(SummaryTest, MedianOfHugeValuesDoesNotOverflow) {
  EXPECT_EQ(Median(std::vector<double>{1.5e308, 1.7e308}), 1.6e308);
}

// Deviations from the median 2 are 1 1 0 0 2 4 7; their median is 1.
TEST(SummaryTest, MadIsUnscaledMedianOfDeviations) {
  EXPECT_EQ(MedianAbsoluteDeviation(std::vector<double>{1, 1, 2, 2, 4, 6, 9}),
            1);
}

// Median 5; deviations 4 2 2 4; the middle pair of 2 2 4 4 has the mean 3.
TEST(SummaryTest, MadOfEvenCountUsesMiddlePair) {
  EXPECT_EQ(MedianAbsoluteDeviation(std::vector<double>{1, 3, 7, 9}), 3);
}

TEST(SummaryTest, MadOfOneValueIsZero) {
  EXPECT_EQ(MedianAbsoluteDeviation(std::vector<double>{42}), 0);
}

// Rank 0.4 * 4 = 1.6 lies between 20 and 35: 20 + 0.6 * 15 = 29.
TEST(SummaryTest, PercentileInterpolatesBetweenNearestRanks) {
  EXPECT_DOUBLE_EQ(Percentile(std::vector<double>{50, 15, 35, 20, 40}, 40), 29);
}

TEST(SummaryTest, PercentileEndsAreMinimumAndMaximum) {
  const std::vector<double> values = {3, 1, 2};
  EXPECT_EQ(Percentile(values, 0), 1);
  EXPECT_EQ(Percentile(values, 100), 3);
  EXPECT_EQ(Percentile(values, 50), 2);
}

TEST(SummaryTest, PercentileOfOneValueIsThatValue) {
  EXPECT_EQ(Percentile(std::vector<double>{7}, 97.5), 7);
}

TEST(SummaryTest, SummarizeGivesAllFigures) {
  const auto summary = Summarize(std::vector<double>{9, 1, 2, 6, 1, 4, 2});
  ASSERT_TRUE(summary.has_value());
  EXPECT_EQ(*summary, (Summary{.n = 7, .median = 2, .mad = 1, .min = 1}));
}

TEST(SummaryTest, NothingMeasuredIsAbsentNotZero) {
  EXPECT_FALSE(Summarize({}).has_value());
}

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
