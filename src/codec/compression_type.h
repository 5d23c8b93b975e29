// SPDX-License-Identifier: Apache-2.0
//
// The compression types of the block-based table format, by RocksDB's codes
// and spellings, and the codecs this project adds to them.
// Source of the codes: rocksdb/include/rocksdb/compression_type.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sstr {

// Values up to 0xFF are the type byte in a block's trailer. Values above are
// codecs that no SST file can name; only the block engine runs them.
enum class CompressionType : uint16_t {
  kNone = 0x00,
  kSnappy = 0x01,
  kZlib = 0x02,
  kBZip2 = 0x03,
  kLZ4 = 0x04,
  kLZ4HC = 0x05,
  kXpress = 0x06,  // Windows only; known by name, never run.
  kZSTD = 0x07,
  kZSTDNotFinal = 0x40,  // Same codec as kZSTD under RocksDB's early code.
  kBrotli = 0x100,
};

// RocksDB's "whatever the codec's default is" (CompressionOptions::level).
inline constexpr int kDefaultCompressionLevel = 32767;

// Codec, level and dictionary: what RocksDB calls CompressionType plus
// CompressionOptions. Sizes in bytes, 0 meaning "off" or "no limit".
struct CodecSetting {
  CompressionType type = CompressionType::kNone;
  int level = kDefaultCompressionLevel;
  uint32_t max_dict_bytes = 0;
  uint32_t zstd_max_train_bytes = 0;
  uint64_t max_dict_buffer_bytes = 0;
  // false: finalise the sampled content (ZDICT_finalizeDictionary) instead of
  // training on it.
  bool use_zstd_dict_trainer = true;

  bool operator==(const CodecSetting&) const = default;
};

// "kZSTD", "kLZ4Compression", ...; "type 0x81" for a code without a name.
std::string CompressionTypeName(CompressionType type);

// Accepts the spellings CompressionTypeName gives, with or without the
// "Compression" ending ("kSnappy"); nothing else.
std::optional<CompressionType> ParseCompressionType(std::string_view name);

}  // namespace sstr
