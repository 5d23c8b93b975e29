// SPDX-License-Identifier: Apache-2.0

#include "transcode/transcode_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "codec/registry.h"
#include "sst/block_decoding.h"
#include "transcode/block_rewriter.h"
#include "transcode/compression_property.h"

namespace sstr {
namespace {

constexpr uint32_t kFirstVersionWithoutNotFinal = 7;

Status CannotCarry(const std::string& what) {
  return Status::NotSupported(
      fmt::format("has {}, which cannot be carried over", what));
}

Status CheckParts(const TableImage& image) {
  if (image.properties().Find(TableProperties::kEmbeddedBlobStatsName)) {
    return CannotCarry("embedded blob records");
  }
  std::map<BlockKind, int> count;
  for (const MetaBlock& block : image.meta_blocks()) {
    if (block.kind == BlockKind::kUserDefinedIndex ||
        block.kind == BlockKind::kUnknownMeta) {
      return CannotCarry(
          fmt::format("{} '{}'", BlockKindName(block.kind), block.name));
    }
    const bool may_repeat = block.kind == BlockKind::kIndexPartition ||
                            block.kind == BlockKind::kFilterPartition;
    if (++count[block.kind] > 1 && !may_repeat) {
      return CannotCarry(
          fmt::format("more than one {}", BlockKindName(block.kind)));
    }
  }
  return Status::Ok();
}

// A name whose value is no handle is in the metaindex, but no block.
Status CheckMetaindex(const TableImage& image) {
  const MetaBlock* block = image.FindMeta(BlockKind::kMetaindex);
  SSTR_ASSIGN_OR_RETURN(const StoredBlock stored,
                        image.ReadBlock(block->handle));
  BlockDecoder decoder(image.footer().format_version);
  SSTR_ASSIGN_OR_RETURN(const std::span<const uint8_t> contents,
                        DecodeStoredBlock(image.footer(), stored, &decoder));
  SSTR_ASSIGN_OR_RETURN(const NamedValues names, ReadNamedValues(contents));
  for (const NamedValue& entry : names.entries) {
    const bool is_block = std::ranges::any_of(
        image.meta_blocks(),
        [&](const MetaBlock& meta) { return meta.name == entry.name; });
    if (!is_block) {
      return CannotCarry(fmt::format("metaindex entry '{}'", entry.name));
    }
  }
  return Status::Ok();
}

Status CheckSetting(const TableImage& image, const CodecSetting& setting) {
  SSTR_RETURN_IF_ERROR(CheckTranscodeSetting(setting));
  const uint32_t format_version = image.footer().format_version;
  if (setting.type == CompressionType::kZSTDNotFinal &&
      format_version >= kFirstVersionWithoutNotFinal) {
    return Status::NotSupported(fmt::format("no reader of format {} knows {}",
                                            format_version,
                                            CompressionTypeName(setting.type)));
  }
  return Status::Ok();
}

// The type that the file was written with; absent when it does not tell one.
Result<std::optional<CompressionType>> TypeWrittenWith(
    const TableImage& image) {
  if (const auto name = image.properties().compression()) {
    return ParseCompressionName(image.footer().format_version, *name);
  }
  // LevelDB's files do not say it; their blocks do.
  for (const BlockHandle& handle : image.data_blocks()) {
    SSTR_ASSIGN_OR_RETURN(const StoredBlock block,
                          image.ReadBlockUnverified(handle));
    if (block.type != CompressionType::kNone) return std::optional(block.type);
  }
  return std::optional(CompressionType::kNone);
}

Result<bool> CompressesIndex(const TableImage& image) {
  for (const MetaBlock& meta : image.meta_blocks()) {
    if (meta.kind != BlockKind::kIndex &&
        meta.kind != BlockKind::kIndexPartition) {
      continue;
    }
    SSTR_ASSIGN_OR_RETURN(const StoredBlock block,
                          image.ReadBlockUnverified(meta.handle));
    if (block.type != CompressionType::kNone) return true;
  }
  return false;
}

Result<TranscodePlan> Plan(const TableImage& image,
                           const TranscodeOptions& options) {
  const CodecSetting& codec = options.codec;
  SSTR_RETURN_IF_ERROR(CheckSetting(image, codec));
  SSTR_RETURN_IF_ERROR(CheckParts(image));
  SSTR_RETURN_IF_ERROR(CheckMetaindex(image));
  SSTR_ASSIGN_OR_RETURN(const std::optional<CompressionType> written_with,
                        TypeWrittenWith(image));
  SSTR_ASSIGN_OR_RETURN(const bool compresses_index, CompressesIndex(image));

  TranscodePlan plan;
  plan.type = codec.type;
  plan.level = codec.level;
  plan.writer = WriterTraitsOf(image);
  SSTR_ASSIGN_OR_RETURN(plan.padding, SourcePadding::Find(image));
  plan.written_with_type = written_with == codec.type;
  const bool reencode = options.reencode || codec.max_dict_bytes > 0;
  const bool has_dictionary = !image.dictionary().empty();
  plan.keeps_dictionary = has_dictionary && plan.written_with_type && !reencode;
  plan.copies_type = !reencode && has_dictionary == plan.keeps_dictionary;
  plan.copies_raw = !reencode && (plan.written_with_type ||
                                  codec.type == CompressionType::kNone);
  plan.offers_index =
      compresses_index || written_with == CompressionType::kNone;
  return plan;
}

}  // namespace

WriterTraits WriterTraitsOf(const TableImage& image) {
  const TableProperties& properties = image.properties();
  const std::string options = properties.compression_options().value_or("");
  const bool from_11_1 = properties.Find("rocksdb.num.uniform.blocks");
  // Format 7 is the default from 10.11 on, and known from 10.4 on.
  const bool recent = from_11_1 || image.footer().format_version >= 7;

  WriterTraits traits;
  if (const auto limit =
          FindCompressionOption(options, "max_compressed_bytes_per_kb")) {
    constexpr int64_t kMost = 1023;
    traits.keep_rule = KeepRule::Limit(
        static_cast<uint32_t>(std::clamp<int64_t>(*limit, 0, kMost)));
  }
  traits.zstd_checksum = FindCompressionOption(options, "checksum") == 1;
  traits.counts_raw_blocks = from_11_1;
  if (recent) {
    traits.output_room = OutputRoom::kKeepLimit;
    traits.lz4_one_shot = true;
    traits.trainer_use = TrainerUse::kZstdOnly;
  }
  return traits;
}

BlockEncoderOptions EncoderOptionsFor(const WriterTraits& traits,
                                      uint32_t format_version,
                                      CompressionType type, int level,
                                      std::span<const uint8_t> dictionary) {
  BlockEncoderOptions options = {
      .type = type,
      .format_version = format_version,
      .compressor = {.level = level,
                     .dictionary = dictionary,
                     .checksum = traits.zstd_checksum},
      .keep_rule = traits.keep_rule,
      .output_room = traits.output_room};
  // Where a kept context gives the same bytes as a new one, it is faster.
  switch (type) {
    case CompressionType::kLZ4:
      if (traits.lz4_one_shot && dictionary.empty()) {
        options.compressor.variant = "one_shot";
      }
      break;
    case CompressionType::kLZ4HC:
      options.compressor.variant = "stream_reuse";
      break;
    case CompressionType::kZlib:
    case CompressionType::kBZip2:
      options.compressor.variant = kReusedVariant;
      break;
    default:
      break;
  }
  return options;
}

Status CheckTranscodeSetting(const CodecSetting& setting) {
  const std::string name = CompressionTypeName(setting.type);
  if (!HasTypeByte(setting.type)) {
    return Status::Usage(name + " is not a type that a table file can hold");
  }
  const Result<const Codec*> codec = RequireCodec(setting.type);
  if (!codec.ok()) return Status::Usage(codec.status().message());
  const CodecInfo& info = (*codec)->info();
  if (setting.max_dict_bytes > 0 && info.dictionary != DictionaryUse::kUsed) {
    return Status::Usage(name + " makes no use of a dictionary");
  }
  return (*codec)->Check({.level = setting.level});
}

Result<SourcePadding> SourcePadding::Find(const TableImage& image) {
  SourcePadding padding;
  uint64_t end = 0;
  const auto add = [&](uint64_t next) {
    if (next <= end) return Status::Ok();
    const std::span<const uint8_t> bytes =
        image.bytes().subspan(end, next - end);
    if (std::ranges::any_of(bytes, [](uint8_t b) { return b != 0; })) {
      return CannotCarry(
          fmt::format("bytes from {} to {} that are in no block", end, next));
    }
    padding.gaps_.push_back({next, bytes});
    return Status::Ok();
  };
  for (const BlockPlace& place : BlocksInFileOrder(image)) {
    SSTR_RETURN_IF_ERROR(add(place.handle.offset));
    end = std::max(end, place.handle.end());
  }
  SSTR_RETURN_IF_ERROR(add(image.footer().offset));
  return padding;
}

std::span<const uint8_t> SourcePadding::Before(uint64_t offset) const {
  const auto gap = std::ranges::lower_bound(gaps_, offset, {}, &Gap::end);
  if (gap == gaps_.end() || gap->end != offset) return {};
  return gap->bytes;
}

Status SourcePadding::Keep(uint64_t offset, TableWriter* writer) const {
  const std::span<const uint8_t> bytes = Before(offset);
  if (bytes.empty() || writer->offset() + bytes.size() != offset) {
    return Status::Ok();
  }
  return writer->AddPadding(bytes);
}

Result<TranscodePlan> PlanTranscode(const TableImage& image,
                                    const TranscodeOptions& options) {
  Result<TranscodePlan> plan = Plan(image, options);
  if (!plan.ok()) return plan.status().WithPrefix(image.file_name());
  return plan;
}

}  // namespace sstr
