// SPDX-License-Identifier: Apache-2.0

#include "codec/block_decoder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "codec/framing.h"
#include "codec/registry.h"

namespace sstr {
namespace {

// A claim up to this is given its memory at once. Beyond, codecs whose bound
// is loose decode piece by piece, so that memory follows what really comes.
uint64_t PlausibleBytes(size_t compressed_bytes) {
  return uint64_t{64} * compressed_bytes + 65536;
}

Status FalseClaim(CompressionType type, uint64_t claimed_bytes,
                  size_t payload_bytes, uint64_t bound_bytes) {
  return Status::Corruption(fmt::format(
      "{} payload of {} bytes claims {} decoded bytes, but cannot give more "
      "than {}",
      CompressionTypeName(type), payload_bytes, claimed_bytes, bound_bytes));
}

}  // namespace

BlockDecoder::BlockDecoder(uint32_t format_version,
                           std::span<const uint8_t> dictionary)
    : BlockDecoder(format_version,
                   DecompressorOptions{.dictionary = dictionary}) {}

BlockDecoder::BlockDecoder(uint32_t format_version, DecompressorOptions options)
    : format_version_(format_version), options_(std::move(options)) {}

void BlockDecoder::PrepareFor(size_t decoded_bytes) {
  std::memset(buffer_.Reserve(decoded_bytes), 0, decoded_bytes);
}

Result<BlockDecoder::TypeDecoder*> BlockDecoder::DecoderOf(
    CompressionType type) {
  auto found = std::find_if(
      decoders_.begin(), decoders_.end(),
      [type](const TypeDecoder& decoder) { return decoder.type == type; });
  if (found != decoders_.end()) {
    // A file seldom has two types: the last one is looked at first.
    if (found != decoders_.begin()) std::swap(*found, decoders_.front());
    return &decoders_.front();
  }
  SSTR_ASSIGN_OR_RETURN(const Codec* codec, RequireCodec(type));
  SSTR_ASSIGN_OR_RETURN(std::unique_ptr<Decompressor> decompressor,
                        codec->NewDecompressor(options_));
  decoders_.insert(decoders_.begin(),
                   TypeDecoder{type, codec, std::move(decompressor)});
  return &decoders_.front();
}

Result<std::span<const uint8_t>> BlockDecoder::Decode(
    CompressionType type, std::span<const uint8_t> payload) {
  if (type == CompressionType::kNone) return payload;
  SSTR_ASSIGN_OR_RETURN(TypeDecoder * decoder, DecoderOf(type));
  SSTR_ASSIGN_OR_RETURN(const FramedPayload frame,
                        ParseFrame(type, format_version_, payload));
  const Codec& codec = *decoder->codec;
  const bool unsized = codec.info().decodes_unsized;
  std::optional<uint64_t> claim = frame.decoded_bytes;
  if (!claim) claim = codec.StoredDecodedBytes(frame.compressed);
  if (!claim && !unsized) {
    return Status::Corruption(fmt::format("{} payload of {} bytes: no length",
                                          codec.name(), payload.size()));
  }
  const uint64_t bound =
      std::min<uint64_t>(codec.MaxDecodedBytes(frame.compressed), UINT32_MAX);
  if (claim && *claim > bound) {
    return FalseClaim(type, *claim, payload.size(), bound);
  }
  if (claim && (!unsized || *claim <= PlausibleBytes(payload.size()))) {
    const std::span<uint8_t> out(buffer_.Reserve(*claim), *claim);
    SSTR_RETURN_IF_ERROR(
        decoder->decompressor->Decompress(frame.compressed, out));
    return std::span<const uint8_t>(out);
  }
  SSTR_ASSIGN_OR_RETURN(const size_t decoded,
                        decoder->decompressor->DecompressUnsized(
                            frame.compressed, claim.value_or(bound), &buffer_));
  if (claim && decoded != *claim) {
    return Status::Corruption(fmt::format(
        "{} payload of {} bytes claims {} decoded bytes and gives {}",
        codec.name(), payload.size(), *claim, decoded));
  }
  return std::span<const uint8_t>(buffer_.data(), decoded);
}

}  // namespace sstr
