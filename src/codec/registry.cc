// SPDX-License-Identifier: Apache-2.0

#include "codec/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "codec/codec_list.h"

namespace sstr {

std::span<const Codec* const> AllCodecs() {
#define SSTR_CODEC_ADDRESS(function) &function(),
  static const Codec* const kCodecs[] = {
      SSTR_FOR_EACH_CODEC(SSTR_CODEC_ADDRESS)};
#undef SSTR_CODEC_ADDRESS
  return kCodecs;
}

const Codec* FindCodec(CompressionType type) {
  if (type == CompressionType::kZSTDNotFinal) type = CompressionType::kZSTD;
  for (const Codec* codec : AllCodecs()) {
    if (codec->info().type == type) return codec;
  }
  return nullptr;
}

Result<const Codec*> RequireCodec(CompressionType type) {
  if (const Codec* codec = FindCodec(type)) return codec;
  std::vector<std::string> names;
  for (const Codec* codec : AllCodecs()) names.push_back(codec->name());
  return Status::NotSupported(
      fmt::format("{} is not supported by this build: supported are {}",
                  CompressionTypeName(type), fmt::join(names, ", ")));
}

}  // namespace sstr
