// SPDX-License-Identifier: Apache-2.0

#include "stats/visible_change.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <vector>

#include "stats/paired.h"
#include "stats/summary.h"
#include "stats/unpaired.h"

namespace sstr {
namespace {

std::vector<double> Shifted(std::span<const double> values, double shift) {
  std::vector<double> shifted(values.begin(), values.end());
  for (double& value : shifted) value += shift;
  return shifted;
}

std::vector<double> Centred(std::span<const double> values) {
  return Shifted(values, -Median(values));
}

double LargestSize(std::span<const double> values) {
  double largest = 0;
  for (double value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

// The size of the smallest shift in the direction `sign` whose p-value is at
// most `p_threshold`. From `separating` on a larger shift changes no p-value;
// absent when even that one is not enough.
std::optional<double> SmallestSignificantShift(
    const std::function<double(double)>& p_of_shift, double sign,
    double separating, double p_threshold) {
  // All values are equal: any change would be seen.
  if (separating == 0) {
    if (p_of_shift(sign) > p_threshold) return std::nullopt;
    return 0;
  }
  double low = 0;
  double high = separating;
  if (p_of_shift(sign * high) > p_threshold) return std::nullopt;
  constexpr int kHalvings = 24;  // To 1e-7 of the largest residual.
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (p_of_shift(sign * middle) > p_threshold ? low : high) = middle;
  }
  return high;
}

// `ratio_interval` moves with the values, and must leave out 1 as well.
std::optional<double> VisiblePercent(
    const std::function<double(double)>& p_of_shift, double separating,
    double ratio, const std::optional<Interval>& ratio_interval,
    double p_threshold) {
  if (!ratio_interval) return std::nullopt;
  const std::optional<double> up =
      SmallestSignificantShift(p_of_shift, 1, separating, p_threshold);
  const std::optional<double> down =
      SmallestSignificantShift(p_of_shift, -1, separating, p_threshold);
  if (!up || !down) return std::nullopt;
  const double below = std::log(ratio / ratio_interval->low);
  const double above = std::log(ratio_interval->high / ratio);
  return 100 * std::expm1(std::max({*up, *down, below, above}));
}

}  // namespace

std::optional<double> SmallestVisiblePercent(const PairedComparison& cell,
                                             double p_threshold) {
  if (!cell.ratio) return std::nullopt;
  const std::vector<double> centred = Centred(cell.log_ratios);
  return VisiblePercent(
      [&](double shift) {
        return WilcoxonSignedRankP(Shifted(centred, shift));
      },
      2 * LargestSize(centred), *cell.ratio, cell.ratio_interval, p_threshold);
}

std::optional<double> SmallestVisiblePercent(const UnpairedComparison& cell,
                                             double p_threshold) {
  if (!cell.ratio) return std::nullopt;
  const std::vector<double> baseline = Centred(cell.baseline_logs);
  const std::vector<double> contender = Centred(cell.contender_logs);
  const double reach = LargestSize(baseline) + LargestSize(contender);
  return VisiblePercent(
      [&](double shift) {
        return MannWhitneyP(baseline, Shifted(contender, shift));
      },
      2 * reach, *cell.ratio, cell.ratio_interval, p_threshold);
}

}  // namespace sstr
