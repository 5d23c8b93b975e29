// SPDX-License-Identifier: Apache-2.0
//
// "No compression" as a codec: a memory copy, the floor of every table.

#include <fmt/format.h>

#include <cstring>

#include "codec/registry.h"

namespace sstr {
namespace {

class NoneCompressor final : public Compressor {
 public:
  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    if (raw.size() > out.size()) return size_t{0};
    if (!raw.empty()) std::memcpy(out.data(), raw.data(), raw.size());
    return raw.size();
  }
};

class NoneDecompressor final : public Decompressor {
 public:
  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    if (compressed.size() != out.size()) {
      return Status::Corruption(
          fmt::format("uncompressed payload of {} bytes instead of {}",
                      compressed.size(), out.size()));
    }
    if (!out.empty()) std::memcpy(out.data(), compressed.data(), out.size());
    return Status::Ok();
  }
};

class NoneCodecImpl final : public Codec {
 public:
  NoneCodecImpl()
      : Codec({.type = CompressionType::kNone,
               .library = "memcpy",
               .library_version = "",
               .variants = {{"memcpy"}},
               .allocators = {kMallocAllocator},
               .dictionary = DictionaryUse::kIgnored}) {}

  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return raw_bytes;
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    return compressed.size();
  }
  std::optional<uint64_t> StoredDecodedBytes(
      std::span<const uint8_t> compressed) const override {
    return compressed.size();
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& /*options*/) const override {
    return std::unique_ptr<Compressor>(std::make_unique<NoneCompressor>());
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& /*options*/) const override {
    return std::unique_ptr<Decompressor>(std::make_unique<NoneDecompressor>());
  }
};

}  // namespace

const Codec& NoneCodec() {
  static const NoneCodecImpl codec;
  return codec;
}

}  // namespace sstr
