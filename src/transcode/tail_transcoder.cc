// SPDX-License-Identifier: Apache-2.0

#include "transcode/tail_transcoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "codec/block_decoder.h"
#include "codec/block_encoder.h"
#include "sst/block_decoding.h"
#include "sst/byte_writer.h"
#include "transcode/property_updates.h"

namespace sstr {
namespace {

using Bytes = std::span<const uint8_t>;

constexpr char kDictionaryName[] = "rocksdb.compression_dict";
constexpr uint32_t kFirstVersionInModernOrder = 6;

std::string EncodedHandle(const BlockHandle& handle) {
  std::vector<uint8_t> bytes;
  AppendBlockHandle(handle, &bytes);
  return std::string(bytes.begin(), bytes.end());
}

class TailTranscoder {
 public:
  TailTranscoder(const TableImage& source, const TranscodeOptions& options,
                 const TranscodePlan& plan, const DataSection& data,
                 TableWriter* writer)
      : source_(source),
        options_(options),
        plan_(plan),
        data_(data),
        writer_(writer),
        data_moved_(data.handles != source.data_blocks()),
        decoder_(source.footer().format_version),
        moved_data_(source.data_blocks(), data.handles) {
    facts_.format_version = source.footer().format_version;
    facts_.summary = data.summary;
    facts_.types_in_use = data.types;
    if (data_moved_) facts_.new_data_end = writer->offset();
  }

  Result<std::vector<NamedValue>> Run() {
    SSTR_ASSIGN_OR_RETURN(encoder_,
                          BlockEncoder::Create(EncoderOptionsFor(
                              plan_.writer, facts_.format_version, plan_.type,
                              plan_.level, /*dictionary=*/{})));
    for (const MetaBlock& block : WritingOrder()) {
      SSTR_RETURN_IF_ERROR(plan_.padding.Keep(block.handle.offset, writer_));
      const Status status = WriteBlock(block);
      if (!status.ok()) {
        return status.WithPrefix(fmt::format(
            "{} at {}", BlockKindName(block.kind), block.handle.offset));
      }
    }
    SSTR_RETURN_IF_ERROR(plan_.padding.Keep(source_.footer().offset, writer_));
    SSTR_RETURN_IF_ERROR(writer_->AddFooter(metaindex_, index_));
    return std::move(properties_);
  }

 private:
  // The order of the source, unless something has changed: then properties,
  // which tell of the index, and the metaindex come last, as in new files.
  std::vector<MetaBlock> WritingOrder() const;
  bool KeepsOrder() const;

  Status WriteBlock(const MetaBlock& block);
  Status CopyBlock(const MetaBlock& block, const StoredBlock& stored);
  Status WriteIndex(const MetaBlock& block, const StoredBlock& stored);
  Status WriteIndexBlock(const MetaBlock& block, const StoredBlock& stored,
                         MovedBlocks* moved);
  Status WriteFilterTop(const MetaBlock& block, const StoredBlock& stored);
  Status WriteDictionary(const MetaBlock& block);
  Status WriteProperties(const MetaBlock& block);
  Status WriteMetaindex(const MetaBlock& block, const StoredBlock& stored);

  // Writes `contents` as the plan says blocks like `stored` are encoded.
  Status AddEncoded(const MetaBlock& block, const StoredBlock& stored,
                    Bytes old_contents, Bytes contents, bool offered);
  void SetHandle(const MetaBlock& block, const BlockHandle& handle) {
    new_handles_[block.handle.offset] = handle;
  }
  Status Add(const MetaBlock& block, CompressionType type, Bytes payload) {
    SSTR_ASSIGN_OR_RETURN(const BlockHandle handle,
                          writer_->AddBlock(type, payload));
    SetHandle(block, handle);
    return Status::Ok();
  }
  // Where source blocks have gone; kNotSupported for one not written yet.
  Result<BlockHandle> NewHandleOf(const BlockHandle& old) const;
  // The places of all blocks of one kind, in the order they were found in.
  std::vector<BlockHandle> OldHandlesOf(BlockKind kind) const;
  Result<std::vector<BlockHandle>> NewHandlesOf(BlockKind kind) const;

  const TableImage& source_;
  const TranscodeOptions& options_;
  const TranscodePlan& plan_;
  const DataSection& data_;
  TableWriter* const writer_;
  const bool data_moved_;
  BlockDecoder decoder_;
  std::unique_ptr<BlockEncoder> encoder_;
  MovedBlocks moved_data_;
  TranscodeFacts facts_;
  std::map<uint64_t, BlockHandle> new_handles_;  // By old offset.
  BlockHandle index_;
  BlockHandle metaindex_;
  std::optional<BlockHandle> dictionary_;
  std::vector<NamedValue> properties_;
};

std::vector<MetaBlock> TailTranscoder::WritingOrder() const {
  std::vector<MetaBlock> order = source_.meta_blocks();
  std::ranges::stable_sort(
      order, {}, [](const MetaBlock& block) { return block.handle.offset; });
  if (KeepsOrder()) return order;
  // The index can then be written before the properties that state its size.
  const auto rank = [](const MetaBlock& block) {
    if (block.kind == BlockKind::kProperties) return 1;
    return block.kind == BlockKind::kMetaindex ? 2 : 0;
  };
  std::ranges::stable_sort(order, {}, rank);
  if (plan_.new_dictionary.empty() ||
      source_.FindMeta(BlockKind::kDictionary) != nullptr) {
    return order;
  }
  const auto index =
      std::ranges::find(order, BlockKind::kIndex, &MetaBlock::kind);
  // RocksDB writes the dictionary behind the index. No source block is at this
  // offset, under which the new handle is kept.
  order.insert(index + 1, {.kind = BlockKind::kDictionary,
                           .name = kDictionaryName,
                           .handle = {.offset = UINT64_MAX}});
  return order;
}

bool TailTranscoder::KeepsOrder() const {
  const bool same_dictionary =
      plan_.DictionaryOf(source_).empty() == source_.dictionary().empty();
  if (data_moved_ || !same_dictionary ||
      facts_.format_version >= kFirstVersionInModernOrder) {
    return false;
  }
  std::vector<NamedValue> properties;
  for (const auto& property : source_.properties().all()) {
    properties.push_back({property.name, property.value});
  }
  return UpdateProperties(properties, plan_, options_, facts_) == properties;
}

Status TailTranscoder::WriteBlock(const MetaBlock& block) {
  if (block.kind == BlockKind::kProperties) return WriteProperties(block);
  if (block.kind == BlockKind::kDictionary) return WriteDictionary(block);
  SSTR_ASSIGN_OR_RETURN(const StoredBlock stored,
                        source_.ReadBlock(block.handle));
  switch (block.kind) {
    case BlockKind::kIndex:
      return WriteIndex(block, stored);
    case BlockKind::kIndexPartition:
      return WriteIndexBlock(block, stored, &moved_data_);
    case BlockKind::kFilter:
      if (IsPartitionedFilterName(block.name)) {
        return WriteFilterTop(block, stored);
      }
      if (data_moved_ && block.name.starts_with("filter.")) {
        return Status::NotSupported(fmt::format(
            "'{}' is tied to the places of data blocks, which have changed",
            block.name));
      }
      return CopyBlock(block, stored);
    case BlockKind::kHashIndexPrefixes:
    case BlockKind::kHashIndexMetadata: {
      SSTR_ASSIGN_OR_RETURN(
          const Bytes contents,
          DecodeStoredBlock(source_.footer(), stored, &decoder_));
      return AddEncoded(block, stored, contents, contents, /*offered=*/true);
    }
    case BlockKind::kMetaindex:
      return WriteMetaindex(block, stored);
    case BlockKind::kFilterPartition:
    case BlockKind::kRangeDel:
      return CopyBlock(block, stored);
    case BlockKind::kData:
    case BlockKind::kProperties:
    case BlockKind::kDictionary:
    case BlockKind::kUserDefinedIndex:
    case BlockKind::kUnknownMeta:
      break;
  }
  return Status::NotSupported("it cannot be carried over");
}

Status TailTranscoder::CopyBlock(const MetaBlock& block,
                                 const StoredBlock& stored) {
  // What does not decode could not be verified in the output.
  SSTR_RETURN_IF_ERROR(
      DecodeStoredBlock(source_.footer(), stored, &decoder_).status());
  return Add(block, stored.type, stored.payload);
}

Status TailTranscoder::WriteIndex(const MetaBlock& block,
                                  const StoredBlock& stored) {
  if (source_.properties().index_type() != IndexType::kTwoLevel) {
    SSTR_RETURN_IF_ERROR(WriteIndexBlock(block, stored, &moved_data_));
  } else {
    const std::vector<BlockHandle> from =
        OldHandlesOf(BlockKind::kIndexPartition);
    SSTR_ASSIGN_OR_RETURN(const std::vector<BlockHandle> to,
                          NewHandlesOf(BlockKind::kIndexPartition));
    MovedBlocks partitions(from, to);
    const int64_t growth_before = facts_.index_growth_bytes;
    SSTR_RETURN_IF_ERROR(WriteIndexBlock(block, stored, &partitions));
    facts_.top_index_growth_bytes = facts_.index_growth_bytes - growth_before;
  }
  index_ = new_handles_[block.handle.offset];
  return Status::Ok();
}

Status TailTranscoder::WriteIndexBlock(const MetaBlock& block,
                                       const StoredBlock& stored,
                                       MovedBlocks* moved) {
  SSTR_ASSIGN_OR_RETURN(const Bytes old_contents,
                        DecodeStoredBlock(source_.footer(), stored, &decoder_));
  SSTR_ASSIGN_OR_RETURN(
      const std::vector<uint8_t> contents,
      RewriteIndexBlock(old_contents, IndexEncodingOf(source_.properties()),
                        moved));
  facts_.index_growth_bytes += static_cast<int64_t>(contents.size()) -
                               static_cast<int64_t>(old_contents.size());
  return AddEncoded(block, stored, old_contents, contents, plan_.offers_index);
}

Status TailTranscoder::WriteFilterTop(const MetaBlock& block,
                                      const StoredBlock& stored) {
  const std::vector<BlockHandle> partitions =
      OldHandlesOf(BlockKind::kFilterPartition);
  SSTR_ASSIGN_OR_RETURN(const std::vector<BlockHandle> new_partitions,
                        NewHandlesOf(BlockKind::kFilterPartition));
  SSTR_ASSIGN_OR_RETURN(const Bytes old_contents,
                        DecodeStoredBlock(source_.footer(), stored, &decoder_));
  MovedBlocks moved(partitions, new_partitions);
  IndexEncoding encoding = IndexEncodingOf(source_.properties());
  encoding.has_first_key = false;
  SSTR_ASSIGN_OR_RETURN(const std::vector<uint8_t> contents,
                        RewriteIndexBlock(old_contents, encoding, &moved));
  // RocksDB compresses no filter, so a changed one is stored raw.
  if (std::ranges::equal(contents, old_contents)) {
    return CopyBlock(block, stored);
  }
  return Add(block, CompressionType::kNone, contents);
}

Status TailTranscoder::WriteDictionary(const MetaBlock& block) {
  const Bytes dictionary = plan_.DictionaryOf(source_);
  if (dictionary.empty()) return Status::Ok();
  SSTR_RETURN_IF_ERROR(Add(block, CompressionType::kNone, dictionary));
  dictionary_ = new_handles_[block.handle.offset];
  return Status::Ok();
}

Status TailTranscoder::WriteProperties(const MetaBlock& block) {
  const Result<StoredBlock> verified = source_.ReadBlock(block.handle);
  SSTR_ASSIGN_OR_RETURN(const StoredBlock stored,
                        source_.ReadBlockUnverified(block.handle));
  SSTR_ASSIGN_OR_RETURN(const Bytes old_contents,
                        DecodeStoredBlock(source_.footer(), stored, &decoder_));
  SSTR_ASSIGN_OR_RETURN(NamedValues values, ReadNamedValues(old_contents));
  std::vector<NamedValue> updated =
      UpdateProperties(values.entries, plan_, options_, facts_);
  const bool changed = updated != values.entries;
  properties_ = updated;
  values.entries = std::move(updated);
  std::vector<uint8_t> contents(stored.payload.begin(), stored.payload.end());
  if (changed) contents = WriteNamedValues(values);
  const CompressionType type = changed ? CompressionType::kNone : stored.type;
  // Where ingestion has written a sequence number, the checksum is that of the
  // block before, and ingesting again relies on it.
  std::vector<uint8_t> checksummed = contents;
  if (!verified.ok()) {
    SSTR_ASSIGN_OR_RETURN(const TableProperties parsed,
                          TableProperties::Parse(contents));
    for (const auto& property : parsed.all()) {
      if (property.name != TableProperties::kGlobalSeqnoName) continue;
      std::fill_n(checksummed.begin() + property.value_offset,
                  property.value.size(), uint8_t{0});
    }
  }
  SSTR_ASSIGN_OR_RETURN(const BlockHandle handle,
                        writer_->AddBlock(type, contents, checksummed));
  SetHandle(block, handle);
  return Status::Ok();
}

Status TailTranscoder::WriteMetaindex(const MetaBlock& block,
                                      const StoredBlock& stored) {
  SSTR_ASSIGN_OR_RETURN(const Bytes old_contents,
                        DecodeStoredBlock(source_.footer(), stored, &decoder_));
  SSTR_ASSIGN_OR_RETURN(NamedValues values, ReadNamedValues(old_contents));
  std::vector<NamedValue> entries;
  for (const MetaBlock& named : source_.meta_blocks()) {
    if (named.name.empty() || named.kind == BlockKind::kDictionary) continue;
    SSTR_ASSIGN_OR_RETURN(const BlockHandle handle, NewHandleOf(named.handle));
    entries.push_back({named.name, EncodedHandle(handle)});
  }
  if (dictionary_) {
    entries.push_back({kDictionaryName, EncodedHandle(*dictionary_)});
  }
  std::ranges::sort(entries, {}, &NamedValue::name);
  if (entries == values.entries) {
    SSTR_RETURN_IF_ERROR(CopyBlock(block, stored));
  } else {
    values.entries = std::move(entries);
    SSTR_RETURN_IF_ERROR(
        Add(block, CompressionType::kNone, WriteNamedValues(values)));
  }
  metaindex_ = new_handles_[block.handle.offset];
  return Status::Ok();
}

Status TailTranscoder::AddEncoded(const MetaBlock& block,
                                  const StoredBlock& stored, Bytes old_contents,
                                  Bytes contents, bool offered) {
  if (plan_.Copies(stored) && std::ranges::equal(contents, old_contents)) {
    facts_.types_in_use.insert(stored.type);
    return CopyBlock(block, stored);
  }
  if (!offered) return Add(block, CompressionType::kNone, contents);
  SSTR_ASSIGN_OR_RETURN(const EncodedBlock encoded, encoder_->Encode(contents));
  facts_.types_in_use.insert(encoded.stored_type);
  return Add(block, encoded.stored_type, encoded.payload);
}

Result<BlockHandle> TailTranscoder::NewHandleOf(const BlockHandle& old) const {
  const auto found = new_handles_.find(old.offset);
  if (found != new_handles_.end()) return found->second;
  return Status::NotSupported(fmt::format(
      "it lies before the block at {}, which it leads to", old.offset));
}

std::vector<BlockHandle> TailTranscoder::OldHandlesOf(BlockKind kind) const {
  std::vector<BlockHandle> handles;
  for (const MetaBlock& block : source_.meta_blocks()) {
    if (block.kind == kind) handles.push_back(block.handle);
  }
  return handles;
}

Result<std::vector<BlockHandle>> TailTranscoder::NewHandlesOf(
    BlockKind kind) const {
  std::vector<BlockHandle> handles;
  for (const BlockHandle& old : OldHandlesOf(kind)) {
    SSTR_ASSIGN_OR_RETURN(const BlockHandle handle, NewHandleOf(old));
    handles.push_back(handle);
  }
  return handles;
}

}  // namespace

Result<std::vector<NamedValue>> TranscodeTail(const TableImage& source,
                                              const TranscodeOptions& options,
                                              const TranscodePlan& plan,
                                              const DataSection& data,
                                              TableWriter* writer) {
  return TailTranscoder(source, options, plan, data, writer).Run();
}

}  // namespace sstr
