// SPDX-License-Identifier: Apache-2.0

#include "sst/block_places.h"

#include <algorithm>

namespace sstr {

std::vector<BlockPlace> BlocksInFileOrder(const TableImage& image) {
  std::vector<BlockPlace> places;
  places.reserve(image.meta_blocks().size() + image.data_blocks().size());
  const auto add = [&](BlockKind kind, uint64_t number,
                       const BlockHandle& handle) {
    if (handle.FitsIn(image.footer().offset)) {
      places.push_back({.kind = kind, .number = number, .handle = handle});
    }
  };
  for (uint64_t i = 0; i < image.data_blocks().size(); ++i) {
    add(BlockKind::kData, i, image.data_blocks()[i]);
  }
  for (uint64_t i = 0; i < image.meta_blocks().size(); ++i) {
    add(image.meta_blocks()[i].kind, i, image.meta_blocks()[i].handle);
  }
  std::ranges::stable_sort(
      places, {}, [](const BlockPlace& place) { return place.handle.offset; });
  return places;
}

std::vector<BlockOverlap> FindOverlaps(const TableImage& image) {
  std::vector<BlockOverlap> overlaps;
  const std::vector<BlockPlace> places = BlocksInFileOrder(image);
  const BlockPlace* farthest = nullptr;
  for (const BlockPlace& place : places) {
    if (farthest != nullptr && place.handle.offset < farthest->handle.end()) {
      // A false size must not make all the blocks it spans look bad.
      if (!image.VerifyChecksum(farthest->handle).ok()) {
        farthest = &place;
        continue;
      }
      overlaps.push_back({.block = place, .earlier = *farthest});
      continue;
    }
    if (farthest == nullptr || place.handle.end() > farthest->handle.end()) {
      farthest = &place;
    }
  }
  return overlaps;
}

}  // namespace sstr
