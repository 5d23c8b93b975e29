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

// Ratios are contender / baseline: above 1 the contender needs more.
struct UnpairedComparison {
  // Values used, as natural logarithms, in the order given.
  std::vector<double> baseline_logs;
  std::vector<double> contender_logs;
  size_t unusable_values = 0;  // Of both sides, that were not above 0.

  // Absent when a side has no value.
  std::optional<double> ratio;    // Of the medians.
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
