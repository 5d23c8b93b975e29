// SPDX-License-Identifier: Apache-2.0

#include "sst/block_decoding.h"

#include "codec/framing.h"
#include "codec/registry.h"
#include "sst/byte_reader.h"

namespace sstr {
namespace {

// No raw deflate stream starts like this: its first block would be a stored
// one whose length and inverted length disagree.
bool StartsLikeZstdFrame(std::span<const uint8_t> payload) {
  constexpr uint32_t kZstdMagic = 0xFD2FB528;
  return payload.size() >= 4 && LoadFixed32(payload.data()) == kZstdMagic;
}

}  // namespace

Result<std::span<const uint8_t>> DecodeStoredBlock(const Footer& footer,
                                                   const StoredBlock& block,
                                                   BlockDecoder* decoder) {
  if (block.type == CompressionType::kNone) return block.payload;
  if (footer.is_legacy() && block.type == CompressionType::kZlib &&
      StartsLikeZstdFrame(block.payload)) {
    return Status::NotSupported(
        "type 2 holds a ZSTD frame, as newer LevelDB writes it: not supported");
  }
  return decoder->Decode(block.type, block.payload);
}

Result<std::optional<uint64_t>> ToldDecodedBytes(uint32_t format_version,
                                                 const StoredBlock& block) {
  if (block.type == CompressionType::kNone) {
    return std::optional<uint64_t>(block.payload.size());
  }
  SSTR_ASSIGN_OR_RETURN(const Codec* codec, RequireCodec(block.type));
  SSTR_ASSIGN_OR_RETURN(const FramedPayload frame,
                        ParseFrame(block.type, format_version, block.payload));
  if (frame.decoded_bytes) return frame.decoded_bytes;
  return codec->StoredDecodedBytes(frame.compressed);
}

}  // namespace sstr
