// SPDX-License-Identifier: Apache-2.0
//
// The checksums of blocks and footers. docs/sst_format.md has the rules;
// source: rocksdb/table/format.cc.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace sstr {

enum class ChecksumType : uint8_t {
  kNone = 0,  // The stored checksum is 0.
  kCrc32c = 1,
  kXxHash32 = 2,
  kXxHash64 = 3,
  kXxh3 = 4,
};

std::optional<ChecksumType> ChecksumTypeFromCode(uint8_t code);
// "kCRC32c" and so on, RocksDB's spellings.
std::string_view ChecksumTypeName(ChecksumType type);

// Checksum, without context, of a payload directly followed by its type byte:
// `payload_and_type` holds both. REQUIRES: not empty.
uint32_t ComputeChecksum(ChecksumType type,
                         std::span<const uint8_t> payload_and_type);

// The same for a type byte that is not (yet) behind its payload.
uint32_t ComputeChecksum(ChecksumType type, std::span<const uint8_t> payload,
                         uint8_t type_byte);

// What formats 6 and up add (mod 2^32) to the checksum of what starts at
// `offset`; 0 when the base is 0, as it is in older formats.
constexpr uint32_t ContextModifier(uint32_t base_context_checksum,
                                   uint64_t offset) {
  if (base_context_checksum == 0) return 0;
  return base_context_checksum ^
         (static_cast<uint32_t>(offset) + static_cast<uint32_t>(offset >> 32));
}

}  // namespace sstr
