// SPDX-License-Identifier: Apache-2.0
//
// What RocksDB puts before a codec's own bytes in a block's payload: the
// decoded size, in a form that depends on codec and format_version.
//   format_version 2 and later: varint32, but nothing for Snappy
//   0 and 1: LZ4 and LZ4HC 8 bytes (a size_t of the writing machine, read
//            here as little endian), ZSTD varint32, others nothing
// kBrotli has the varint32, as it would have in RocksDB.
// Source: rocksdb/util/compression.h, compress_format_version.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "base/status.h"
#include "codec/compression_type.h"

namespace sstr {

inline constexpr size_t kMaxSizePrefixBytes = 8;

// Bytes of the prefix of a block of `raw_bytes`.
// REQUIRES: raw_bytes <= UINT32_MAX.
size_t SizePrefixBytes(CompressionType type, uint32_t format_version,
                       size_t raw_bytes);

// Writes that prefix and returns its size.
// REQUIRES: room for SizePrefixBytes().
size_t WriteSizePrefix(CompressionType type, uint32_t format_version,
                       size_t raw_bytes, uint8_t* out);

struct FramedPayload {
  std::optional<uint64_t> decoded_bytes;  // As claimed; absent: no prefix.
  std::span<const uint8_t> compressed;    // The codec's own bytes.
};

// Error: kCorruption when the prefix is cut short or not canonical.
Result<FramedPayload> ParseFrame(CompressionType type, uint32_t format_version,
                                 std::span<const uint8_t> payload);

}  // namespace sstr
