// SPDX-License-Identifier: Apache-2.0

#include "codec/block_encoder.h"

#include <utility>

#include "codec/framing.h"
#include "codec/registry.h"

namespace sstr {
namespace {

// From 10.6 on RocksDB does not try codecs with a size prefix in less room.
constexpr size_t kLeastRoomBytes = 6;

}  // namespace

Result<std::unique_ptr<BlockEncoder>> BlockEncoder::Create(
    const BlockEncoderOptions& options) {
  SSTR_ASSIGN_OR_RETURN(const Codec* codec, RequireCodec(options.type));
  SSTR_ASSIGN_OR_RETURN(std::unique_ptr<Compressor> compressor,
                        codec->NewCompressor(options.compressor));
  return std::unique_ptr<BlockEncoder>(
      new BlockEncoder(options, *codec, std::move(compressor)));
}

BlockEncoder::BlockEncoder(const BlockEncoderOptions& options,
                           const Codec& codec,
                           std::unique_ptr<Compressor> compressor)
    : type_(options.type),
      format_version_(options.format_version),
      keep_rule_(options.keep_rule),
      output_room_(options.output_room),
      codec_(codec),
      compressor_(std::move(compressor)) {}

bool BlockEncoder::Bypasses(size_t raw_bytes) const {
  return type_ == CompressionType::kNone || keep_rule_.never_keeps() ||
         raw_bytes >= kBypassFromBytes ||
         raw_bytes > codec_.info().max_input_bytes;
}

size_t BlockEncoder::RoomFor(size_t raw_bytes) const {
  if (Bypasses(raw_bytes)) return 0;
  if (output_room_ == OutputRoom::kKeepLimit) {
    return keep_rule_.MaxKeptBytes(raw_bytes);
  }
  return SizePrefixBytes(type_, format_version_, raw_bytes) +
         codec_.MaxCompressedBytes(raw_bytes);
}

Result<EncodedBlock> BlockEncoder::Encode(std::span<const uint8_t> raw) {
  const size_t room_bytes = RoomFor(raw.size());
  return EncodeInto(raw, {buffer_.Reserve(room_bytes), room_bytes});
}

Result<EncodedBlock> BlockEncoder::EncodeInto(std::span<const uint8_t> raw,
                                              std::span<uint8_t> room) {
  EncodedBlock block = {.payload = raw};
  if (Bypasses(raw.size())) return block;
  const size_t prefix_bytes =
      SizePrefixBytes(type_, format_version_, raw.size());
  if (output_room_ == OutputRoom::kKeepLimit && prefix_bytes > 0 &&
      room.size() < kLeastRoomBytes) {
    return block;
  }
  block.outcome = BlockOutcome::kRejected;
  if (room.size() <= prefix_bytes) return block;
  WriteSizePrefix(type_, format_version_, raw.size(), room.data());
  SSTR_ASSIGN_OR_RETURN(const size_t compressed_bytes,
                        compressor_->Compress(raw, room.subspan(prefix_bytes)));
  const size_t payload_bytes = prefix_bytes + compressed_bytes;
  if (compressed_bytes == 0 || !keep_rule_.Keeps(payload_bytes, raw.size())) {
    return block;
  }
  block.outcome = BlockOutcome::kCompressed;
  block.stored_type = type_;
  block.payload = room.first(payload_bytes);
  return block;
}

}  // namespace sstr
