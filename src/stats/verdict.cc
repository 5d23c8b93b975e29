// SPDX-License-Identifier: Apache-2.0

#include "stats/verdict.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <numeric>
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

template <typename Cell>
Verdict Judge(const Cell& cell, double adjusted_p, double alpha) {
  if (adjusted_p > alpha || !cell.ratio_interval) {
    return Verdict::kNoDifferenceShown;
  }
  if (cell.ratio_interval->high < 1) return Verdict::kLower;
  if (cell.ratio_interval->low > 1) return Verdict::kHigher;
  return Verdict::kNoDifferenceShown;
}

template <typename Cell>
std::vector<Judgement> JudgeAll(std::span<const Cell> cells,
                                double family_alpha) {
  std::vector<double> p_values;
  for (const Cell& cell : cells) {
    if (cell.p_value) p_values.push_back(*cell.p_value);
  }
  const std::vector<double> adjusted = HolmAdjust(p_values);
  std::vector<Judgement> judgements;
  auto next = adjusted.begin();
  for (const Cell& cell : cells) {
    Judgement judgement;
    if (cell.p_value) {
      judgement.adjusted_p = *next++;
      judgement.verdict = Judge(cell, *judgement.adjusted_p, family_alpha);
      // Holm multiplies the smallest p-value by the number of cells.
      judgement.smallest_visible_percent = SmallestVisiblePercent(
          cell, family_alpha / static_cast<double>(p_values.size()));
    }
    judgements.push_back(judgement);
  }
  return judgements;
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
  return JudgeAll(cells, family_alpha);
}

std::vector<Judgement> JudgeCells(std::span<const UnpairedComparison> cells,
                                  double family_alpha) {
  return JudgeAll(cells, family_alpha);
}

size_t RoundsNeeded(size_t cells, double family_alpha) {
  assert(cells > 0);
  size_t rounds = 1;
  for (double p = 1; p * static_cast<double>(cells) > family_alpha; p /= 2) {
    ++rounds;
  }
  return rounds;
}

size_t RoundsNeededApart(size_t cells, double family_alpha) {
  assert(cells > 0);
  size_t rounds = 1;
  for (double p = 1; p * static_cast<double>(cells) > family_alpha;) {
    ++rounds;
    // From C(2n - 2, n - 1) to C(2n, n) ways to deal the ranks.
    const double n = static_cast<double>(rounds);
    p *= n / (2 * (2 * n - 1));
  }
  return rounds;
}

}  // namespace sstr
