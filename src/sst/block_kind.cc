// SPDX-License-Identifier: Apache-2.0

#include "sst/block_kind.h"

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

}  // namespace sstr
