// SPDX-License-Identifier: Apache-2.0

#include "sst/table_opener.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sst/block_decoding.h"
#include "sst/byte_reader.h"
#include "sst/entry_cursor.h"

namespace sstr {
namespace {

constexpr uint32_t kFirstVersionWithDeltaHandles = 4;

}  // namespace

TableOpener::TableOpener(std::string file_name, Bytes bytes) {
  image_.file_name_ = std::move(file_name);
  image_.bytes_ = bytes;
}

Result<TableImage> TableOpener::Open(bool salvage) {
  Result<Footer> footer = ParseFooter(image_.bytes_);
  if (!footer.ok()) return footer.status().WithPrefix(image_.file_name_);
  image_.footer_ = *footer;
  decoder_.emplace(image_.footer_.format_version, Bytes());
  if (!ReadMetaindex() || !ReadProperties() || !ReadIndex()) {
    return FailureStatus();
  }
  data_blocks_known_ = true;
  FindMovedDataBlocks();
  ReadDictionary();
  ReadFilterPartitions();
  if (!salvage && image_.damage_count_ > 0) return FailureStatus();
  MarkReadBlocks();
  WriteNotes();
  return std::move(image_);
}

bool TableOpener::ReadMetaindex() {
  const BlockHandle stated = image_.footer_.metaindex;
  // Up to format 5 the handle says where the metaindex was written; it always
  // ends where the footer starts.
  if (image_.footer_.index && !image_.VerifyChecksum(stated).ok()) {
    lost_bytes_ =
        static_cast<int64_t>(stated.offset + stated.size + kBlockTrailerBytes -
                             image_.footer_.offset);
    if (!image_.VerifyChecksum(Moved(stated)).ok()) lost_bytes_ = 0;
  }
  const BlockHandle handle = Locate(BlockKind::kMetaindex, stated);
  Result<Bytes> contents = ReadContents(handle);
  Status status = contents.status();
  if (contents.ok()) {
    image_.meta_blocks_.push_back({BlockKind::kMetaindex, "", handle});
    status = VisitSortedEntries(
        *contents, [this](std::string_view name, std::string_view value) {
          return AddMetaBlock(name, value);
        });
  }
  if (!status.ok()) AddDamage(BlockKind::kMetaindex, handle, status);
  return status.ok();
}

Status TableOpener::AddMetaBlock(std::string_view name,
                                 std::string_view value) {
  const BlockKind kind = KindOfMetaName(name, image_.footer_.format_version);
  ByteReader reader(value);
  const std::optional<BlockHandle> handle = ReadBlockHandle(&reader);
  if (!handle || !reader.empty()) {
    if (kind != BlockKind::kUnknownMeta) {
      return Status::Corruption(
          fmt::format("the value of '{}' is no block handle", name));
    }
    image_.notes_.push_back(fmt::format(
        "metaindex entry '{}' is not known and no block handle", name));
    return Status::Ok();
  }
  const BlockHandle place = Locate(kind, *handle);
  // A checksum covers a block, not its handle.
  if (const Status fits = image_.CheckBounds(place); !fits.ok()) {
    AddDamage(kind, place, fits);
  } else {
    image_.meta_blocks_.push_back({kind, std::string(name), place});
  }
  return Status::Ok();
}

bool TableOpener::ReadProperties() {
  const MetaBlock* block = image_.FindMeta(BlockKind::kProperties);
  if (block == nullptr) {
    // A handle that leads nowhere is damage already.
    if (image_.damage_count_ > 0) return false;
    if (image_.footer_.format_version < kFirstVersionWithDeltaHandles) {
      return true;  // LevelDB writes none.
    }
    AddDamage(BlockKind::kMetaindex, image_.footer_.metaindex,
              Status::Corruption("it names no properties block, which the "
                                 "index cannot be read without"));
    return false;
  }
  Result<TableProperties> properties = ParseProperties(block->handle);
  if (!properties.ok()) {
    AddDamage(BlockKind::kProperties, block->handle, properties.status());
    return false;
  }
  image_.properties_ = *std::move(properties);
  return true;
}

Result<TableProperties> TableOpener::ParseProperties(
    const BlockHandle& handle) {
  const Result<StoredBlock> verified = image_.ReadBlock(handle);
  if (verified.ok()) {
    SSTR_ASSIGN_OR_RETURN(
        const Bytes contents,
        DecodeStoredBlock(image_.footer_, *verified, &*decoder_));
    return TableProperties::Parse(contents);
  }
  SSTR_ASSIGN_OR_RETURN(const StoredBlock block,
                        image_.ReadBlockUnverified(handle));
  Result<TableProperties> properties = TableProperties::Parse(block.payload);
  if (properties.ok() && IsIntactBeforeIngestion(handle, *properties)) {
    return properties;
  }
  return verified.status();
}

bool TableOpener::IsIntactBeforeIngestion(
    const BlockHandle& handle, const TableProperties& properties) const {
  if (!properties.global_seqno()) return false;
  const auto property =
      std::ranges::find(properties.all(), TableProperties::kGlobalSeqnoName,
                        &TableProperties::Property::name);
  const Bytes whole = image_.bytes_.subspan(handle.offset, handle.size + 1);
  std::vector<uint8_t> original(whole.begin(), whole.end());
  std::fill_n(&original[property->value_offset], 8, uint8_t{0});
  const uint32_t stored =
      LoadFixed32(&image_.bytes_[handle.offset + handle.size + 1]);
  return stored == ComputeChecksum(image_.footer_.checksum_type, original) +
                       ContextModifier(image_.footer_.base_context_checksum,
                                       handle.offset);
}

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
  const Status status = ReadHandles(handle, encoding, &handles);
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
    const Status status =
        ReadHandles(partition, encoding, &image_.data_blocks_);
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

Status TableOpener::ReadHandles(const BlockHandle& block,
                                const IndexEncoding& encoding,
                                std::vector<BlockHandle>* handles) {
  SSTR_ASSIGN_OR_RETURN(const Bytes contents, ReadContents(block));
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

void TableOpener::ReadDictionary() {
  const MetaBlock* block = image_.FindMeta(BlockKind::kDictionary);
  if (block == nullptr) return;
  const Result<StoredBlock> stored = image_.ReadBlock(block->handle);
  if (!stored.ok()) {
    AddDamage(BlockKind::kDictionary, block->handle, stored.status());
  } else if (stored->type != CompressionType::kNone) {
    AddDamage(BlockKind::kDictionary, block->handle,
              Status::Corruption("it is compressed itself"));
  } else {
    image_.dictionary_ = stored->payload;
  }
}

void TableOpener::ReadFilterPartitions() {
  const IndexEncoding encoding = {
      .value_is_delta = image_.properties_.index_value_is_delta_encoded()};
  std::vector<MetaBlock> partitions;
  for (const MetaBlock& block : image_.meta_blocks_) {
    if (!IsPartitionedFilterName(block.name)) continue;
    std::vector<BlockHandle> handles;
    const Status status = ReadHandles(block.handle, encoding, &handles);
    if (!status.ok()) AddDamage(BlockKind::kFilter, block.handle, status);
    for (const BlockHandle& handle : handles) {
      const BlockHandle place = Locate(BlockKind::kFilterPartition, handle);
      if (const Status fits = image_.CheckBounds(place); !fits.ok()) {
        AddDamage(BlockKind::kFilterPartition, place, fits);
      } else {
        partitions.push_back({BlockKind::kFilterPartition, "", place});
      }
    }
  }
  image_.meta_blocks_.insert(image_.meta_blocks_.end(), partitions.begin(),
                             partitions.end());
}

Result<TableOpener::Bytes> TableOpener::ReadContents(
    const BlockHandle& handle) {
  SSTR_ASSIGN_OR_RETURN(const StoredBlock block, image_.ReadBlock(handle));
  return DecodeStoredBlock(image_.footer_, block, &*decoder_);
}

void TableOpener::MarkReadBlocks() {
  for (MetaBlock& block : image_.meta_blocks_) {
    switch (block.kind) {
      case BlockKind::kMetaindex:
      case BlockKind::kIndex:
      case BlockKind::kIndexPartition:
        block.read_on_opening = true;
        break;
      case BlockKind::kProperties:
      case BlockKind::kDictionary:
        block.read_on_opening = image_.FindMeta(block.kind) == &block;
        break;
      case BlockKind::kFilter:
        block.read_on_opening = IsPartitionedFilterName(block.name);
        break;
      default:
        break;
    }
  }
}

BlockHandle TableOpener::Locate(BlockKind kind, const BlockHandle& handle) {
  if (lost_bytes_ == 0) return handle;
  const Status stated = image_.VerifyChecksum(handle);
  const BlockHandle moved = Moved(handle);
  if (stated.ok() || !image_.VerifyChecksum(moved).ok()) return handle;
  AddDamage(kind, handle, stated);
  return moved;
}

BlockHandle TableOpener::Moved(const BlockHandle& handle) const {
  return {.offset = handle.offset - static_cast<uint64_t>(lost_bytes_),
          .size = handle.size};
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

void TableOpener::AddDamage(BlockKind kind, const BlockHandle& handle,
                            const Status& why) {
  ++image_.damage_count_;
  damaged_offsets_.insert(handle.offset);
  if (image_.damage_.size() >= BlockDamage::kMostListed) return;
  image_.damage_.push_back({.kind = kind,
                            .handle = handle,
                            .code = why.code(),
                            .fact = why.message()});
}

void TableOpener::WriteNotes() {
  std::vector<std::string>& notes = image_.notes_;
  for (const MetaBlock& block : image_.meta_blocks_) {
    if (block.kind == BlockKind::kUnknownMeta) {
      notes.push_back(fmt::format("meta block '{}' is not known", block.name));
    } else if (block.kind == BlockKind::kUserDefinedIndex) {
      notes.push_back(
          fmt::format("has a user-defined index, '{}', whose "
                      "contents are not read",
                      block.name));
    }
  }
  if (image_.properties_.empty()) {
    notes.push_back("has no properties block, as LevelDB writes files");
  }
  if (image_.properties_.Find(TableProperties::kEmbeddedBlobStatsName)) {
    notes.push_back(
        "has embedded blob records, which are counted as padding: their "
        "values are references into this file");
  }
  if (lost_bytes_ != 0) {
    notes.push_back(fmt::format(
        "{} somewhere before {}; {} data blocks were read from where that "
        "moved them",
        LossText(), Moved(image_.footer_.metaindex).offset,
        moved_data_blocks_));
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

Result<TableImage> TableImage::Open(std::string file_name,
                                    std::span<const uint8_t> bytes,
                                    const OpenOptions& options) {
  return TableOpener(std::move(file_name), bytes).Open(options.salvage);
}

}  // namespace sstr
