// SPDX-License-Identifier: Apache-2.0
//
// RocksDB's rule on whether a compressed block is worth keeping, which changed
// between releases. Text form: "rocksdb7", "rocksdb8" or "limit:N".

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"

namespace sstr {

struct KeepRule {
  // max_compressed_bytes_per_kb's default from RocksDB 8.2 on.
  static constexpr uint32_t kDefaultLimitPerKiB = 896;

  // RocksDB up to 8.1: smaller than n - floor(n / 8), n being the raw size.
  static KeepRule RocksDb7() { return {}; }
  // RocksDB from 8.2 on with its default option.
  static KeepRule RocksDb8() { return Limit(kDefaultLimitPerKiB); }
  // RocksDB from 8.2 on: at most floor(limit_per_kib * n / 1024). 0 turns
  // compression off; RocksDB from 10.3 on takes values above 1023 for 1023.
  static KeepRule Limit(uint32_t limit_per_kib) {
    return {.has_limit = true, .limit_per_kib = limit_per_kib};
  }

  bool has_limit = false;
  uint32_t limit_per_kib = 0;  // Meaningless without has_limit.

  // Nothing is worth trying.
  bool never_keeps() const { return has_limit && limit_per_kib == 0; }

  // The largest payload kept, size prefix included; 0: none is.
  uint64_t MaxKeptBytes(uint64_t raw_bytes) const;
  // Whether a payload of this size, size prefix included, is kept.
  bool Keeps(uint64_t payload_bytes, uint64_t raw_bytes) const {
    return payload_bytes > 0 && payload_bytes <= MaxKeptBytes(raw_bytes);
  }

  bool operator==(const KeepRule&) const = default;
};

std::string ToString(const KeepRule& rule);

// Error: kUsage naming the valid forms.
Result<KeepRule> ParseKeepRule(std::string_view text);

}  // namespace sstr
