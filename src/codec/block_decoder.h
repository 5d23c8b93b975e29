// SPDX-License-Identifier: Apache-2.0
//
// Decodes the payloads of blocks, of any type in any order, as one file holds
// them: RocksDB's size prefix, one codec context per type kept between calls,
// one output buffer. Checks no checksum. One thread.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/status.h"
#include "codec/byte_buffer.h"
#include "codec/codec.h"

namespace sstr {

class BlockDecoder {
 public:
  // `dictionary` is borrowed and must outlive this object; empty: none.
  explicit BlockDecoder(uint32_t format_version,
                        std::span<const uint8_t> dictionary = {});
  // The same with a say in how libraries are called; an allocator must suit
  // every type that is decoded.
  BlockDecoder(uint32_t format_version, DecompressorOptions options);

  // Takes and touches memory for blocks that decode to so many bytes, so that
  // no later call pays for it.
  void PrepareFor(size_t decoded_bytes);

  // The decoded block: a view of `payload` itself where it is stored raw,
  // otherwise of a buffer that the next call overwrites.
  // Errors: kNotSupported naming the type; kCorruption when the payload does
  // not decode to the size it claims, or claims more than it can decode to.
  // Memory is taken only for what the payload can really decode to.
  Result<std::span<const uint8_t>> Decode(CompressionType type,
                                          std::span<const uint8_t> payload);

 private:
  struct TypeDecoder {
    CompressionType type;
    const Codec* codec;  // Not null.
    std::unique_ptr<Decompressor> decompressor;
  };

  // The entry of `type`, made on first use; valid until the next call.
  Result<TypeDecoder*> DecoderOf(CompressionType type);

  const uint32_t format_version_;
  const DecompressorOptions options_;
  std::vector<TypeDecoder> decoders_;  // The type used last comes first.
  ByteBuffer buffer_;
};

}  // namespace sstr
