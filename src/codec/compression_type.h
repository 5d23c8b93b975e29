// SPDX-License-Identifier: Apache-2.0
//
// The compression types of the block-based table format, by RocksDB's codes
// and spellings, and the codecs this project adds to them. codec_list.h lists
// them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/codec_list.h"

namespace sstr {

enum class CompressionType : uint16_t {
#define SSTR_ENUMERATOR(type, code, spelling, last) type = code,
  SSTR_FOR_EACH_CODEC(SSTR_ENUMERATOR) SSTR_FOR_EACH_OTHER_TYPE(SSTR_ENUMERATOR)
#undef SSTR_ENUMERATOR
};

// Whether an SST file can name this type, and so RocksDB may have it.
constexpr bool HasTypeByte(CompressionType type) {
  return static_cast<uint16_t>(type) <= 0xFF;
}

// The type whose codec runs `type`: kZSTD for kZSTDNotFinal, else the type.
CompressionType RunAs(CompressionType type);

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

// "ZSTD", "LZ4", "NoCompression", ..., as RocksDB's properties have them.
std::string ShortTypeName(CompressionType type);

// Accepts the spellings CompressionTypeName gives, with or without the
// "Compression" ending ("kSnappy"); nothing else.
std::optional<CompressionType> ParseCompressionType(std::string_view name);

}  // namespace sstr
