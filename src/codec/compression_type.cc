// SPDX-License-Identifier: Apache-2.0

#include "codec/compression_type.h"

#include <fmt/format.h>

namespace sstr {
namespace {

struct NamedType {
  CompressionType type;
  std::string_view name;
  CompressionType run_as;
};

constexpr NamedType kNamedTypes[] = {
#define SSTR_NAMED_CODEC(type, code, spelling, codec) \
  {CompressionType::type, spelling, CompressionType::type},
#define SSTR_NAMED_OTHER(type, code, spelling, run_as) \
  {CompressionType::type, spelling, CompressionType::run_as},
    SSTR_FOR_EACH_CODEC(SSTR_NAMED_CODEC)
        SSTR_FOR_EACH_OTHER_TYPE(SSTR_NAMED_OTHER)
#undef SSTR_NAMED_CODEC
#undef SSTR_NAMED_OTHER
};

// "kSnappy". kNoCompression has no shorter form.
std::string_view WithoutEnding(const NamedType& named) {
  constexpr std::string_view kEnding = "Compression";
  std::string_view name = named.name;
  if (named.type != CompressionType::kNone && name.ends_with(kEnding)) {
    name.remove_suffix(kEnding.size());
  }
  return name;
}

}  // namespace

CompressionType RunAs(CompressionType type) {
  for (const NamedType& named : kNamedTypes) {
    if (named.type == type) return named.run_as;
  }
  return type;
}

std::string CompressionTypeName(CompressionType type) {
  for (const NamedType& named : kNamedTypes) {
    if (named.type == type) return std::string(named.name);
  }
  return fmt::format("type 0x{:02X}", static_cast<unsigned>(type));
}

std::string ShortTypeName(CompressionType type) {
  for (const NamedType& named : kNamedTypes) {
    if (named.type == type) return std::string(WithoutEnding(named).substr(1));
  }
  return CompressionTypeName(type);
}

std::optional<CompressionType> ParseCompressionType(std::string_view name) {
  for (const NamedType& named : kNamedTypes) {
    if (name == named.name || name == WithoutEnding(named)) return named.type;
  }
  return std::nullopt;
}

}  // namespace sstr
