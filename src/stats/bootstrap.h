// SPDX-License-Identifier: Apache-2.0
//
// Percentile-bootstrap intervals of medians. Equal seeds give equal intervals
// on every machine: the generator and the mapping to indices are fixed, the
// standard library's distributions (which are not) are not used.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace sstr {

struct Interval {
  double low = 0;
  double high = 0;

  bool operator==(const Interval&) const = default;
};

struct BootstrapOptions {
  uint64_t seed = 1;
  uint32_t resamples = 2000;  // At least 1.
  double confidence = 0.95;   // Between 0 and 1.
};

// Interval of the median of `values`: the (1 - confidence) / 2 percentiles, at
// both ends, of the medians of `resamples` samples drawn with replacement.
//
// Absent for fewer than 2 values: one value says nothing about spread. Equal
// values give an interval of width 0. The interval never leaves [min, max], so
// that below 6 values it holds the true median less often than 95 %: at most
// 1 - 2^(1 - n), that is 50, 75, 87.5 and 93.75 % for n of 2, 3, 4 and 5.
// REQUIRES: finite numbers, in any order.
std::optional<Interval> BootstrapMedianInterval(
    std::span<const double> values, const BootstrapOptions& options = {});

// Interval of median(contender) / median(baseline) for sides without a common
// round: each resample draws anew from both. Absent when a side has fewer than
// 2 values; what is said above of few values holds for the smaller side.
// REQUIRES: finite numbers above 0, in any order.
std::optional<Interval> BootstrapMedianRatioInterval(
    std::span<const double> baseline, std::span<const double> contender,
    const BootstrapOptions& options = {});

}  // namespace sstr
