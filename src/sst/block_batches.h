// SPDX-License-Identifier: Apache-2.0
//
// Cuts the data blocks of a table into runs that are decoded together: large
// enough that handing them round costs nothing, small enough that some of them
// fit in memory whatever the file's size. One thread.

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
  // What a batch has when decoded, unless one block has more.
  static constexpr uint64_t kBatchBytes = 512 << 10;

  // `image` is borrowed. Of its data blocks only those bytes are read that
  // tell their decoded sizes.
  explicit BlockBatches(const TableImage& image) : image_(image) {}

  // The next range, never empty; false at the end.
  bool Next(BlockRange* range);

 private:
  const TableImage& image_;
  uint64_t next_ = 0;
};

}  // namespace sstr
