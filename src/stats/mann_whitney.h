// SPDX-License-Identifier: Apache-2.0
//
// Mann and Whitney's rank-sum test: do two independent samples come from one
// distribution? For sides measured apart, without a common round; where there
// is one, stats/wilcoxon.h sees smaller differences. It takes values of a side
// as independent, which passes measured one after the other are not when the
// machine drifts: its p-value then is too small, and the caller has to say so.

#pragma once

#include <cstddef>
#include <span>

namespace sstr {

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

}  // namespace sstr
