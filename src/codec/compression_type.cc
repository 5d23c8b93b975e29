// SPDX-License-Identifier: Apache-2.0

#include "codec/compression_type.h"

#include <fmt/format.h>

namespace sstr {
namespace {

struct NamedType {
  CompressionType type;
  std::string_view name;
};

constexpr NamedType kNamedTypes[] = {
    {CompressionType::kNone, "kNoCompression"},
    {CompressionType::kSnappy, "kSnappyCompression"},
    {CompressionType::kZlib, "kZlibCompression"},
    {CompressionType::kBZip2, "kBZip2Compression"},
    {CompressionType::kLZ4, "kLZ4Compression"},
    {CompressionType::kLZ4HC, "kLZ4HCCompression"},
    {CompressionType::kXpress, "kXpressCompression"},
    {CompressionType::kZSTD, "kZSTD"},
    {CompressionType::kZSTDNotFinal, "kZSTDNotFinalCompression"},
    {CompressionType::kBrotli, "kBrotli"},
};

}  // namespace

std::string CompressionTypeName(CompressionType type) {
  for (const NamedType& named : kNamedTypes) {
    if (named.type == type) return std::string(named.name);
  }
  return fmt::format("type 0x{:02X}", static_cast<unsigned>(type));
}

std::optional<CompressionType> ParseCompressionType(std::string_view name) {
  constexpr std::string_view kEnding = "Compression";
  for (const NamedType& named : kNamedTypes) {
    if (name == named.name) return named.type;
    if (named.name.ends_with(kEnding) && named.name != "kNoCompression" &&
        name == named.name.substr(0, named.name.size() - kEnding.size())) {
      return named.type;
    }
  }
  return std::nullopt;
}

}  // namespace sstr
