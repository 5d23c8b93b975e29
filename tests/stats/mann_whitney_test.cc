// SPDX-License-Identifier: Apache-2.0
//
// p-values counted by hand over all ways to deal the ranks, published critical
// values, and the normal table beyond the exact range.

#include "stats/mann_whitney.h"

#include <gtest/gtest.h>

#include <vector>

namespace sstr {
namespace {

double P(const std::vector<double>& a, const std::vector<double>& b) {
  return MannWhitneyP(a, b);
}

// 2 of the 20 ways to choose 3 of 6 ranks separate the sides.
TEST(MannWhitneyTest, SeparateSidesHaveTheSmallestP) {
  EXPECT_DOUBLE_EQ(P({1, 2, 3}, {4, 5, 6}), 2.0 / 20);
  EXPECT_DOUBLE_EQ(P({6, 4, 5}, {3, 1, 2}), 2.0 / 20);
}

// Rank sum 7, mean 10.5; {1 2 3} {1 2 4} and their mirror images are as far.
TEST(MannWhitneyTest, OneInversion) {
  EXPECT_DOUBLE_EQ(P({1, 2, 4}, {3, 5, 6}), 4.0 / 20);
}

// Ranks 1 2.5 2.5 4. The sums of two are 3.5 twice, 5 twice, 6.5 twice; the
// mean is 5 and the sum seen 3.5.
TEST(MannWhitneyTest, TiesShareMeanRankAndStayExact) {
  EXPECT_DOUBLE_EQ(P({1, 2}, {2, 3}), 4.0 / 6);
}

// Ranks 2 2 2 4 with mean 2.5: the 4 is further away than a 2.
TEST(MannWhitneyTest, LopsidedTiesCountWhatIsAsFar) {
  EXPECT_DOUBLE_EQ(P({2}, {1, 1, 1}), 1.0 / 4);
  EXPECT_DOUBLE_EQ(P({1}, {1, 1, 2}), 1);
}

TEST(MannWhitneyTest, SidesMayBeSwapped) {
  const std::vector<double> a = {1, 3, 5, 8};
  const std::vector<double> b = {2, 4, 6, 7, 9};
  EXPECT_EQ(P(a, b), P(b, a));
  EXPECT_DOUBLE_EQ(P(a, b), 70.0 / 126);
}

TEST(MannWhitneyTest, NothingToRankShowsNothing) {
  EXPECT_EQ(P({}, {1, 2}), 1);
  EXPECT_EQ(P({1, 2}, {}), 1);
  EXPECT_EQ(P({}, {}), 1);
  EXPECT_EQ(P({3, 3, 3}, {3, 3, 3}), 1);
  EXPECT_EQ(P(std::vector<double>(20, 3), std::vector<double>(20, 3)), 1);
}

// 1 2 ... 20 with a side of ten whose U is `u`: the ten lowest, the last of
// them raised above one value of the other side per step.
double POfU(int u) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 1; i <= 10; ++i) a.push_back(i);
  for (int i = 1; i <= 10; ++i) b.push_back(10 + i);
  for (int i = 9; u > 0; --i) {
    const int step = u < 10 ? u : 10;
    a[static_cast<size_t>(i)] = 10 + step + 0.01 * i;
    u -= step;
  }
  return P(a, b);
}

// The published two-sided critical values for 10 and 10: 23 at 5 %, 16 at 1 %.
TEST(MannWhitneyTest, TenAndTenAtTheirCriticalValues) {
  EXPECT_LE(POfU(23), 0.05);
  EXPECT_GT(POfU(24), 0.05);
  EXPECT_LE(POfU(16), 0.01);
  EXPECT_GT(POfU(17), 0.01);
}

// 16 odd and 16 even numbers up to 32: rank sum 256, mean 264, variance
// 16 * 16 * 33 / 12 = 704; z = 7.5 / 26.533; 2 * (1 - Phi(z)) = 0.77743.
TEST(MannWhitneyTest, ManyValuesUseNormalApproximation) {
  std::vector<double> a;
  std::vector<double> b;
  for (int i = 1; i <= 16; ++i) a.push_back(2 * i - 1);
  for (int i = 1; i <= 16; ++i) b.push_back(2 * i);
  EXPECT_NEAR(P(a, b), 0.7774322029019755, 1e-12);
}

// Twelve 1s of rank 6.5, twenty 2s of rank 22.5; the sum of the first side is
// 8 * 6.5 + 8 * 22.5 = 232; variance 256 / 12 * (33 - (1716 + 7980) / 992).
TEST(MannWhitneyTest, NormalApproximationCorrectsForTies) {
  std::vector<double> a(8, 1.0);
  a.resize(16, 2.0);
  std::vector<double> b(4, 1.0);
  b.resize(16, 2.0);
  EXPECT_NEAR(P(a, b), 0.1570309042736893, 1e-12);
}

}  // namespace
}  // namespace sstr
