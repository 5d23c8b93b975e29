// SPDX-License-Identifier: Apache-2.0
//
// The part of TableOpener that finds the data blocks and says what is wrong
// with where they are.

#include <fmt/format.h>

#include <algorithm>
#include <string>

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

void TableOpener::FindMovedDataBlocks() {
  if (lost_bytes_ == 0) return;
  for (uint64_t i = 0; i < image_.data_blocks_.size(); ++i) {
    BlockHandle& handle = image_.data_blocks_[i];
    if (image_.VerifyChecksum(handle).ok()) continue;
    const BlockHandle moved = Moved(handle);
    if (!image_.VerifyChecksum(moved).ok()) continue;
    if (moved_data_blocks_++ == 0) first_moved_number_ = i;
    handle = moved;
  }
}

std::string TableOpener::LossText() const {
  const int64_t count = lost_bytes_ > 0 ? lost_bytes_ : -lost_bytes_;
  return fmt::format("the file {} {} byte{}",
                     lost_bytes_ > 0 ? "lost" : "gained", count,
                     count == 1 ? "" : "s");
}

Status TableOpener::FailureStatus() const {
  uint64_t bad = image_.damage_count_ + moved_data_blocks_;
  uint64_t total = 0;
  const auto count = [&](const BlockHandle& handle) {
    ++total;
    if (!damaged_offsets_.contains(handle.offset) &&
        !image_.VerifyChecksum(handle).ok()) {
      ++bad;
    }
  };
  for (const MetaBlock& block : image_.meta_blocks_) count(block.handle);
  for (const BlockHandle& handle : image_.data_blocks_) count(handle);
  total = std::max(total, bad);
  const BlockDamage& first = image_.damage_.front();
  std::string text =
      fmt::format("{}: {}; {} of {} blocks {} bad", image_.file_name_,
                  first.ToString(), bad, total, bad == 1 ? "is" : "are");
  if (!data_blocks_known_) text += "; the data blocks cannot be found";
  if (lost_bytes_ != 0) {
    text += fmt::format("; before that, {}", LossText());
    if (moved_data_blocks_ > 0) {
      text +=
          fmt::format(": from block {} on all is moved", first_moved_number_);
    }
  }
  return Status(first.code, text);
}

}  // namespace sstr
