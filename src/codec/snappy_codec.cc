// SPDX-License-Identifier: Apache-2.0
//
// Snappy. It has no levels, no dictionary and no allocation hooks.

#include <fmt/format.h>
#include <snappy-sinksource.h>
#include <snappy.h>

#include <cstring>

#include "codec/registry.h"

namespace sstr {
namespace {

// The densest element is a copy of 64 bytes in 3 bytes (format_description.txt
// of snappy, section 2.2).
constexpr uint64_t kMaxExpansion = 22;

char* Chars(uint8_t* bytes) { return reinterpret_cast<char*>(bytes); }
const char* Chars(const uint8_t* bytes) {
  return reinterpret_cast<const char*>(bytes);
}

// Takes what fits and only remembers that the rest did not: Snappy's way of
// compressing into less than its worst case.
class BoundedSink final : public snappy::Sink {
 public:
  explicit BoundedSink(std::span<uint8_t> out) : out_(out) {}

  void Append(const char* bytes, size_t n) override {
    if (n > out_.size() - used_) overflowed_ = true;
    if (overflowed_) return;
    char* to = Chars(out_.data()) + used_;
    if (bytes != to) std::memcpy(to, bytes, n);
    used_ += n;
  }

  char* GetAppendBuffer(size_t length, char* scratch) override {
    const bool fits = !overflowed_ && length <= out_.size() - used_;
    return fits ? Chars(out_.data()) + used_ : scratch;
  }

  size_t bytes_or_zero() const { return overflowed_ ? 0 : used_; }

 private:
  const std::span<uint8_t> out_;
  size_t used_ = 0;
  bool overflowed_ = false;
};

class SnappyCompressor final : public Compressor {
 public:
  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    if (out.size() >= snappy::MaxCompressedLength(raw.size())) {
      size_t written = 0;
      snappy::RawCompress(Chars(raw.data()), raw.size(), Chars(out.data()),
                          &written);
      return written;
    }
    snappy::ByteArraySource source(Chars(raw.data()), raw.size());
    BoundedSink sink(out);
    snappy::Compress(&source, &sink);
    return sink.bytes_or_zero();
  }
};

std::optional<uint64_t> OwnLength(std::span<const uint8_t> compressed) {
  size_t length = 0;
  if (!snappy::GetUncompressedLength(Chars(compressed.data()),
                                     compressed.size(), &length)) {
    return std::nullopt;
  }
  return length;
}

class SnappyDecompressor final : public Decompressor {
 public:
  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    // RawUncompress trusts the stream's own length.
    if (OwnLength(compressed) != out.size()) {
      return Status::Corruption(
          fmt::format("snappy stream does not decode to {} bytes", out.size()));
    }
    if (!snappy::RawUncompress(Chars(compressed.data()), compressed.size(),
                               Chars(out.data()))) {
      return Status::Corruption("snappy stream is damaged");
    }
    return Status::Ok();
  }
};

class SnappyCodecImpl final : public Codec {
 public:
  SnappyCodecImpl()
      : Codec(
            {.type = CompressionType::kSnappy,
             .library = "snappy",
             // The library has no call that tells.
             .library_version = fmt::format("{}.{}.{} (headers)", SNAPPY_MAJOR,
                                            SNAPPY_MINOR, SNAPPY_PATCHLEVEL),
             .variants = {{"one_shot"}},
             .allocators = {kMallocAllocator},
             .dictionary = DictionaryUse::kIgnored}) {}

  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return snappy::MaxCompressedLength(raw_bytes);
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    return kMaxExpansion * compressed.size();
  }
  std::optional<uint64_t> StoredDecodedBytes(
      std::span<const uint8_t> compressed) const override {
    return OwnLength(compressed);
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& /*options*/) const override {
    return std::unique_ptr<Compressor>(std::make_unique<SnappyCompressor>());
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& /*options*/) const override {
    return std::unique_ptr<Decompressor>(
        std::make_unique<SnappyDecompressor>());
  }
};

}  // namespace

const Codec& SnappyCodec() {
  static const SnappyCodecImpl codec;
  return codec;
}

}  // namespace sstr
