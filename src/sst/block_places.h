// SPDX-License-Identifier: Apache-2.0
//
// The blocks of a table in the order of the file, and which of them overlap.

#pragma once

#include <cstdint>
#include <vector>

#include "sst/table_image.h"

namespace sstr {

struct BlockPlace {
  BlockKind kind = BlockKind::kData;
  uint64_t number = 0;  // In data_blocks() or meta_blocks().
  BlockHandle handle;
};

// Every block that lies in the file, by offset.
std::vector<BlockPlace> BlocksInFileOrder(const TableImage& image);

struct BlockOverlap {
  BlockPlace block;
  BlockPlace earlier;  // One that reaches into it.
};

// Blocks that start before another one has ended, by offset; not those whose
// neighbour is not even a block by its checksum. A sound file has none.
std::vector<BlockOverlap> FindOverlaps(const TableImage& image);

}  // namespace sstr
