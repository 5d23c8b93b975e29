// SPDX-License-Identifier: Apache-2.0

#include "sst/block_batches.h"

#include <algorithm>

#include "sst/block_decoding.h"

namespace sstr {
namespace {

// At least what is stored; a guess where only decoding tells. What is wrong
// with a block is found when it is read.
uint64_t ExpectedBytes(const TableImage& image, const BlockHandle& handle) {
  constexpr uint64_t kUsualRatio = 4;
  const Result<StoredBlock> block = image.ReadBlockUnverified(handle);
  if (!block.ok()) return 0;
  const Result<std::optional<uint64_t>> told =
      ToldDecodedBytes(image.footer().format_version, *block);
  if (!told.ok()) return handle.size;
  return std::max(handle.size, told->value_or(kUsualRatio * handle.size));
}

}  // namespace

bool BlockBatches::Next(BlockRange* range) {
  const std::vector<BlockHandle>& blocks = image_.data_blocks();
  range->begin = next_;
  uint64_t bytes = 0;
  while (next_ < blocks.size()) {
    bytes += ExpectedBytes(image_, blocks[next_]) + kBlockTrailerBytes;
    if (bytes > kBatchBytes && next_ > range->begin) break;
    ++next_;
  }
  range->end = next_;
  return range->begin < range->end;
}

}  // namespace sstr
