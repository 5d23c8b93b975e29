// SPDX-License-Identifier: Apache-2.0
//
// Where the middle and the ends of a per-block quantity lie. Sizes only: times
// are summarised by the stats layer.

#pragma once

#include <optional>
#include <vector>

namespace sstr {

struct BlockDistribution {
  double p5 = 0;
  double p50 = 0;
  double p95 = 0;
};

// Over the data blocks of a table; absent when there is none.
struct BlockDistributions {
  std::optional<BlockDistribution> payload_bytes;      // As stored.
  std::optional<BlockDistribution> compression_ratio;  // Contents / payload.
};

// Nearest-rank percentiles: the smallest value that so many per cent of all
// do not exceed. Absent without values.
std::optional<BlockDistribution> DistributionOf(std::vector<double> values);

}  // namespace sstr
