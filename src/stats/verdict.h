// SPDX-License-Identifier: Apache-2.0
//
// From comparisons of many cells to verdicts that hold together: the
// chance of any false one among all cells is at most the family-wise level.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/paired.h"
#include "stats/unpaired.h"

namespace sstr {

inline constexpr double kFamilyWiseAlpha = 0.01;

enum class Verdict {
  kLower,   // The contender needs less: faster, smaller.
  kHigher,  // The contender needs more: slower, larger.
  kNoDifferenceShown,
  kNotComparable,  // No pair had a ratio.
};

struct Judgement {
  Verdict verdict = Verdict::kNotComparable;
  // Holm's, over the cells that have a p-value. Absent: kNotComparable.
  std::optional<double> adjusted_p;
  // The smallest change, in percent of the baseline, that rounds of this
  // spread would have shown were it the only one among the cells; see
  // SmallestVisiblePercent().
  std::optional<double> smallest_visible_percent;
};

// Holm's step-down p-values, in the order given: the k-th smallest of m times
// m - k + 1, at most 1, never below its predecessor's.
std::vector<double> HolmAdjust(std::span<const double> p_values);

// One judgement per cell, in order. A difference is shown when the adjusted
// p-value is at most `family_alpha` and the 95 % interval leaves out 1; asking
// for both keeps the verdict from contradicting the printed interval.
std::vector<Judgement> JudgeCells(std::span<const PairedComparison> cells,
                                  double family_alpha = kFamilyWiseAlpha);
std::vector<Judgement> JudgeCells(std::span<const UnpairedComparison> cells,
                                  double family_alpha = kFamilyWiseAlpha);

// The smallest change that rounds of this spread would have shown: what "no
// difference shown" is worth. The measured values are centred, then shifted
// until the test that judges them, and their interval, would have told. In
// percent of the baseline, the larger of both directions. `p_threshold`: the
// largest p-value that would count. Absent without an interval, or when the
// rounds are too few to show a change of any size.
std::optional<double> SmallestVisiblePercent(const PairedComparison& cell,
                                             double p_threshold);
std::optional<double> SmallestVisiblePercent(const UnpairedComparison& cell,
                                             double p_threshold);

// Fewer rounds than this cannot show a difference in a family of `cells`
// cells: every sign alike has the p-value 2^(1 - rounds).
// REQUIRES: cells > 0.
size_t RoundsNeeded(size_t cells, double family_alpha = kFamilyWiseAlpha);
// The same of each side when they were measured apart: every value of a side
// above every value of the other has the p-value 2 n!^2 / (2n)!.
size_t RoundsNeededApart(size_t cells, double family_alpha = kFamilyWiseAlpha);

}  // namespace sstr
