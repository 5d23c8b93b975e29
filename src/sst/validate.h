// SPDX-License-Identifier: Apache-2.0
//
// Reads a whole table file once: every block's checksum, decoding, structure,
// the order of keys, and counts against properties; hands the entries on as it
// goes. This decoder is the source of every pass. Calls share no state.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "sst/data_block_checker.h"
#include "sst/internal_key.h"
#include "sst/size_breakdown.h"
#include "sst/table_image.h"

namespace sstr {

// What could not be read; all zero unless salvaging.
struct DamageSummary {
  uint64_t lost_data_blocks = 0;
  uint64_t lost_data_bytes = 0;  // Stored, with trailers, inside the file.
  // Others, those included whose bytes were found in another place.
  uint64_t bad_meta_blocks = 0;
  std::vector<std::string> messages;  // One per bad block, first ones only.
};

// What the file holds, counted from its blocks (not from its properties).
struct TableSummary {
  std::map<ValueType, uint64_t> entries_by_type;  // Tombstones included.
  uint64_t points = 0;
  uint64_t range_deletions = 0;
  // As RocksDB's property: deletions of every kind, range tombstones too.
  uint64_t deletions = 0;
  uint64_t merge_operands = 0;
  // As RocksDB's properties: points and tombstones, keys with their suffix.
  uint64_t raw_key_bytes = 0;
  uint64_t raw_value_bytes = 0;

  SizeBreakdown sizes;
  // Over data blocks; absent when there is none.
  std::optional<BlockDistribution> payload_bytes;
  std::optional<BlockDistribution> compression_ratio;

  bool key_order_checked = false;  // False: the comparator is not known.
  std::vector<std::string> notes;
  DamageSummary damage;

  uint64_t entries() const { return points + range_deletions; }
};

struct ValidateOptions {
  // Skip bad blocks and count them instead of failing. The sink then sees
  // only blocks that are good as a whole.
  bool salvage = false;
};

// `sink` may be null and is borrowed. On error it may have seen a part.
// Errors: kCorruption or kNotSupported for the first bad block, saying how
// many are bad; whatever the sink returned.
Result<TableSummary> ValidateTable(const TableImage& image,
                                   const ValidateOptions& options,
                                   EntrySink* sink);

}  // namespace sstr
