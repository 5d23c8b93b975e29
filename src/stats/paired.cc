// SPDX-License-Identifier: Apache-2.0

#include "stats/paired.h"

#include <cassert>
#include <cmath>

#include "stats/summary.h"
#include "stats/wilcoxon.h"

namespace sstr {
namespace {

bool IsUsable(double value) { return std::isfinite(value) && value > 0; }

}  // namespace

PairedComparison ComparePaired(std::span<const double> baseline,
                               std::span<const double> contender,
                               const BootstrapOptions& options) {
  assert(baseline.size() == contender.size());
  PairedComparison comparison;
  for (size_t i = 0; i < baseline.size(); ++i) {
    if (IsUsable(baseline[i]) && IsUsable(contender[i])) {
      comparison.log_ratios.push_back(std::log(contender[i] / baseline[i]));
    } else {
      ++comparison.unusable_pairs;
    }
  }
  comparison.rounds = comparison.log_ratios.size();
  if (comparison.rounds == 0) return comparison;

  comparison.ratio = std::exp(Median(comparison.log_ratios));
  comparison.p_value = WilcoxonSignedRankP(comparison.log_ratios);
  if (const std::optional<Interval> interval =
          BootstrapMedianInterval(comparison.log_ratios, options)) {
    comparison.ratio_interval = Interval{.low = std::exp(interval->low),
                                         .high = std::exp(interval->high)};
  }
  return comparison;
}

}  // namespace sstr
