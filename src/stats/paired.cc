// SPDX-License-Identifier: Apache-2.0

#include "stats/paired.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "stats/summary.h"

namespace sstr {
namespace {

// Ranks are kept doubled, so that the mean rank of a tie is a whole number.
struct RankedDifferences {
  std::vector<uint32_t> doubled_ranks;
  uint64_t doubled_positive_sum = 0;
  double tie_term = 0;  // Sum of t^3 - t over groups of t equal ranks.
};

std::vector<double> SortedBySize(std::span<const double> differences) {
  std::vector<double> sorted;
  for (double difference : differences) {
    if (difference != 0) sorted.push_back(difference);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  return sorted;
}

RankedDifferences Rank(std::span<const double> differences) {
  const std::vector<double> sorted = SortedBySize(differences);
  RankedDifferences ranked;
  for (size_t begin = 0, end = 0; begin < sorted.size(); begin = end) {
    const double size = std::abs(sorted[begin]);
    while (end < sorted.size() && std::abs(sorted[end]) == size) ++end;
    // Ranks begin + 1 ... end have the mean (begin + 1 + end) / 2.
    const uint32_t doubled_rank = static_cast<uint32_t>(begin + 1 + end);
    for (size_t i = begin; i < end; ++i) {
      ranked.doubled_ranks.push_back(doubled_rank);
      if (sorted[i] > 0) ranked.doubled_positive_sum += doubled_rank;
    }
    const double tied = static_cast<double>(end - begin);
    ranked.tie_term += tied * tied * tied - tied;
  }
  return ranked;
}

double ExactP(const RankedDifferences& ranked) {
  uint64_t total = 0;
  for (uint32_t rank : ranked.doubled_ranks) total += rank;
  // probability[s]: that the ranks with positive sign add up to s.
  std::vector<double> probability(total + 1, 0.0);
  probability[0] = 1;
  uint64_t reach = 0;
  for (uint32_t rank : ranked.doubled_ranks) {
    reach += rank;
    // Downwards, so that the sums below are still those without this rank.
    for (uint64_t sum = reach + 1; sum-- > 0;) {
      const double with = sum >= rank ? probability[sum - rank] : 0;
      probability[sum] = (probability[sum] + with) / 2;
    }
  }
  const uint64_t extreme = std::min(ranked.doubled_positive_sum,
                                    total - ranked.doubled_positive_sum);
  double tail = 0;
  for (uint64_t sum = 0; sum <= extreme; ++sum) tail += probability[sum];
  return std::min(1.0, 2 * tail);
}

double ApproximateP(const RankedDifferences& ranked) {
  const double n = static_cast<double>(ranked.doubled_ranks.size());
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranked.tie_term / 48;
  const double sum = static_cast<double>(ranked.doubled_positive_sum) / 2;
  const double distance = std::max(0.0, std::abs(sum - mean) - 0.5);
  const boost::math::normal standard;
  const double tail = boost::math::cdf(
      boost::math::complement(standard, distance / std::sqrt(variance)));
  return std::clamp(2 * tail, std::numeric_limits<double>::min(), 1.0);
}

bool IsUsable(double value) { return std::isfinite(value) && value > 0; }

}  // namespace

double WilcoxonSignedRankP(std::span<const double> differences) {
  const RankedDifferences ranked = Rank(differences);
  if (ranked.doubled_ranks.empty()) return 1;
  if (ranked.doubled_ranks.size() <= kWilcoxonExactMax) return ExactP(ranked);
  return ApproximateP(ranked);
}

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
