// SPDX-License-Identifier: Apache-2.0

#include "sst/table_opener.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sst/block_decoding.h"
#include "sst/byte_reader.h"
#include "sst/entry_cursor.h"

namespace sstr {
namespace {

constexpr uint32_t kFirstVersionWithDeltaHandles = 4;

// A checksum covers a block, not its handle: this is what handles get.
Status DoesNotFit(const BlockHandle& handle) {
  return Status::Corruption(
      fmt::format("its handle (offset {}, size {}) does not fit in the file",
                  handle.offset, handle.size));
}

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
  if (place.FitsIn(image_.footer_.offset)) {
    image_.meta_blocks_.push_back({kind, std::string(name), place});
  } else {
    AddDamage(kind, place, DoesNotFit(place));
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
    const Result<Bytes> contents = ReadContents(block.handle);
    const Status status = contents.ok()
                              ? ReadHandles(*contents, encoding, &handles)
                              : contents.status();
    if (!status.ok()) AddDamage(BlockKind::kFilter, block.handle, status);
    for (const BlockHandle& handle : handles) {
      const BlockHandle place = Locate(BlockKind::kFilterPartition, handle);
      if (place.FitsIn(image_.footer_.offset)) {
        partitions.push_back({BlockKind::kFilterPartition, "", place});
      } else {
        AddDamage(BlockKind::kFilterPartition, place, DoesNotFit(place));
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

Result<TableImage> TableImage::Open(std::string file_name,
                                    std::span<const uint8_t> bytes,
                                    const OpenOptions& options) {
  return TableOpener(std::move(file_name), bytes).Open(options.salvage);
}

Result<TableImage> TableImage::Open(std::string file_name,
                                    std::span<const uint8_t> bytes) {
  return Open(std::move(file_name), bytes, OpenOptions());
}

}  // namespace sstr
