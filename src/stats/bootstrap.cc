// SPDX-License-Identifier: Apache-2.0

#include "stats/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <random>
#include <utility>
#include <vector>

#include "stats/summary.h"

namespace sstr {
namespace {

// The high half of a 32 x 32 bit product: its bias is below count / 2^32.
size_t DrawIndex(std::mt19937_64& generator, size_t count) {
  return static_cast<size_t>((generator() >> 32) * count >> 32);
}

// The value of rank `rank` from 0 in a sample that holds sorted[i] counts[i]
// times.
double ValueOfRank(std::span<const double> sorted,
                   std::span<const uint32_t> counts, size_t rank) {
  size_t i = 0;
  for (size_t seen = counts[0]; seen <= rank; seen += counts[i]) ++i;
  return sorted[i];
}

// Draws medians of samples of one set of values.
class MedianResampler {
 public:
  explicit MedianResampler(std::span<const double> values)
      : sorted_(values.begin(), values.end()), counts_(values.size()) {
    std::sort(sorted_.begin(), sorted_.end());
  }

  double Draw(std::mt19937_64& generator) {
    const size_t n = sorted_.size();
    // Counting draws replaces sorting each resample.
    std::fill(counts_.begin(), counts_.end(), 0);
    for (size_t i = 0; i < n; ++i) ++counts_[DrawIndex(generator, n)];
    const double upper = ValueOfRank(sorted_, counts_, n / 2);
    if (n % 2 == 1) return upper;
    return upper / 2 + ValueOfRank(sorted_, counts_, n / 2 - 1) / 2;
  }

 private:
  std::vector<double> sorted_;
  std::vector<uint32_t> counts_;
};

Interval PercentileInterval(std::vector<double> estimates, double confidence) {
  std::sort(estimates.begin(), estimates.end());
  const double tail_percent = (1 - confidence) / 2 * 100;
  return {.low = PercentileOfSorted(estimates, tail_percent),
          .high = PercentileOfSorted(estimates, 100 - tail_percent)};
}

}  // namespace

std::optional<Interval> BootstrapMedianInterval(
    std::span<const double> values, const BootstrapOptions& options) {
  assert(options.resamples > 0);
  assert(options.confidence > 0 && options.confidence < 1);
  if (values.size() < 2) return std::nullopt;

  MedianResampler resampler(values);
  std::mt19937_64 generator(options.seed);
  std::vector<double> medians(options.resamples);
  for (double& median : medians) median = resampler.Draw(generator);
  return PercentileInterval(std::move(medians), options.confidence);
}

std::optional<Interval> BootstrapMedianRatioInterval(
    std::span<const double> baseline, std::span<const double> contender,
    const BootstrapOptions& options) {
  assert(options.resamples > 0);
  assert(options.confidence > 0 && options.confidence < 1);
  if (baseline.size() < 2 || contender.size() < 2) return std::nullopt;

  MedianResampler baseline_resampler(baseline);
  MedianResampler contender_resampler(contender);
  std::mt19937_64 generator(options.seed);
  std::vector<double> ratios(options.resamples);
  for (double& ratio : ratios) {
    const double divisor = baseline_resampler.Draw(generator);
    ratio = contender_resampler.Draw(generator) / divisor;
  }
  return PercentileInterval(std::move(ratios), options.confidence);
}

}  // namespace sstr
