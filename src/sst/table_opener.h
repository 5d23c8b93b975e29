// SPDX-License-Identifier: Apache-2.0
//
// Builds a TableImage: reads footer, metaindex, properties, index, dictionary
// and the top level of partitioned filters, in that order, and keeps a list of
// what is damaged. Used by TableImage::Open() only.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "codec/block_decoder.h"
#include "sst/index_cursor.h"
#include "sst/table_image.h"

namespace sstr {

class TableOpener {
 public:
  TableOpener(std::string file_name, std::span<const uint8_t> bytes);

  // As TableImage::Open(). REQUIRES: called once.
  Result<TableImage> Open(bool salvage);

 private:
  using Bytes = std::span<const uint8_t>;

  // Steps without which no data block can be found; false: stop. They record
  // what is wrong.
  bool ReadMetaindex();
  bool ReadProperties();
  bool ReadIndex();
  bool ReadIndexPartitions(const std::vector<BlockHandle>& partitions,
                           const IndexEncoding& encoding);

  void ReadDictionary();
  void ReadFilterPartitions();
  void FindMovedDataBlocks();
  void MarkReadBlocks();
  void WriteNotes();

  Status AddMetaBlock(std::string_view name, std::string_view value);
  // Every handle of the index block at `block`, in order, behind those in
  // `handles`, which has the handles before a fault when there is an error.
  Status ReadHandles(const BlockHandle& block, const IndexEncoding& encoding,
                     std::vector<BlockHandle>* handles);

  // Where the block of this handle is: where it says, or where lost bytes have
  // moved it to, which is damage.
  BlockHandle Locate(BlockKind kind, const BlockHandle& handle);
  // Contents of a block, verified and decoded; valid until the next call.
  Result<Bytes> ReadContents(const BlockHandle& handle);
  // Contents of the properties block, accepting an overwritten global
  // sequence number.
  Result<TableProperties> ParseProperties(const BlockHandle& handle);
  // Whether the checksum is that of the block with zeros for its global
  // sequence number: ingesting a file overwrites the number and nothing else.
  bool IsIntactBeforeIngestion(const BlockHandle& handle,
                               const TableProperties& properties) const;
  BlockHandle Moved(const BlockHandle& handle) const;

  void AddDamage(BlockKind kind, const BlockHandle& handle, const Status& why);
  // "the file lost 1 byte"
  std::string LossText() const;
  // The error that the recorded damage amounts to. REQUIRES: some damage.
  Status FailureStatus() const;

  TableImage image_;
  std::optional<BlockDecoder> decoder_;
  std::set<uint64_t> damaged_offsets_;  // Where damage was found.
  uint64_t named_bytes_ = 0;            // What index blocks name, altogether.
  bool data_blocks_known_ = false;
  // The file lost (negative: gained) so many bytes somewhere before the
  // metaindex, as its place before the footer shows; 0: all is in its place.
  int64_t lost_bytes_ = 0;
  uint64_t moved_data_blocks_ = 0;
  uint64_t first_moved_number_ = 0;
};

}  // namespace sstr
