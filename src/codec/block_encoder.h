// SPDX-License-Identifier: Apache-2.0
//
// Turns raw blocks into what a file stores: RocksDB's size prefix, the codec's
// bytes, or the block as it is where the keep rule says so. Adds no type byte
// and no checksum. One thread.

#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/status.h"
#include "codec/byte_buffer.h"
#include "codec/codec.h"
#include "codec/keep_rule.h"

namespace sstr {

enum class BlockOutcome {
  kCompressed,
  kRejected,  // Tried, stored raw: the keep rule refused the result.
  kBypassed,  // Not tried, stored raw.
};

// How much room the codec gets for its output. A codec that knows it will be
// rejected stops early.
enum class OutputRoom {
  kWorstCase,  // RocksDB up to 10.5.
  kKeepLimit,  // RocksDB from 10.6 on: what the keep rule would accept.
};

struct BlockEncoderOptions {
  CompressionType type = CompressionType::kNone;
  uint32_t format_version = 5;
  CompressorOptions compressor;  // Its dictionary is borrowed.
  KeepRule keep_rule;
  OutputRoom output_room = OutputRoom::kWorstCase;
};

struct EncodedBlock {
  CompressionType stored_type = CompressionType::kNone;
  BlockOutcome outcome = BlockOutcome::kBypassed;
  // The stored bytes before the type byte: the raw block itself or, when it was
  // compressed, bytes that are valid until the next Encode().
  std::span<const uint8_t> payload;
};

class BlockEncoder {
 public:
  // RocksDB compresses no block of this size or more.
  static constexpr uint64_t kBypassFromBytes = (uint64_t{1} << 31) - 1;

  // Errors: those of RequireCodec() and Codec::NewCompressor().
  static Result<std::unique_ptr<BlockEncoder>> Create(
      const BlockEncoderOptions& options);

  // Blocks too large for RocksDB or for the codec are bypassed.
  // Error: kFailed with the library's message.
  Result<EncodedBlock> Encode(std::span<const uint8_t> raw);

  // The same with the caller's memory for compressed payloads: `room` must
  // have RoomFor() bytes and must not overlap `raw`.
  Result<EncodedBlock> EncodeInto(std::span<const uint8_t> raw,
                                  std::span<uint8_t> room);
  // How many bytes EncodeInto() may write; the payload can have fewer.
  size_t RoomFor(size_t raw_bytes) const;

  // Whether a block of this size is stored raw untried.
  bool Bypasses(size_t raw_bytes) const;

  const Codec& codec() const { return codec_; }
  const Compressor& compressor() const { return *compressor_; }

 private:
  BlockEncoder(const BlockEncoderOptions& options, const Codec& codec,
               std::unique_ptr<Compressor> compressor);

  const CompressionType type_;
  const uint32_t format_version_;
  const KeepRule keep_rule_;
  const OutputRoom output_room_;
  const Codec& codec_;
  const std::unique_ptr<Compressor> compressor_;
  ByteBuffer buffer_;
};

}  // namespace sstr
