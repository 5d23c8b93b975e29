// SPDX-License-Identifier: Apache-2.0

#include "sst/distribution.h"

#include <algorithm>
#include <cstddef>

namespace sstr {

std::optional<BlockDistribution> DistributionOf(std::vector<double> values) {
  if (values.empty()) return std::nullopt;
  const auto percentile = [&](size_t percent) {
    const size_t rank = (values.size() * percent + 99) / 100;  // From 1.
    const auto at = values.begin() + static_cast<ptrdiff_t>(rank - 1);
    std::ranges::nth_element(values, at);
    return *at;
  };
  return BlockDistribution{
      .p5 = percentile(5), .p50 = percentile(50), .p95 = percentile(95)};
}

}  // namespace sstr
