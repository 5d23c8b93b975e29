// SPDX-License-Identifier: Apache-2.0

#include "sst/checksum.h"

#include <cassert>
#include <memory>

#include "base/xxh3.h"
#include "sst/crc32c.h"

namespace sstr {
namespace {

// Stored CRCs are changed so that the CRC of bytes that hold a CRC is no
// special value.
uint32_t MaskCrc(uint32_t crc) {
  constexpr uint32_t kMaskDelta = 0xA282EAD8;
  return (crc >> 15 | crc << 17) + kMaskDelta;
}

// XXH3 is not run over the type byte; the byte is mixed in afterwards.
uint32_t MixTypeByte(uint64_t hash, uint8_t type_byte) {
  constexpr uint32_t kMultiplier = 0x6B9083D9;
  return static_cast<uint32_t>(hash) ^ type_byte * kMultiplier;
}

struct FreeXxHash {
  void operator()(XXH32_state_t* state) const { XXH32_freeState(state); }
  void operator()(XXH64_state_t* state) const { XXH64_freeState(state); }
};

uint32_t XxHash32(std::span<const uint8_t> payload, uint8_t type_byte) {
  const std::unique_ptr<XXH32_state_t, FreeXxHash> state(XXH32_createState());
  XXH32_reset(state.get(), 0);
  XXH32_update(state.get(), payload.data(), payload.size());
  XXH32_update(state.get(), &type_byte, 1);
  return XXH32_digest(state.get());
}

uint64_t XxHash64(std::span<const uint8_t> payload, uint8_t type_byte) {
  const std::unique_ptr<XXH64_state_t, FreeXxHash> state(XXH64_createState());
  XXH64_reset(state.get(), 0);
  XXH64_update(state.get(), payload.data(), payload.size());
  XXH64_update(state.get(), &type_byte, 1);
  return XXH64_digest(state.get());
}

}  // namespace

std::optional<ChecksumType> ChecksumTypeFromCode(uint8_t code) {
  if (code > static_cast<uint8_t>(ChecksumType::kXxh3)) return std::nullopt;
  return static_cast<ChecksumType>(code);
}

std::string_view ChecksumTypeName(ChecksumType type) {
  switch (type) {
    case ChecksumType::kNone:
      return "kNoChecksum";
    case ChecksumType::kCrc32c:
      return "kCRC32c";
    case ChecksumType::kXxHash32:
      return "kxxHash";
    case ChecksumType::kXxHash64:
      return "kxxHash64";
    case ChecksumType::kXxh3:
      return "kXXH3";
  }
  return "unknown";
}

uint32_t ComputeChecksum(ChecksumType type,
                         std::span<const uint8_t> payload_and_type) {
  assert(!payload_and_type.empty());
  switch (type) {
    case ChecksumType::kNone:
      return 0;
    case ChecksumType::kCrc32c:
      return MaskCrc(Crc32c(payload_and_type));
    case ChecksumType::kXxHash32:
      return XXH32(payload_and_type.data(), payload_and_type.size(), 0);
    case ChecksumType::kXxHash64:
      return static_cast<uint32_t>(
          XXH64(payload_and_type.data(), payload_and_type.size(), 0));
    case ChecksumType::kXxh3:
      return MixTypeByte(
          XXH3_64bits(payload_and_type.data(), payload_and_type.size() - 1),
          payload_and_type.back());
  }
  return 0;
}

uint32_t ComputeChecksum(ChecksumType type, std::span<const uint8_t> payload,
                         uint8_t type_byte) {
  switch (type) {
    case ChecksumType::kNone:
      return 0;
    case ChecksumType::kCrc32c:
      return MaskCrc(ExtendCrc32c(Crc32c(payload), {&type_byte, 1}));
    case ChecksumType::kXxHash32:
      return XxHash32(payload, type_byte);
    case ChecksumType::kXxHash64:
      return static_cast<uint32_t>(XxHash64(payload, type_byte));
    case ChecksumType::kXxh3:
      return MixTypeByte(XXH3_64bits(payload.data(), payload.size()),
                         type_byte);
  }
  return 0;
}

}  // namespace sstr
