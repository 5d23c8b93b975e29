// SPDX-License-Identifier: Apache-2.0

#include "stats/mean.h"

#include <cmath>
#include <numeric>

namespace sstr {

std::optional<double> MeanSummary::ErrorPercent() const {
  if (!standard_error || mean == 0) return std::nullopt;
  return 100 * *standard_error / std::abs(mean);
}

std::optional<MeanSummary> SummarizeMean(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  MeanSummary summary{.n = values.size()};
  summary.mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return summary;
  // In a second pass: the difference of two large sums of squares would lose
  // the digits that matter.
  double squares = 0;
  for (const double value : values) {
    squares += (value - summary.mean) * (value - summary.mean);
  }
  summary.standard_error = std::sqrt(squares / (n - 1) / n);
  return summary;
}

}  // namespace sstr
