// SPDX-License-Identifier: Apache-2.0

#include "stats/unpaired.h"

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "stats/summary.h"

namespace sstr {
namespace {

struct PooledValue {
  double value;
  bool is_first;
};

// Ranks are kept doubled, so that the mean rank of a tie is a whole number.
struct PooledRanks {
  std::vector<uint32_t> doubled_ranks;
  size_t first_count = 0;
  uint64_t doubled_first_sum = 0;
  double tie_term = 0;  // Sum of t^3 - t over groups of t equal ranks.

  // How far the doubled rank sum of the first side is from its mean.
  uint64_t Distance(uint64_t doubled_sum) const {
    const uint64_t mean = first_count * (doubled_ranks.size() + 1);
    return doubled_sum > mean ? doubled_sum - mean : mean - doubled_sum;
  }
};

PooledRanks Rank(std::span<const double> first,
                 std::span<const double> second) {
  std::vector<PooledValue> pool;
  for (double value : first) pool.push_back({value, true});
  for (double value : second) pool.push_back({value, false});
  std::sort(pool.begin(), pool.end(),
            [](const PooledValue& a, const PooledValue& b) {
              return a.value < b.value;
            });
  PooledRanks ranks{.first_count = first.size()};
  for (size_t begin = 0, end = 0; begin < pool.size(); begin = end) {
    while (end < pool.size() && pool[end].value == pool[begin].value) ++end;
    // Ranks begin + 1 ... end have the mean (begin + 1 + end) / 2.
    const uint32_t doubled_rank = static_cast<uint32_t>(begin + 1 + end);
    for (size_t i = begin; i < end; ++i) {
      ranks.doubled_ranks.push_back(doubled_rank);
      if (pool[i].is_first) ranks.doubled_first_sum += doubled_rank;
    }
    const double tied = static_cast<double>(end - begin);
    ranks.tie_term += tied * tied * tied - tied;
  }
  return ranks;
}

// ways[s]: in how many ways `first_count` of the ranks add up to s. Whole
// numbers below 2^53, hence exact.
std::vector<double> CountWays(const PooledRanks& ranks) {
  const uint64_t total =
      ranks.doubled_ranks.size() * (ranks.doubled_ranks.size() + 1);
  std::vector<std::vector<double>> ways(ranks.first_count + 1,
                                        std::vector<double>(total + 1, 0.0));
  ways[0][0] = 1;
  for (const uint32_t rank : ranks.doubled_ranks) {
    // Downwards, so that each rank is dealt once.
    for (size_t count = ranks.first_count; count > 0; --count) {
      for (uint64_t sum = rank; sum <= total; ++sum) {
        ways[count][sum] += ways[count - 1][sum - rank];
      }
    }
  }
  return ways.back();
}

double ExactP(const PooledRanks& ranks) {
  const std::vector<double> ways = CountWays(ranks);
  const uint64_t seen = ranks.Distance(ranks.doubled_first_sum);
  double all = 0;
  double as_far = 0;
  for (uint64_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (ranks.Distance(sum) >= seen) as_far += ways[sum];
  }
  return as_far / all;
}

double ApproximateP(const PooledRanks& ranks) {
  const double all = static_cast<double>(ranks.doubled_ranks.size());
  const double first = static_cast<double>(ranks.first_count);
  const double variance = first * (all - first) / 12 *
                          (all + 1 - ranks.tie_term / (all * (all - 1)));
  if (variance <= 0) return 1;  // All values are equal.
  const double distance =
      static_cast<double>(ranks.Distance(ranks.doubled_first_sum)) / 2;
  const boost::math::normal standard;
  const double tail = boost::math::cdf(boost::math::complement(
      standard, std::max(0.0, distance - 0.5) / std::sqrt(variance)));
  return std::clamp(2 * tail, std::numeric_limits<double>::min(), 1.0);
}

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

double MannWhitneyP(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return 1;
  // The smaller side needs the smaller table.
  const PooledRanks ranks = a.size() <= b.size() ? Rank(a, b) : Rank(b, a);
  if (ranks.doubled_ranks.size() <= kMannWhitneyExactMax) return ExactP(ranks);
  return ApproximateP(ranks);
}

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
