// SPDX-License-Identifier: Apache-2.0
//
// Cuts the data blocks of a table into runs that are decoded together: large
// enough that handing them round costs nothing, small enough for the
// processor's caches and for some of them to fit in memory whatever the file's
// size. One thread.

#pragma once

#include <cstdint>

#include "sst/table_image.h"

namespace sstr {

// Numbers of data blocks, `end` excluded.
struct BlockRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};

class BlockBatches {
 public:
  // What a batch has when decoded, about; more when one block has more.
  static constexpr uint64_t kBatchBytes = 256 << 10;

  // `image` is borrowed. Its data blocks are not touched: how much they hold is
  // expected from the sizes of all of them in the properties.
  explicit BlockBatches(const TableImage& image);

  // The next range, never empty; false at the end.
  bool Next(BlockRange* range);

 private:
  const TableImage& image_;
  uint64_t batch_stored_bytes_;
  uint64_t next_ = 0;
};

}  // namespace sstr
