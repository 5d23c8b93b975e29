// SPDX-License-Identifier: Apache-2.0
//
// Where the bytes of a table file are, and how they spread over its data
// blocks, from parsing the file image itself. Sizes only: times are summarised
// by stats/. docs/sst_format.md draws the parts.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "codec/compression_type.h"

namespace sstr {

// All in bytes. Payloads exclude the 5 trailer bytes of their block.
struct SizeBreakdown {
  uint64_t file_bytes = 0;
  uint64_t data_payload_bytes = 0;  // As stored.
  uint64_t data_trailer_bytes = 0;  // 5 per data block.
  // The rest with trailers: each is what dropping it would save.
  uint64_t index_bytes = 0;   // Partitions, top level, hash index.
  uint64_t filter_bytes = 0;  // Partitions and top level.
  uint64_t dictionary_bytes = 0;
  uint64_t range_del_bytes = 0;
  uint64_t properties_bytes = 0;
  uint64_t metaindex_bytes = 0;
  uint64_t footer_bytes = 0;
  uint64_t other_meta_bytes = 0;  // Meta blocks this tool does not know.
  uint64_t padding_bytes = 0;     // In no block.

  uint64_t uncompressed_data_bytes = 0;  // Sum of decoded data payloads.
  uint64_t data_blocks = 0;
  std::map<CompressionType, uint64_t> data_blocks_by_stored_type;

  // RocksDB's data_size property: payloads plus trailers of data blocks.
  uint64_t data_bytes() const {
    return data_payload_bytes + data_trailer_bytes;
  }
  // Equals file_bytes for every file that was parsed without error.
  uint64_t SumOfParts() const {
    return data_payload_bytes + data_trailer_bytes + index_bytes +
           filter_bytes + dictionary_bytes + range_del_bytes +
           properties_bytes + metaindex_bytes + footer_bytes +
           other_meta_bytes + padding_bytes;
  }

  // Adds every field of `other`; used for totals over files.
  void Add(const SizeBreakdown& other);
};

// Where the middle and the ends of a per-block quantity lie.
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
