// SPDX-License-Identifier: Apache-2.0
//
// A table file in memory, its structure parsed: footer, metaindex, properties,
// index and dictionary. Data blocks are only located; sst/validate.h reads
// them. Nothing is trusted because a checksum matched: every handle, count and
// length is checked against the bytes that are there. Const calls may run in
// several threads. docs/sst_format.md draws the layout.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"
#include "sst/block_handle.h"
#include "sst/footer.h"
#include "sst/table_properties.h"

namespace sstr {

// The kinds of blocks. docs/sst_format.md lists them with the names that the
// metaindex has for them; source: rocksdb/table/meta_blocks.cc.
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

// A block that is not a data block.
struct MetaBlock {
  BlockKind kind = BlockKind::kUnknownMeta;
  std::string name;  // In the metaindex; empty for blocks not named there.
  BlockHandle handle;
  // Opening has verified and parsed it, or has recorded its damage.
  bool read_on_opening = false;
};

// A block as stored. Views borrow from the file.
struct StoredBlock {
  CompressionType type = CompressionType::kNone;
  std::span<const uint8_t> payload;
};

// A block that cannot be read, and why.
struct BlockDamage {
  // Lists of damage stop here; a hostile file could name any number of blocks.
  static constexpr size_t kMostListed = 100;

  BlockKind kind = BlockKind::kData;
  uint64_t number = 0;  // Data blocks: in index order, from 0.
  BlockHandle handle;
  StatusCode code = StatusCode::kCorruption;
  std::string fact;

  // "block 37 at 81920: checksum mismatch", "index at 90000: ...".
  std::string ToString() const;
};

class TableImage {
 public:
  struct OpenOptions {
    // Keep what can be read of a damaged file: bad meta and index blocks are
    // recorded in damage() instead of being an error. Without a readable
    // footer and index there is nothing to keep.
    bool salvage = false;
  };

  // `bytes` is borrowed and must outlive the result. Verifies the checksum of
  // every block it reads. Errors: kCorruption or kNotSupported with
  // "FILE: block at OFFSET: fact; N of M blocks are bad".
  static Result<TableImage> Open(std::string file_name,
                                 std::span<const uint8_t> bytes,
                                 const OpenOptions& options);
  static Result<TableImage> Open(std::string file_name,
                                 std::span<const uint8_t> bytes) {
    return Open(std::move(file_name), bytes, OpenOptions());
  }

  const std::string& file_name() const { return file_name_; }
  std::span<const uint8_t> bytes() const { return bytes_; }
  const Footer& footer() const { return footer_; }
  const TableProperties& properties() const { return properties_; }
  // In index order, which is key order.
  const std::vector<BlockHandle>& data_blocks() const { return data_blocks_; }
  // Every other block, partitions included, in the order they were found.
  const std::vector<MetaBlock>& meta_blocks() const { return meta_blocks_; }
  // The first of this kind; null when there is none.
  const MetaBlock* FindMeta(BlockKind kind) const;
  // Empty when the file has none.
  std::span<const uint8_t> dictionary() const { return dictionary_; }
  // Remarks on what was met and is not understood; no errors.
  const std::vector<std::string>& notes() const { return notes_; }
  // Meta and index blocks that cannot be read, or not from where their handle
  // says; only the first ones are listed. Empty unless opened with `salvage`.
  const std::vector<BlockDamage>& damage() const { return damage_; }
  uint64_t damage_count() const { return damage_count_; }

  // Payload and type of a block, checksum verified. Errors: kCorruption, the
  // bare fact without file and place.
  Result<StoredBlock> ReadBlock(const BlockHandle& handle) const;
  // The same without looking at the checksum: bounds only.
  Result<StoredBlock> ReadBlockUnverified(const BlockHandle& handle) const;
  // Verifies only.
  Status VerifyChecksum(const BlockHandle& handle) const;

 private:
  friend class TableOpener;
  TableImage() = default;

  Status CheckBounds(const BlockHandle& handle) const;

  std::string file_name_;
  std::span<const uint8_t> bytes_;
  Footer footer_;
  TableProperties properties_;
  std::vector<BlockHandle> data_blocks_;
  std::vector<MetaBlock> meta_blocks_;
  std::span<const uint8_t> dictionary_;
  std::vector<std::string> notes_;
  std::vector<BlockDamage> damage_;
  uint64_t damage_count_ = 0;
};

// A block of a table, found by where it lies in the file.
struct BlockPlace {
  BlockKind kind = BlockKind::kData;
  uint64_t number = 0;  // In data_blocks() or meta_blocks().
  BlockHandle handle;
};

// Every block that lies in the file, by offset.
std::vector<BlockPlace> BlocksInFileOrder(const TableImage& image);

struct BlockOverlap {
  BlockPlace block;
  BlockPlace earlier;  // One that reaches into it.
};

// Blocks that start before another one has ended, by offset; not those whose
// neighbour is not even a block by its checksum. A sound file has none.
std::vector<BlockOverlap> FindOverlaps(const TableImage& image);

}  // namespace sstr
