// SPDX-License-Identifier: Apache-2.0
//
// One cell of a sweep: what a pass runs. People type it and reports print it,
// so it round-trips through a text form without commas:
//   table:kZSTD:level=3:block_size=16384:max_dict_bytes=16384:threads=2
//   block:kBrotli:level=9:block_size=4096:variant=fresh:allocator=pool
// Fields at their default are left out.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "codec/compression_type.h"
#include "codec/keep_rule.h"

namespace sstr {

struct PassSpec {
  std::string engine = "table";
  CodecSetting codec;
  // BlockBasedTableOptions::block_size, bytes. Block engine: 0 means blocks as
  // they are in the input; a raw input is one block then.
  uint64_t block_size = 16384;
  uint32_t threads = 1;  // CompressionOptions::parallel_threads.
  bool enable_index_compression = true;
  bool verify_compression = false;
  // "sst_dump", "source" or RocksDB's own "k=v;k=v".
  std::string table_options = "sst_dump";

  // Block engine only, and always set there: how the library is called, where
  // its memory comes from (codec/codec.h names both) and which blocks are
  // worth keeping compressed.
  std::string variant;
  std::string allocator;
  KeepRule keep_rule;

  bool operator==(const PassSpec&) const = default;
};

std::string ToString(const PassSpec& spec);

// Error: kUsage naming the field that does not parse.
Result<PassSpec> ParsePassSpec(std::string_view text);

inline constexpr char kTableEngineName[] = "table";
inline constexpr char kBlockEngineName[] = "block";
inline constexpr char kStoredEngineName[] = "stored";

// The call variant as tables print it: "one_shot", "fresh+pool"; the allocator
// is left out where it is malloc. Empty for the other engines.
std::string VariantName(const PassSpec& spec);

// The level as tables print it: "default" or the number.
std::string LevelName(int level);

}  // namespace sstr
