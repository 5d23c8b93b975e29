// SPDX-License-Identifier: Apache-2.0

#include "sst/block_layout.h"

#include <fmt/format.h>

#include <algorithm>

namespace sstr {
namespace {

constexpr uint32_t kHashIndexBit = uint32_t{1} << 31;
constexpr uint32_t kReservedBit = uint32_t{1} << 30;
constexpr uint32_t kUniformKeysBit = uint32_t{1} << 29;
constexpr uint32_t kSeparatedBit = uint32_t{1} << 28;
constexpr uint32_t kRestartCountMask = kSeparatedBit - 1;
// Bucket values: the number of a restart, or one of these.
constexpr uint8_t kCollisionBucket = 254;
constexpr uint8_t kEmptyBucket = 255;

using Bytes = std::span<const uint8_t>;

// Takes the hash index off the end of `rest`.
Status TakeHashIndex(uint32_t restart_count, Bytes* rest, BlockLayout* layout) {
  if (rest->size() < 2) {
    return Status::Corruption("no room for the hash index");
  }
  *rest = rest->first(rest->size() - 2);
  const uint8_t* count_bytes = rest->data() + rest->size();
  const size_t buckets = count_bytes[0] | size_t{count_bytes[1]} << 8;
  if (buckets == 0 || buckets > rest->size()) {
    return Status::Corruption(
        fmt::format("{} hash buckets do not fit in the block", buckets));
  }
  layout->hash_buckets = rest->last(buckets);
  *rest = rest->first(rest->size() - buckets);
  for (uint8_t bucket : layout->hash_buckets) {
    if (bucket >= restart_count && bucket != kCollisionBucket &&
        bucket != kEmptyBucket) {
      return Status::Corruption(fmt::format(
          "a hash bucket names restart {} of {}", bucket, restart_count));
    }
  }
  return Status::Ok();
}

Status CheckRestarts(const BlockLayout& layout) {
  if (layout.restart_count() == 0) {
    if (layout.entries.empty() && layout.values.empty()) return Status::Ok();
    return Status::Corruption("entries without restarts");
  }
  if (layout.restart(0) != 0) {
    return Status::Corruption(
        fmt::format("the first restart is at {}, not at 0", layout.restart(0)));
  }
  return Status::Ok();
}

}  // namespace

Result<BlockLayout> ParseBlockLayout(Bytes contents) {
  // From the end, where a word says which parts there are.
  BlockLayout layout;
  if (contents.size() < 4) {
    return Status::Corruption("too short for a restart count");
  }
  Bytes rest = contents.first(contents.size() - 4);
  const uint32_t word = LoadFixed32(rest.data() + rest.size());
  if (word & kReservedBit) {
    return Status::Corruption(fmt::format(
        "restart count word 0x{:08x}: bit 30 has no known meaning", word));
  }
  const uint32_t restart_count = word & kRestartCountMask;
  layout.uniform_keys = (word & kUniformKeysBit) != 0;
  layout.separated = (word & kSeparatedBit) != 0;
  uint32_t values_offset = 0;
  if (layout.separated) {
    if (rest.size() < 4) {
      return Status::Corruption("no room for the values section's offset");
    }
    rest = rest.first(rest.size() - 4);
    values_offset = LoadFixed32(rest.data() + rest.size());
  }
  if (word & kHashIndexBit) {
    SSTR_RETURN_IF_ERROR(TakeHashIndex(restart_count, &rest, &layout));
  }
  if (restart_count > rest.size() / 4) {
    return Status::Corruption(
        fmt::format("{} restarts do not fit in a block of {} bytes",
                    restart_count, contents.size()));
  }
  layout.restarts = rest.last(size_t{restart_count} * 4);
  rest = rest.first(rest.size() - layout.restarts.size());
  if (values_offset > rest.size()) {
    return Status::Corruption(
        fmt::format("the values section starts at {}, behind its end at {}",
                    values_offset, rest.size()));
  }
  layout.entries = layout.separated ? rest.first(values_offset) : rest;
  if (layout.separated) layout.values = rest.subspan(values_offset);
  SSTR_RETURN_IF_ERROR(CheckRestarts(layout));
  return layout;
}

}  // namespace sstr
