// SPDX-License-Identifier: Apache-2.0
//
// The kinds of blocks and the names that the metaindex has for them.
// docs/sst_format.md lists them; source: rocksdb/table/meta_blocks.cc.

#pragma once

#include <cstdint>
#include <string_view>

namespace sstr {

enum class BlockKind {
  kData,
  kIndex,  // The index, or the top level of a partitioned one.
  kIndexPartition,
  kFilter,  // The filter, or the top level of a partitioned one.
  kFilterPartition,
  kDictionary,
  kRangeDel,
  kProperties,
  kMetaindex,
  kHashIndexPrefixes,
  kHashIndexMetadata,
  kUserDefinedIndex,
  kUnknownMeta,  // Named in the metaindex, by a name not known here.
};
std::string_view BlockKindName(BlockKind kind);  // "block", "index", ...

// What the metaindex of a file of this format means by `name`.
BlockKind KindOfMetaName(std::string_view name, uint32_t format_version);

// Whether the filter block of this name leads to partitions.
bool IsPartitionedFilterName(std::string_view name);

}  // namespace sstr
