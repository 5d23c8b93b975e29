// SPDX-License-Identifier: Apache-2.0
//
// Mean and standard error, for output in the manner of `perf stat -r` only.
// Not for judging anything: one descheduled pass rules both; stats/summary.h
// has the figures that reports are about. Pure functions.

#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace sstr {

struct MeanSummary {
  size_t n = 0;
  double mean = 0;
  // Of the mean: the standard deviation (with n - 1) by the root of n. Absent
  // for one value.
  std::optional<double> standard_error;

  // The standard error in percent of the mean; absent with it, and for mean 0.
  std::optional<double> ErrorPercent() const;
};

// Absent for an empty set: nothing was measured. REQUIRES: finite numbers.
std::optional<MeanSummary> SummarizeMean(std::span<const double> values);

}  // namespace sstr
