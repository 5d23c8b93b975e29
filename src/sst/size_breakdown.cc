// SPDX-License-Identifier: Apache-2.0

#include "sst/size_breakdown.h"

#include <algorithm>
#include <cstddef>

namespace sstr {

void SizeBreakdown::Add(const SizeBreakdown& other) {
  file_bytes += other.file_bytes;
  data_payload_bytes += other.data_payload_bytes;
  data_trailer_bytes += other.data_trailer_bytes;
  index_bytes += other.index_bytes;
  filter_bytes += other.filter_bytes;
  dictionary_bytes += other.dictionary_bytes;
  range_del_bytes += other.range_del_bytes;
  properties_bytes += other.properties_bytes;
  metaindex_bytes += other.metaindex_bytes;
  footer_bytes += other.footer_bytes;
  other_meta_bytes += other.other_meta_bytes;
  padding_bytes += other.padding_bytes;
  uncompressed_data_bytes += other.uncompressed_data_bytes;
  data_blocks += other.data_blocks;
  for (const auto& [type, count] : other.data_blocks_by_stored_type) {
    data_blocks_by_stored_type[type] += count;
  }
}

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
