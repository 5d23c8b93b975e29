// SPDX-License-Identifier: Apache-2.0

#include "sst/table_image.h"

#include <fmt/format.h>

#include <algorithm>

#include "sst/byte_reader.h"

namespace sstr {
namespace {

constexpr uint32_t kFirstVersionWithIndexInMetaindex = 6;
constexpr std::string_view kPartitionedFilterPrefix = "partitionedfilter.";

struct NamedKind {
  std::string_view name;
  BlockKind kind;
};
constexpr NamedKind kExactNames[] = {
    {"rocksdb.properties", BlockKind::kProperties},
    {"rocksdb.stats", BlockKind::kProperties},  // In old files.
    {"rocksdb.compression_dict", BlockKind::kDictionary},
    {"rocksdb.range_del", BlockKind::kRangeDel},
    {"rocksdb.hashindex.prefixes", BlockKind::kHashIndexPrefixes},
    {"rocksdb.hashindex.metadata", BlockKind::kHashIndexMetadata},
};
constexpr NamedKind kPrefixes[] = {
    {"fullfilter.", BlockKind::kFilter},
    {kPartitionedFilterPrefix, BlockKind::kFilter},
    {"filter.", BlockKind::kFilter},  // One filter per 2 KiB of file.
    {"rocksdb.user_defined_index.", BlockKind::kUserDefinedIndex},
};

}  // namespace

std::string_view BlockKindName(BlockKind kind) {
  switch (kind) {
    case BlockKind::kData:
      return "block";
    case BlockKind::kIndex:
      return "index";
    case BlockKind::kIndexPartition:
      return "index partition";
    case BlockKind::kFilter:
      return "filter";
    case BlockKind::kFilterPartition:
      return "filter partition";
    case BlockKind::kDictionary:
      return "compression dictionary";
    case BlockKind::kRangeDel:
      return "range deletion block";
    case BlockKind::kProperties:
      return "properties block";
    case BlockKind::kMetaindex:
      return "metaindex";
    case BlockKind::kHashIndexPrefixes:
      return "hash index prefixes";
    case BlockKind::kHashIndexMetadata:
      return "hash index metadata";
    case BlockKind::kUserDefinedIndex:
      return "user-defined index";
    case BlockKind::kUnknownMeta:
      return "unknown meta block";
  }
  return "block of unknown kind";
}

BlockKind KindOfMetaName(std::string_view name, uint32_t format_version) {
  if (name == "rocksdb.index" &&
      format_version >= kFirstVersionWithIndexInMetaindex) {
    return BlockKind::kIndex;
  }
  for (const NamedKind& exact : kExactNames) {
    if (name == exact.name) return exact.kind;
  }
  for (const NamedKind& prefix : kPrefixes) {
    if (name.starts_with(prefix.name)) return prefix.kind;
  }
  return BlockKind::kUnknownMeta;
}

bool IsPartitionedFilterName(std::string_view name) {
  return name.starts_with(kPartitionedFilterPrefix);
}

std::string BlockDamage::ToString() const {
  if (kind == BlockKind::kData) {
    return fmt::format("block {} at {}: {}", number, handle.offset, fact);
  }
  return fmt::format("{} at {}: {}", BlockKindName(kind), handle.offset, fact);
}

const MetaBlock* TableImage::FindMeta(BlockKind kind) const {
  const auto it = std::ranges::find(meta_blocks_, kind, &MetaBlock::kind);
  return it != meta_blocks_.end() ? &*it : nullptr;
}

Status TableImage::CheckBounds(const BlockHandle& handle) const {
  if (handle.FitsIn(footer_.offset)) return Status::Ok();
  return Status::Corruption(
      fmt::format("its handle (offset {}, size {}) does not fit in the file",
                  handle.offset, handle.size));
}

Result<StoredBlock> TableImage::ReadBlockUnverified(
    const BlockHandle& handle) const {
  SSTR_RETURN_IF_ERROR(CheckBounds(handle));
  return StoredBlock{
      .type = static_cast<CompressionType>(bytes_[handle.offset + handle.size]),
      .payload = bytes_.subspan(handle.offset, handle.size)};
}

Result<StoredBlock> TableImage::ReadBlock(const BlockHandle& handle) const {
  SSTR_RETURN_IF_ERROR(CheckBounds(handle));
  const std::span<const uint8_t> whole =
      bytes_.subspan(handle.offset, handle.size + kBlockTrailerBytes);
  // First from front to back, as memory is fetched ahead; then the trailer.
  const uint32_t computed =
      ComputeChecksum(footer_.checksum_type, whole.first(handle.size + 1)) +
      ContextModifier(footer_.base_context_checksum, handle.offset);
  const uint32_t stored = LoadFixed32(&whole[handle.size + 1]);
  if (stored != computed) {
    return Status::Corruption(
        fmt::format("checksum mismatch (stored 0x{:08x}, computed 0x{:08x})",
                    stored, computed));
  }
  return ReadBlockUnverified(handle);
}

Status TableImage::VerifyChecksum(const BlockHandle& handle) const {
  return ReadBlock(handle).status();
}

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
