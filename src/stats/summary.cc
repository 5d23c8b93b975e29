// SPDX-License-Identifier: Apache-2.0

#include "stats/summary.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <vector>

namespace sstr {
namespace {

std::vector<double> Sorted(std::span<const double> values) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

double MedianOfSorted(std::span<const double> sorted) {
  assert(!sorted.empty());
  const size_t middle = sorted.size() / 2;
  if (sorted.size() % 2 == 1) return sorted[middle];
  // Not (a + b) / 2, which overflows for huge values.
  return sorted[middle - 1] / 2 + sorted[middle] / 2;
}

double MadAround(double median, std::span<const double> values) {
  std::vector<double> deviations;
  deviations.reserve(values.size());
  for (double value : values) deviations.push_back(std::abs(value - median));
  std::sort(deviations.begin(), deviations.end());
  return MedianOfSorted(deviations);
}

}  // namespace

double Median(std::span<const double> values) {
  return MedianOfSorted(Sorted(values));
}

double MedianAbsoluteDeviation(std::span<const double> values) {
  return MadAround(Median(values), values);
}

double Percentile(std::span<const double> values, double percent) {
  return PercentileOfSorted(Sorted(values), percent);
}

double PercentileOfSorted(std::span<const double> sorted, double percent) {
  assert(!sorted.empty());
  assert(percent >= 0 && percent <= 100);
  const double rank = percent / 100 * static_cast<double>(sorted.size() - 1);
  const size_t below = static_cast<size_t>(rank);
  if (below + 1 >= sorted.size()) return sorted.back();
  return std::lerp(sorted[below], sorted[below + 1],
                   rank - static_cast<double>(below));
}

std::optional<Summary> Summarize(std::span<const double> values) {
  if (values.empty()) return std::nullopt;
  const std::vector<double> sorted = Sorted(values);
  const double median = MedianOfSorted(sorted);
  return Summary{.n = sorted.size(),
                 .median = median,
                 .mad = MadAround(median, sorted),
                 .min = sorted.front()};
}

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
