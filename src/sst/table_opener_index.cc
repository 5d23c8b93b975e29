// SPDX-License-Identifier: Apache-2.0
//
// The part of TableOpener that walks index blocks to the data blocks.

#include <fmt/format.h>

#include <utility>

#include "sst/table_opener.h"

namespace sstr {

bool TableOpener::ReadIndex() {
  if (image_.footer_.index) {
    image_.meta_blocks_.push_back(
        {BlockKind::kIndex, "",
         Locate(BlockKind::kIndex, *image_.footer_.index)});
  }
  const MetaBlock* block = image_.FindMeta(BlockKind::kIndex);
  if (block == nullptr) {
    if (image_.damage_count_ == 0) {
      AddDamage(BlockKind::kMetaindex, image_.footer_.metaindex,
                Status::Corruption("it does not name an index"));
    }
    return false;
  }
  const BlockHandle handle = block->handle;
  const IndexType type =
      image_.properties_.index_type().value_or(IndexType::kBinarySearch);
  if (type > IndexType::kBinarySearchWithFirstKey) {
    AddDamage(BlockKind::kIndex, handle,
              Status::NotSupported(fmt::format("index type {}: not supported",
                                               static_cast<uint32_t>(type))));
    return false;
  }
  const bool partitioned = type == IndexType::kTwoLevel;
  const IndexEncoding encoding = {
      .key_is_user_key = image_.properties_.index_key_is_user_key(),
      .value_is_delta = image_.properties_.index_value_is_delta_encoded(),
      .has_first_key = type == IndexType::kBinarySearchWithFirstKey};
  std::vector<BlockHandle> handles;
  const Result<Bytes> contents = ReadContents(handle);
  const Status status = contents.ok()
                            ? ReadHandles(*contents, encoding, &handles)
                            : contents.status();
  if (!status.ok()) {
    AddDamage(BlockKind::kIndex, handle, status);
    return false;
  }
  if (partitioned) return ReadIndexPartitions(handles, encoding);
  image_.data_blocks_ = std::move(handles);
  return true;
}

bool TableOpener::ReadIndexPartitions(
    const std::vector<BlockHandle>& partitions, const IndexEncoding& encoding) {
  for (const BlockHandle& stated : partitions) {
    const BlockHandle partition = Locate(BlockKind::kIndexPartition, stated);
    const Result<Bytes> contents = ReadContents(partition);
    const Status status =
        contents.ok() ? ReadHandles(*contents, encoding, &image_.data_blocks_)
                      : contents.status();
    if (!status.ok()) {
      AddDamage(BlockKind::kIndexPartition, partition, status);
    }
    if (partition.FitsIn(image_.footer_.offset)) {
      image_.meta_blocks_.push_back(
          {BlockKind::kIndexPartition, "", partition});
    }
  }
  return true;
}

Status TableOpener::ReadHandles(Bytes contents, const IndexEncoding& encoding,
                                std::vector<BlockHandle>* handles) {
  SSTR_ASSIGN_OR_RETURN(IndexCursor cursor,
                        IndexCursor::Open(contents, encoding));
  // Bounds what a false index can make us keep and read: each block takes a
  // trailer, and few handles of a merely damaged file have false sizes.
  const uint64_t file_bytes = image_.footer_.offset;
  while (cursor.Next()) {
    if (handles->size() >= file_bytes / kBlockTrailerBytes) {
      return Status::Corruption("it names more blocks than fit in the file");
    }
    if (cursor.handle().FitsIn(file_bytes))
      named_bytes_ += cursor.handle().size;
    if (named_bytes_ / 4 > file_bytes) {
      return Status::Corruption(
          "it names blocks with several times the bytes of the file");
    }
    handles->push_back(cursor.handle());
  }
  return cursor.status();
}

}  // namespace sstr
