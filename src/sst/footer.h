// SPDX-License-Identifier: Apache-2.0
//
// The last bytes of a table file: format version, checksum type and the way
// to the other blocks. docs/sst_format.md draws all three layouts.
// Source: rocksdb/table/format.{h,cc}.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "sst/block_handle.h"
#include "sst/checksum.h"

namespace sstr {

inline constexpr uint64_t kBlockBasedTableMagic = 0x88e241b785f4cff7;
// LevelDB's, and RocksDB's for format 0.
inline constexpr uint64_t kLegacyBlockBasedTableMagic = 0xdb4775248b80fb57;
inline constexpr uint32_t kNewestFormatVersion = 7;

struct Footer {
  uint32_t format_version = 0;  // 0 to 7; 0 for every legacy footer.
  ChecksumType checksum_type = ChecksumType::kCrc32c;
  uint32_t base_context_checksum = 0;  // 0 before format 6.
  BlockHandle metaindex;
  // Absent from format 6 on: the metaindex names it.
  std::optional<BlockHandle> index;
  uint64_t offset = 0;  // Where the footer starts; blocks lie before it.
  uint64_t size = 0;

  // LevelDB's magic number. Whether LevelDB or RocksDB wrote the file shows
  // only in the presence of a properties block.
  bool is_legacy() const { return format_version == 0; }
};

// Whether the last 8 bytes are the magic number of a table format that is
// known by name, be it one that ParseFooter() refuses.
bool EndsInTableMagic(std::span<const uint8_t> file);

// Parses the footer at the end of `file`; where its handles point is not
// checked. Messages have no file name. Errors: kCorruption for empty, cut and
// damaged files; kNotSupported, naming it, for another kind of table (plain,
// cuckoo, ...), a newer format version, and reserved bytes that are in use.
Result<Footer> ParseFooter(std::span<const uint8_t> file);

// The bytes of `footer`, its own checksum computed; what ParseFooter() reads.
// REQUIRES: what its contract says of the fields; before format 6 an index,
// from then on metaindex.end() == offset.
std::vector<uint8_t> EncodeFooter(const Footer& footer);

}  // namespace sstr
