// SPDX-License-Identifier: Apache-2.0
//
// One cell of a sweep: what a pass runs. People type it and reports print it,
// so it round-trips through a text form without commas:
//   table:kZSTD:level=3:block_size=16384:max_dict_bytes=16384:threads=2
// Fields at their default are left out.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/status.h"
#include "codec/compression_type.h"

namespace sstr {

struct PassSpec {
  std::string engine = "table";
  CodecSetting codec;
  uint64_t block_size = 16384;  // BlockBasedTableOptions::block_size, bytes.
  uint32_t threads = 1;         // CompressionOptions::parallel_threads.
  bool enable_index_compression = true;
  bool verify_compression = false;
  // "sst_dump", "source" or RocksDB's own "k=v;k=v".
  std::string table_options = "sst_dump";

  bool operator==(const PassSpec&) const = default;
};

std::string ToString(const PassSpec& spec);

// Error: kUsage naming the field that does not parse.
Result<PassSpec> ParsePassSpec(std::string_view text);

// The level as tables print it: "default" or the number.
std::string LevelName(int level);

}  // namespace sstr
