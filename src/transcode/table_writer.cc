// SPDX-License-Identifier: Apache-2.0

#include "transcode/table_writer.h"

#include "sst/byte_reader.h"
#include "sst/byte_writer.h"

namespace sstr {

void AppendEncodedBlock(ChecksumType checksum_type, CompressionType type,
                        std::span<const uint8_t> payload,
                        std::vector<uint8_t>* out) {
  const size_t begin = out->size();
  AppendBytes(payload, out);
  out->push_back(static_cast<uint8_t>(type));
  const std::span<const uint8_t> block(*out);
  AppendFixed32(ComputeChecksum(checksum_type, block.subspan(begin)), out);
}

Status TableWriter::AddEncodedBlocks(std::span<uint8_t> encoded,
                                     std::span<const uint64_t> payload_sizes,
                                     std::vector<BlockHandle>* handles) {
  uint64_t at = 0;
  for (const uint64_t size : payload_sizes) {
    const BlockHandle handle = {.offset = offset_ + at, .size = size};
    uint8_t* checksum = &encoded[at + size + 1];
    StoreFixed32(
        LoadFixed32(checksum) +
            ContextModifier(like_.base_context_checksum, handle.offset),
        checksum);
    handles->push_back(handle);
    at += size + kBlockTrailerBytes;
  }
  return Append(encoded);
}

Result<BlockHandle> TableWriter::AddBlock(CompressionType type,
                                          std::span<const uint8_t> payload) {
  return AddBlock(type, payload, payload);
}

Result<BlockHandle> TableWriter::AddBlock(
    CompressionType type, std::span<const uint8_t> payload,
    std::span<const uint8_t> checksummed_payload) {
  const BlockHandle handle = {.offset = offset_, .size = payload.size()};
  const uint8_t type_byte = static_cast<uint8_t>(type);
  std::vector<uint8_t> trailer = {type_byte};
  AppendFixed32(
      ComputeChecksum(like_.checksum_type, checksummed_payload, type_byte) +
          ContextModifier(like_.base_context_checksum, offset_),
      &trailer);
  SSTR_RETURN_IF_ERROR(Append(payload));
  SSTR_RETURN_IF_ERROR(Append(trailer));
  return handle;
}

Status TableWriter::AddFooter(const BlockHandle& metaindex,
                              const BlockHandle& index) {
  Footer footer = like_;
  footer.metaindex = metaindex;
  if (footer.index) footer.index = index;
  footer.offset = offset_;
  return Append(EncodeFooter(footer));
}

Status TableWriter::Append(std::span<const uint8_t> bytes) {
  offset_ += bytes.size();
  return sink_->Append(bytes);
}

}  // namespace sstr
