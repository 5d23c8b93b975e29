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
