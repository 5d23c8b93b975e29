// SPDX-License-Identifier: Apache-2.0

#include "transcode/block_batches.h"

#include <algorithm>

namespace sstr {
namespace {

// How many bytes a stored byte stands for.
uint64_t ExpectedRatio(const TableProperties& properties) {
  constexpr uint64_t kUsualRatio = 4;
  constexpr uint64_t kMostBelieved = 64;
  const auto stored_bytes = properties.data_bytes();
  const auto key_bytes = properties.raw_key_bytes();
  const auto value_bytes = properties.raw_value_bytes();
  if (!stored_bytes || *stored_bytes == 0 || !key_bytes || !value_bytes) {
    return kUsualRatio;
  }
  const uint64_t ratio =
      (*key_bytes + *value_bytes + *stored_bytes - 1) / *stored_bytes;
  return std::clamp<uint64_t>(ratio, 1, kMostBelieved);
}

}  // namespace

BlockBatches::BlockBatches(const TableImage& image)
    : image_(image),
      batch_stored_bytes_(kBatchBytes / ExpectedRatio(image.properties())) {}

bool BlockBatches::Next(BlockRange* range) {
  const std::vector<BlockHandle>& blocks = image_.data_blocks();
  range->begin = next_;
  uint64_t bytes = 0;
  while (next_ < blocks.size()) {
    bytes += blocks[next_].size + kBlockTrailerBytes;
    if (bytes > batch_stored_bytes_ && next_ > range->begin) break;
    ++next_;
  }
  range->end = next_;
  return range->begin < range->end;
}

}  // namespace sstr
