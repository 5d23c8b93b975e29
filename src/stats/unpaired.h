// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two sides measured apart: two stored reports, two sets of
// processes. Whatever changed on the machine between the two runs is in the
// ratio and nothing here can take it out; stats/paired.h compares sides that
// alternated. Not for sizes, which are exact.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/bootstrap.h"

namespace sstr {

// Mann and Whitney's rank-sum test: do two independent samples come from one
// distribution? It takes the values of a side as independent, which passes
// measured one after the other are not when the machine drifts: its p-value is
// then too small, and the caller has to say so. Where both sides have common
// rounds, WilcoxonSignedRankP() sees smaller differences.

// Up to this many values on both sides together the p-value is exact.
inline constexpr size_t kMannWhitneyExactMax = 30;

// Two-sided p-value in (0, 1].
//
//  * Ties share the mean of their ranks.
//  * Up to kMannWhitneyExactMax values: the share of all ways to deal these
//    very ranks to the sides whose rank sum is at least as far from its mean,
//    so that it is exact with ties too. n and m values can never give less
//    than 2 n! m! / (n + m)!.
//  * Beyond: the normal approximation with continuity correction and the
//    variance corrected for ties (E. L. Lehmann, Nonparametrics: Statistical
//    Methods Based on Ranks, 1975, sections 1.3 and 1.4).
//  * An empty side, or all values equal: 1.
// REQUIRES: finite numbers.
double MannWhitneyP(std::span<const double> a, std::span<const double> b);

// Ratios are contender / baseline: above 1 the contender needs more.
struct UnpairedComparison {
  // Values used, as natural logarithms, in the order given.
  std::vector<double> baseline_logs;
  std::vector<double> contender_logs;
  size_t unusable_values = 0;  // On both sides; they were not above 0.

  // Absent when a side has no value.
  std::optional<double> ratio;    // Median by median.
  std::optional<double> p_value;  // Mann and Whitney's.
  // 95 % bootstrap interval of `ratio`; absent when a side has fewer than 2
  // values.
  std::optional<Interval> ratio_interval;
};

// Any positive unit. A value that is not finite and above 0 is left out and
// counted. The spans may differ in size.
UnpairedComparison CompareUnpaired(std::span<const double> baseline,
                                   std::span<const double> contender,
                                   const BootstrapOptions& options = {});

}  // namespace sstr
