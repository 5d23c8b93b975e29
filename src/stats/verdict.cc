// SPDX-License-Identifier: Apache-2.0

#include "stats/verdict.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "stats/visible_change.h"

namespace sstr {
namespace {

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
      judgement.smallest_visible_percent = SmallestVisiblePercent(
          cell, family_alpha / static_cast<double>(p_values.size()));
    }
    judgements.push_back(judgement);
  }
  return judgements;
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
