// SPDX-License-Identifier: Apache-2.0

#include "sst/measure_sizes.h"

#include <fmt/format.h>

#include <utility>
#include <vector>

#include "codec/block_decoder.h"
#include "sst/block_decoding.h"

namespace sstr {
namespace {

uint64_t* PartOf(BlockKind kind, SizeBreakdown* sizes) {
  switch (kind) {
    case BlockKind::kIndex:
    case BlockKind::kIndexPartition:
    case BlockKind::kHashIndexPrefixes:
    case BlockKind::kHashIndexMetadata:
    case BlockKind::kUserDefinedIndex:
      return &sizes->index_bytes;
    case BlockKind::kFilter:
    case BlockKind::kFilterPartition:
      return &sizes->filter_bytes;
    case BlockKind::kDictionary:
      return &sizes->dictionary_bytes;
    case BlockKind::kRangeDel:
      return &sizes->range_del_bytes;
    case BlockKind::kProperties:
      return &sizes->properties_bytes;
    case BlockKind::kMetaindex:
      return &sizes->metaindex_bytes;
    case BlockKind::kData:
    case BlockKind::kUnknownMeta:
      break;
  }
  return &sizes->other_meta_bytes;
}

// Per data block, for the distributions.
struct BlockValues {
  std::vector<double> payload_bytes;
  std::vector<double> ratios;
};

Status MeasureDataBlock(const TableImage& image, const BlockHandle& handle,
                        BlockDecoder* decoder, SizeBreakdown* sizes,
                        BlockValues* values) {
  SSTR_ASSIGN_OR_RETURN(const StoredBlock block,
                        image.ReadBlockUnverified(handle));
  SSTR_ASSIGN_OR_RETURN(std::optional<uint64_t> contents_bytes,
                        ToldDecodedBytes(image.footer().format_version, block));
  if (!contents_bytes) {
    SSTR_ASSIGN_OR_RETURN(const std::span<const uint8_t> contents,
                          DecodeStoredBlock(image.footer(), block, decoder));
    contents_bytes = contents.size();
  }
  AddDataBlock(block, *contents_bytes, sizes);
  const auto payload_bytes = static_cast<double>(block.payload.size());
  values->payload_bytes.push_back(payload_bytes);
  if (payload_bytes > 0) {
    values->ratios.push_back(static_cast<double>(*contents_bytes) /
                             payload_bytes);
  }
  return Status::Ok();
}

}  // namespace

void AddMetaSizes(const TableImage& image, SizeBreakdown* sizes) {
  sizes->file_bytes += image.bytes().size();
  sizes->footer_bytes += image.footer().size;
  for (const MetaBlock& block : image.meta_blocks()) {
    *PartOf(block.kind, sizes) += block.handle.size + kBlockTrailerBytes;
  }
}

void AddDataBlock(const StoredBlock& block, uint64_t contents_bytes,
                  SizeBreakdown* sizes) {
  sizes->data_payload_bytes += block.payload.size();
  sizes->data_trailer_bytes += kBlockTrailerBytes;
  sizes->uncompressed_data_bytes += contents_bytes;
  ++sizes->data_blocks;
  ++sizes->data_blocks_by_stored_type[block.type];
}

void SetPadding(uint64_t lost_bytes, SizeBreakdown* sizes) {
  sizes->padding_bytes = 0;
  const uint64_t used_bytes = sizes->SumOfParts() + lost_bytes;
  // More than the file has only when salvaged blocks overlap.
  if (used_bytes < sizes->file_bytes) {
    sizes->padding_bytes = sizes->file_bytes - used_bytes;
  }
}

Result<MeasuredSizes> MeasureSizes(const TableImage& image) {
  MeasuredSizes measured;
  SizeBreakdown& sizes = measured.sizes;
  BlockValues values;
  AddMetaSizes(image, &sizes);
  BlockDecoder decoder(image.footer().format_version, image.dictionary());
  for (uint64_t i = 0; i < image.data_blocks().size(); ++i) {
    const BlockHandle& handle = image.data_blocks()[i];
    const Status status =
        MeasureDataBlock(image, handle, &decoder, &sizes, &values);
    if (!status.ok()) {
      const BlockDamage damage = {.number = i,
                                  .handle = handle,
                                  .code = status.code(),
                                  .fact = status.message()};
      return Status(damage.code, image.file_name() + ": " + damage.ToString());
    }
  }
  if (sizes.SumOfParts() > sizes.file_bytes) {
    return Status::Corruption(image.file_name() +
                              ": blocks overlap: they hold more bytes than "
                              "the file");
  }
  SetPadding(0, &sizes);
  measured.distributions = {
      .payload_bytes = DistributionOf(std::move(values.payload_bytes)),
      .compression_ratio = DistributionOf(std::move(values.ratios))};
  return measured;
}

}  // namespace sstr
