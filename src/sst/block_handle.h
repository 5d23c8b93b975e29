// SPDX-License-Identifier: Apache-2.0
//
// Where a block is in a table file, and the trailer every block ends with.
// Not a block: nothing here says that the place exists or holds valid bytes.
// docs/sst_format.md draws both; source: rocksdb/table/format.h.

#pragma once

#include <cstdint>
#include <optional>

#include "sst/byte_reader.h"

namespace sstr {

// After each payload: 1 byte compression type, 4 bytes checksum.
inline constexpr uint64_t kBlockTrailerBytes = 5;

// In bytes; `size` excludes the trailer, as in the file.
struct BlockHandle {
  uint64_t offset = 0;
  uint64_t size = 0;

  bool operator==(const BlockHandle&) const = default;

  // Whether payload and trailer lie in the first `limit` bytes of the file.
  bool FitsIn(uint64_t limit) const {
    return limit >= kBlockTrailerBytes && size <= limit - kBlockTrailerBytes &&
           offset <= limit - kBlockTrailerBytes - size;
  }
  // First byte after the trailer. REQUIRES: FitsIn(some limit).
  uint64_t end() const { return offset + size + kBlockTrailerBytes; }
};

// Two varint64s: offset, size. Absent when the reader ends before them; the
// values themselves are not checked.
inline std::optional<BlockHandle> ReadBlockHandle(ByteReader* reader) {
  BlockHandle handle;
  if (!reader->ReadVarint64(&handle.offset)) return std::nullopt;
  if (!reader->ReadVarint64(&handle.size)) return std::nullopt;
  return handle;
}

}  // namespace sstr
