// SPDX-License-Identifier: Apache-2.0
//
// Figures that describe one set of measurements. Reports use order statistics,
// because one slow pass hardly moves them. The mean is here for output in the
// manner of `perf stat -r` alone: it judges nothing, because a single
// descheduled pass can move it anywhere. Pure functions, safe to call from any
// thread.

#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace sstr {

// What a report prints of one set of values, in the values' own unit.
struct Summary {
  size_t n = 0;
  double median = 0;
  double mad = 0;  // Unscaled; see MedianAbsoluteDeviation().
  double min = 0;

  bool operator==(const Summary&) const = default;
};

// The middle value, or the mean of the middle pair when the count is even.
// REQUIRES: `values` is not empty and holds finite numbers, in any order.
double Median(std::span<const double> values);

// Median of |value - median|. Unscaled: it is NOT multiplied by 1.4826, so it
// is no estimate of a standard deviation. 0 for a single value.
// REQUIRES: as Median().
double MedianAbsoluteDeviation(std::span<const double> values);

// The value at `percent` by linear interpolation between the two nearest
// order statistics, with rank percent / 100 * (n - 1) counted from 0 (the
// "type 7" of Hyndman and Fan, NumPy's default). 0 gives the minimum, 100 the
// maximum, 50 the median. REQUIRES: as Median(); 0 <= percent <= 100.
double Percentile(std::span<const double> values, double percent);
// The same of values that are in ascending order already.
double PercentileOfSorted(std::span<const double> sorted, double percent);

// Absent for an empty set: nothing was measured. REQUIRES: finite numbers.
std::optional<Summary> Summarize(std::span<const double> values);

// Mean and standard error, as `perf stat -r` prints them.
struct MeanSummary {
  size_t n = 0;
  double mean = 0;
  // The standard deviation (with n - 1) divided by the root of n. Absent for
  // one value.
  std::optional<double> standard_error;

  // The standard error in percent of the mean; absent with it, and for mean 0.
  std::optional<double> ErrorPercent() const;
};

// Absent for an empty set: nothing was measured. REQUIRES: finite numbers.
std::optional<MeanSummary> SummarizeMean(std::span<const double> values);

}  // namespace sstr
