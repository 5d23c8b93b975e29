// SPDX-License-Identifier: Apache-2.0

#include "codec/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sstr {

std::span<const Codec* const> AllCodecs() {
#define SSTR_CODEC_ADDRESS(type, code, spelling, codec) &codec(),
  static const Codec* const kCodecs[] = {
      SSTR_FOR_EACH_CODEC(SSTR_CODEC_ADDRESS)};
#undef SSTR_CODEC_ADDRESS
  return kCodecs;
}

const Codec* FindCodec(CompressionType type) {
  const CompressionType run_as = RunAs(type);
  for (const Codec* codec : AllCodecs()) {
    if (codec->info().type == run_as) return codec;
  }
  return nullptr;
}

Result<const Codec*> RequireCodec(CompressionType type) {
  if (const Codec* codec = FindCodec(type)) return codec;
  return Status::NotSupported(
      fmt::format("{} is not supported by this build: supported are {}",
                  CompressionTypeName(type), CodecNames()));
}

std::string CodecNames() {
  std::vector<std::string> names;
  for (const Codec* codec : AllCodecs()) names.push_back(codec->name());
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace sstr
