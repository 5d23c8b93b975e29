// SPDX-License-Identifier: Apache-2.0
//
// Wilcoxon's signed-rank test: are paired differences centred on 0? It holds
// for any noise that hits both sides of a pair alike (drift, spikes, several
// modes), because it uses only signs and ranks.

#pragma once

#include <cstddef>
#include <span>

namespace sstr {

// Up to this many non-zero differences the p-value is exact.
inline constexpr size_t kWilcoxonExactMax = 50;

// Two-sided p-value of "the differences are symmetric around 0", in (0, 1].
//
//  * Zeros carry no sign and are dropped (Wilcoxon's own rule).
//  * Nothing left, or one difference: 1. n differences can never give less
//    than 2^(1 - n).
//  * Ties of absolute value share the mean of their ranks.
//  * Up to kWilcoxonExactMax differences the distribution over all 2^n sign
//    patterns of these very ranks is computed, so it is exact with ties too;
//    beyond, the normal approximation with tie and continuity correction.
// REQUIRES: finite numbers.
double WilcoxonSignedRankP(std::span<const double> differences);

}  // namespace sstr
