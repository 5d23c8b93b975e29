// SPDX-License-Identifier: Apache-2.0
//
// The parts of a decoded block that holds entries: where entries, values,
// restart array and hash buckets are, from the count word at its end. The
// entries themselves are not looked at. docs/sst_format.md draws it; source:
// rocksdb/table/block_based/{block_builder,data_block_footer}.cc.

#pragma once

#include <cstdint>
#include <span>

#include "base/status.h"
#include "sst/byte_reader.h"

namespace sstr {

struct BlockLayout {
  // Entries from restart to restart; without their values when separated.
  std::span<const uint8_t> entries;
  bool separated = false;  // Values are stored apart, in `values`.
  std::span<const uint8_t> values;
  std::span<const uint8_t> restarts;      // 4 bytes each.
  std::span<const uint8_t> hash_buckets;  // 1 byte each; empty: no hash index.
  bool uniform_keys = false;              // A hint to readers; carries no data.

  uint32_t restart_count() const {
    return static_cast<uint32_t>(restarts.size() / 4);
  }
  // REQUIRES: index < restart_count().
  uint32_t restart(uint32_t index) const {
    return LoadFixed32(restarts.data() + size_t{index} * 4);
  }
};

// Borrows from `contents`. The restart array is in bounds and starts at 0; a
// block without restarts has no entries. Error: kCorruption, the bare fact.
Result<BlockLayout> ParseBlockLayout(std::span<const uint8_t> contents);

}  // namespace sstr
