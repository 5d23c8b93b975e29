// SPDX-License-Identifier: Apache-2.0

#include "stats/verdict.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

#include "stats/summary.h"
#include "stats/wilcoxon.h"

namespace sstr {
namespace {

double PAfterShift(std::span<const double> values, double shift) {
  std::vector<double> shifted(values.begin(), values.end());
  for (double& value : shifted) value += shift;
  return WilcoxonSignedRankP(shifted);
}

// The smallest shift upwards at which values centred on 0 have a p-value of at
// most `threshold`. Absent when not even all signs alike reach it.
std::optional<double> SmallestSignificantShift(std::span<const double> centred,
                                               double threshold) {
  double largest = 0;
  for (double value : centred) largest = std::max(largest, std::abs(value));
  // All values are equal: any change would be seen.
  if (largest == 0) {
    if (PAfterShift(centred, 1) > threshold) return std::nullopt;
    return 0;
  }
  double low = 0;
  double high = 2 * largest;
  if (PAfterShift(centred, high) > threshold) return std::nullopt;
  constexpr int kHalvings = 24;  // To 1e-7 of the largest residual.
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (low + high) / 2;
    (PAfterShift(centred, middle) > threshold ? low : high) = middle;
  }
  return high;
}

std::optional<double> SmallestVisiblePercent(const PairedComparison& cell,
                                             double threshold) {
  if (!cell.ratio_interval) return std::nullopt;
  const double median = Median(cell.log_ratios);
  std::vector<double> centred = cell.log_ratios;
  for (double& value : centred) value -= median;
  const std::optional<double> up = SmallestSignificantShift(centred, threshold);
  for (double& value : centred) value = -value;
  const std::optional<double> down =
      SmallestSignificantShift(centred, threshold);
  if (!up || !down) return std::nullopt;
  // The interval moves with the values, and must leave out 0 as well.
  const double below = median - std::log(cell.ratio_interval->low);
  const double above = std::log(cell.ratio_interval->high) - median;
  return 100 * std::expm1(std::max({*up, *down, below, above}));
}

Verdict Judge(const PairedComparison& cell, double adjusted_p, double alpha) {
  if (adjusted_p > alpha || !cell.ratio_interval) {
    return Verdict::kNoDifferenceShown;
  }
  if (cell.ratio_interval->high < 1) return Verdict::kLower;
  if (cell.ratio_interval->low > 1) return Verdict::kHigher;
  return Verdict::kNoDifferenceShown;
}

}  // namespace

std::vector<double> HolmAdjust(std::span<const double> p_values) {
  std::vector<size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return p_values[a] < p_values[b];
  });
  std::vector<double> adjusted(p_values.size());
  double largest = 0;
  for (size_t k = 0; k < order.size(); ++k) {
    const double factor = static_cast<double>(order.size() - k);
    largest = std::max(largest, std::min(1.0, factor * p_values[order[k]]));
    adjusted[order[k]] = largest;
  }
  return adjusted;
}

std::vector<Judgement> JudgeCells(std::span<const PairedComparison> cells,
                                  double family_alpha) {
  std::vector<double> p_values;
  for (const PairedComparison& cell : cells) {
    if (cell.p_value) p_values.push_back(*cell.p_value);
  }
  const std::vector<double> adjusted = HolmAdjust(p_values);
  std::vector<Judgement> judgements;
  auto next = adjusted.begin();
  for (const PairedComparison& cell : cells) {
    Judgement judgement;
    if (cell.p_value) {
      judgement.adjusted_p = *next++;
      judgement.verdict = Judge(cell, *judgement.adjusted_p, family_alpha);
      judgement.smallest_visible_percent = SmallestVisiblePercent(
          cell, family_alpha / static_cast<double>(p_values.size()));
    }
    judgements.push_back(judgement);
  }
  return judgements;
}

size_t RoundsNeeded(size_t cells, double family_alpha) {
  assert(cells > 0);
  size_t rounds = 1;
  for (double p = 1; p * static_cast<double>(cells) > family_alpha; p /= 2) {
    ++rounds;
  }
  return rounds;
}

}  // namespace sstr
