// SPDX-License-Identifier: Apache-2.0
//
// Comparison of two sides measured in the same rounds, alternating: what is
// common to a round (drift, load, temperature) cancels in its ratio. Not for
// sides measured one after the other, and not for sizes, which are exact.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/bootstrap.h"

namespace sstr {

// Wilcoxon's signed-rank test: are paired differences centred on 0? It holds
// for any noise that hits both sides of a pair alike (drift, spikes, several
// modes), because it uses only signs and ranks.

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

// Ratios are contender / baseline: above 1 the contender needs more.
struct PairedComparison {
  size_t rounds = 0;          // Pairs used.
  size_t unusable_pairs = 0;  // Pairs in which a side was not above 0.
  // One per pair used, in round order: ln(contender / baseline).
  std::vector<double> log_ratios;

  // Absent when no pair could be used.
  std::optional<double> ratio;    // exp of the median log ratio.
  std::optional<double> p_value;  // Wilcoxon's; 1 for a single pair.
  // 95 % bootstrap interval of `ratio`; absent for fewer than 2 pairs.
  std::optional<Interval> ratio_interval;
};

// Element i of both spans is of round i, in any positive unit. A pair with a
// value that is not finite and above 0 has no ratio; it is left out and
// counted. REQUIRES: equal sizes.
PairedComparison ComparePaired(std::span<const double> baseline,
                               std::span<const double> contender,
                               const BootstrapOptions& options = {});

}  // namespace sstr
