// SPDX-License-Identifier: Apache-2.0

#include "stats/unpaired.h"

#include <cmath>

#include "stats/mann_whitney.h"
#include "stats/summary.h"

namespace sstr {
namespace {

std::vector<double> UsableValues(std::span<const double> values) {
  std::vector<double> usable;
  for (double value : values) {
    if (std::isfinite(value) && value > 0) usable.push_back(value);
  }
  return usable;
}

std::vector<double> Logs(std::span<const double> values) {
  std::vector<double> logs;
  logs.reserve(values.size());
  for (double value : values) logs.push_back(std::log(value));
  return logs;
}

}  // namespace

UnpairedComparison CompareUnpaired(std::span<const double> baseline,
                                   std::span<const double> contender,
                                   const BootstrapOptions& options) {
  const std::vector<double> a = UsableValues(baseline);
  const std::vector<double> b = UsableValues(contender);
  UnpairedComparison comparison{.baseline_logs = Logs(a),
                                .contender_logs = Logs(b),
                                .unusable_values = baseline.size() - a.size() +
                                                   contender.size() - b.size()};
  if (a.empty() || b.empty()) return comparison;

  comparison.ratio = Median(b) / Median(a);
  comparison.p_value = MannWhitneyP(a, b);
  comparison.ratio_interval = BootstrapMedianRatioInterval(a, b, options);
  return comparison;
}

}  // namespace sstr
