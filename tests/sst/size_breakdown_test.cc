// SPDX-License-Identifier: Apache-2.0

#include "sst/size_breakdown.h"

#include <gtest/gtest.h>

namespace sstr {
namespace {

TEST(DistributionTest, NothingHasNone) {
  EXPECT_FALSE(DistributionOf({}).has_value());
}

TEST(DistributionTest, OneValueIsEveryPercentile) {
  const auto distribution = DistributionOf({3});
  EXPECT_EQ(distribution->p5, 3);
  EXPECT_EQ(distribution->p50, 3);
  EXPECT_EQ(distribution->p95, 3);
}

TEST(DistributionTest, PercentilesAreNearestRanks) {
  std::vector<double> values;
  for (int i = 100; i > 0; --i) values.push_back(i);
  const auto hundred = DistributionOf(values);
  EXPECT_EQ(hundred->p5, 5);
  EXPECT_EQ(hundred->p50, 50);
  EXPECT_EQ(hundred->p95, 95);
  // Ranks ceil(0.2), ceil(2), ceil(3.8) of four.
  const auto four = DistributionOf({40, 10, 30, 20});
  EXPECT_EQ(four->p5, 10);
  EXPECT_EQ(four->p50, 20);
  EXPECT_EQ(four->p95, 40);
}

}  // namespace
}  // namespace sstr
