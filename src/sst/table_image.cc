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

}  // namespace sstr
