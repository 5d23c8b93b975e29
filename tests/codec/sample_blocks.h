// SPDX-License-Identifier: Apache-2.0
//
// Blocks of bytes that codec tests compress, and the ways of calling a codec
// they compress them with.

#pragma once

#include <cstdint>
#include <cstdio>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "codec/registry.h"

namespace sstr {

using Bytes = std::vector<uint8_t>;

inline Bytes BytesOf(std::string_view text) {
  return Bytes(text.begin(), text.end());
}

inline Bytes RandomBytes(size_t size, uint32_t seed = 1) {
  std::mt19937 random(seed);
  Bytes bytes(size);
  for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random());
  return bytes;
}

// Compressible by every codec from some hundred bytes on: records whose fields
// repeat, with a few random letters each.
inline Bytes RecordBytes(size_t size, uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::string text;
  for (unsigned i = 0; text.size() < size; ++i) {
    char record[96];
    std::snprintf(record, sizeof(record),
                  "{\"user\":\"%08u\",\"name\":\"%c%c%c%c%c%c\",\"active\":%s}",
                  i, 'a' + static_cast<char>(random() % 26),
                  'a' + static_cast<char>(random() % 26),
                  'a' + static_cast<char>(random() % 26),
                  'a' + static_cast<char>(random() % 26),
                  'a' + static_cast<char>(random() % 26),
                  'a' + static_cast<char>(random() % 26),
                  random() % 2 != 0 ? "true" : "false");
    text += record;
  }
  text.resize(size);
  return BytesOf(text);
}

struct NamedBlock {
  std::string name;
  Bytes bytes;
};

inline std::vector<NamedBlock> SampleBlocks() {
  return {{"empty", {}},
          {"1 byte", Bytes(1, 0x5A)},
          {"64 bytes", RecordBytes(64)},
          {"4 KiB", RecordBytes(4096)},
          {"64 KiB", RecordBytes(65536)},
          {"4 KiB incompressible", RandomBytes(4096)},
          {"64 KiB incompressible", RandomBytes(65536)},
          {"64 KiB of zeros", Bytes(65536, 0)}};
}

// One way of calling one codec.
struct CodecCall {
  const Codec* codec;
  std::string variant;
  std::string allocator;

  CompressorOptions compressor_options() const {
    return {.variant = variant, .allocator = allocator};
  }
  DecompressorOptions decompressor_options() const {
    return {.fresh_context = variant == kFreshVariant, .allocator = allocator};
  }
};

// Every codec, variant and allocator that go together.
inline std::vector<CodecCall> AllCodecCalls() {
  std::vector<CodecCall> calls;
  for (const Codec* codec : AllCodecs()) {
    for (const CallVariant& variant : codec->info().variants) {
      for (std::string_view allocator : codec->info().allocators) {
        CodecCall call = {codec, std::string(variant.name),
                          std::string(allocator)};
        if (codec->Check(call.compressor_options()).ok()) calls.push_back(call);
      }
    }
  }
  return calls;
}

inline std::string CodecCallName(const CodecCall& call) {
  return call.codec->name() + "_" + call.variant + "_" + call.allocator;
}

// How GoogleTest shows a call.
inline void PrintTo(const CodecCall& call, std::ostream* out) {
  *out << CodecCallName(call);
}

}  // namespace sstr
