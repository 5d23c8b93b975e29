// SPDX-License-Identifier: Apache-2.0

#include "codec/framing.h"

#include <fmt/format.h>

#include <cassert>

namespace sstr {
namespace {

enum class SizePrefix { kNone, kVarint32, kFixed64 };

constexpr uint32_t kFirstPortableVersion = 2;
constexpr size_t kFixed64Bytes = 8;
constexpr size_t kMaxVarint32Bytes = 5;

SizePrefix PrefixOf(CompressionType type, uint32_t format_version) {
  const bool portable = format_version >= kFirstPortableVersion;
  switch (type) {
    case CompressionType::kNone:
    case CompressionType::kSnappy:
    case CompressionType::kXpress:
      return SizePrefix::kNone;
    case CompressionType::kZlib:
    case CompressionType::kBZip2:
      return portable ? SizePrefix::kVarint32 : SizePrefix::kNone;
    case CompressionType::kLZ4:
    case CompressionType::kLZ4HC:
      return portable ? SizePrefix::kVarint32 : SizePrefix::kFixed64;
    case CompressionType::kZSTD:
    case CompressionType::kZSTDNotFinal:
    case CompressionType::kBrotli:
      return SizePrefix::kVarint32;
  }
  return SizePrefix::kNone;
}

size_t Varint32Bytes(uint32_t value) {
  size_t bytes = 1;
  while ((value >>= 7) != 0) ++bytes;
  return bytes;
}

Status BadPrefix(CompressionType type, size_t payload_bytes,
                 std::string_view fact) {
  return Status::Corruption(fmt::format("{} payload of {} bytes: {}",
                                        CompressionTypeName(type),
                                        payload_bytes, fact));
}

Result<FramedPayload> ParseVarint32(CompressionType type,
                                    std::span<const uint8_t> payload) {
  uint64_t value = 0;
  for (size_t i = 0; i < kMaxVarint32Bytes; ++i) {
    if (i == payload.size()) {
      return BadPrefix(type, payload.size(), "size prefix cut short");
    }
    value |= uint64_t{payload[i] & 0x7Fu} << (7 * i);
    if (payload[i] < 0x80) {
      if (value > UINT32_MAX) break;
      return FramedPayload{value, payload.subspan(i + 1)};
    }
  }
  return BadPrefix(type, payload.size(), "size prefix is not a varint32");
}

Result<FramedPayload> ParseFixed64(CompressionType type,
                                   std::span<const uint8_t> payload) {
  if (payload.size() < kFixed64Bytes) {
    return BadPrefix(type, payload.size(), "size prefix cut short");
  }
  uint64_t value = 0;
  for (size_t i = 0; i < kFixed64Bytes; ++i) {
    value |= uint64_t{payload[i]} << (8 * i);
  }
  return FramedPayload{value, payload.subspan(kFixed64Bytes)};
}

}  // namespace

size_t SizePrefixBytes(CompressionType type, uint32_t format_version,
                       size_t raw_bytes) {
  assert(raw_bytes <= UINT32_MAX);
  switch (PrefixOf(type, format_version)) {
    case SizePrefix::kNone:
      return 0;
    case SizePrefix::kVarint32:
      return Varint32Bytes(static_cast<uint32_t>(raw_bytes));
    case SizePrefix::kFixed64:
      break;
  }
  return kFixed64Bytes;
}

size_t WriteSizePrefix(CompressionType type, uint32_t format_version,
                       size_t raw_bytes, uint8_t* out) {
  const size_t prefix_bytes = SizePrefixBytes(type, format_version, raw_bytes);
  const bool varint = PrefixOf(type, format_version) == SizePrefix::kVarint32;
  uint64_t rest = raw_bytes;
  for (size_t i = 0; i < prefix_bytes; ++i) {
    if (varint) {
      const uint8_t more = i + 1 < prefix_bytes ? 0x80 : 0;
      out[i] = static_cast<uint8_t>((rest & 0x7F) | more);
      rest >>= 7;
    } else {
      out[i] = static_cast<uint8_t>(rest);
      rest >>= 8;
    }
  }
  return prefix_bytes;
}

Result<FramedPayload> ParseFrame(CompressionType type, uint32_t format_version,
                                 std::span<const uint8_t> payload) {
  switch (PrefixOf(type, format_version)) {
    case SizePrefix::kVarint32:
      return ParseVarint32(type, payload);
    case SizePrefix::kFixed64:
      return ParseFixed64(type, payload);
    case SizePrefix::kNone:
      break;
  }
  return FramedPayload{std::nullopt, payload};
}

}  // namespace sstr
