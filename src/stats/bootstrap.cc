// SPDX-License-Identifier: Apache-2.0

#include "stats/bootstrap.h"

#include <algorithm>
#include <cassert>
#include <random>
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

double ResampledMedian(std::span<const double> sorted,
                       std::mt19937_64& generator,
                       std::vector<uint32_t>& counts) {
  const size_t n = sorted.size();
  // Counting draws replaces sorting each resample.
  std::fill(counts.begin(), counts.end(), 0);
  for (size_t i = 0; i < n; ++i) ++counts[DrawIndex(generator, n)];
  const double upper = ValueOfRank(sorted, counts, n / 2);
  if (n % 2 == 1) return upper;
  return upper / 2 + ValueOfRank(sorted, counts, n / 2 - 1) / 2;
}

}  // namespace

std::optional<Interval> BootstrapMedianInterval(
    std::span<const double> values, const BootstrapOptions& options) {
  assert(options.resamples > 0);
  assert(options.confidence > 0 && options.confidence < 1);
  if (values.size() < 2) return std::nullopt;

  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  std::mt19937_64 generator(options.seed);
  std::vector<uint32_t> counts(sorted.size());
  std::vector<double> medians(options.resamples);
  for (double& median : medians) {
    median = ResampledMedian(sorted, generator, counts);
  }
  std::sort(medians.begin(), medians.end());
  const double tail_percent = (1 - options.confidence) / 2 * 100;
  return Interval{.low = PercentileOfSorted(medians, tail_percent),
                  .high = PercentileOfSorted(medians, 100 - tail_percent)};
}

}  // namespace sstr
