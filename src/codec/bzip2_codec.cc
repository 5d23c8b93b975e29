// SPDX-License-Identifier: Apache-2.0
//
// bzip2 with RocksDB's parameters. The library cannot reset a stream, so
// "reused" means: made anew in memory that a pool kept.

#include <bzlib.h>
#include <fmt/format.h>

#include <algorithm>

#include "codec/registry.h"

namespace sstr {
namespace {

constexpr int kBlockSize100k = 1;
constexpr int kWorkFactor = 30;

// Run-length coding turns 5 symbols into at most 259 bytes; a block has at
// most 900000 symbols at the largest block size ...
constexpr uint64_t kMaxBlockBytes = uint64_t{900000} / 5 * 259;
// ... and takes more bytes than these: magic, checksum, origin, symbol map,
// selectors and the coding tables.
constexpr uint64_t kMinStoredBlockBytes = 20;

void* PoolAllocate(void* pool, int items, int size) {
  return ScratchPool::AllocateHook(
      pool, static_cast<size_t>(items) * static_cast<size_t>(size));
}

bz_stream NewStream(ScratchPool* pool) {
  bz_stream stream = {};
  if (pool != nullptr) {
    stream.bzalloc = PoolAllocate;
    stream.bzfree = ScratchPool::FreeHook;
    stream.opaque = pool;
  }
  return stream;
}

// bzip2 only reads through this pointer, which its interface does not say.
char* Input(std::span<const uint8_t> bytes) {
  return const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
}

unsigned Clamped(size_t bytes) {
  return static_cast<unsigned>(std::min<size_t>(bytes, UINT32_MAX));
}

Status Damaged(int code) {
  return Status::Corruption(fmt::format("bzip2: error {}", code));
}

class BZip2Compressor final : public Compressor {
 public:
  explicit BZip2Compressor(std::string_view allocator)
      : pool_(NewPoolFor(allocator)) {}

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    bz_stream stream = NewStream(pool_.get());
    int code = BZ2_bzCompressInit(&stream, kBlockSize100k, 0, kWorkFactor);
    if (code != BZ_OK) return Failure(code);
    stream.next_in = Input(raw);
    stream.avail_in = Clamped(raw.size());
    stream.next_out = reinterpret_cast<char*>(out.data());
    stream.avail_out = Clamped(out.size());
    code = BZ2_bzCompress(&stream, BZ_FINISH);
    const size_t left = stream.avail_out;
    BZ2_bzCompressEnd(&stream);
    if (code == BZ_FINISH_OK) return size_t{0};
    if (code != BZ_STREAM_END) return Failure(code);
    return Clamped(out.size()) - left;
  }

  const ScratchPool* pool() const override { return pool_.get(); }

 private:
  static Status Failure(int code) {
    return Status::Failed(fmt::format("bzip2: error {}", code));
  }

  const std::unique_ptr<ScratchPool> pool_;
};

// Ends the stream on every path.
class Decoding {
 public:
  Decoding(std::span<const uint8_t> compressed, ScratchPool* pool)
      : stream(NewStream(pool)) {
    if (compressed.size() > UINT32_MAX) return;
    made_ = BZ2_bzDecompressInit(&stream, 0, 0) == BZ_OK;
    stream.next_in = Input(compressed);
    stream.avail_in = Clamped(compressed.size());
  }
  Decoding(const Decoding&) = delete;
  Decoding& operator=(const Decoding&) = delete;
  ~Decoding() {
    if (made_) BZ2_bzDecompressEnd(&stream);
  }

  bool made() const { return made_; }

  // Writes up to `out.size()` bytes and returns how many; *code is bzip2's
  // last. Called again when `out` is full, to see the end of the stream.
  size_t Write(std::span<uint8_t> out, int* code) {
    stream.next_out = reinterpret_cast<char*>(out.data());
    stream.avail_out = Clamped(out.size());
    *code = BZ2_bzDecompress(&stream);
    return Clamped(out.size()) - stream.avail_out;
  }

  // Whether the stream ended where the payload does.
  Status AtEnd(int code) const {
    if (code == BZ_OK) return Status::Corruption("bzip2: stream ends early");
    if (code != BZ_STREAM_END) return Damaged(code);
    if (stream.avail_in == 0) return Status::Ok();
    return Status::Corruption(
        fmt::format("bzip2: {} bytes after the stream", stream.avail_in));
  }

  bz_stream stream;

 private:
  bool made_ = false;
};

class BZip2Decompressor final : public Decompressor {
 public:
  explicit BZip2Decompressor(std::string_view allocator)
      : pool_(NewPoolFor(allocator)) {}

  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    Decoding decoding(compressed, pool_.get());
    if (!decoding.made()) return Status::Failed("bzip2: cannot start");
    int code = BZ_OK;
    const size_t decoded = decoding.Write(out, &code);
    if (code == BZ_OK && decoded == out.size()) {
      // The end of the stream is often seen only when asked for more.
      uint8_t beyond[1];
      if (decoding.Write(beyond, &code) > 0) {
        return Status::Corruption(
            fmt::format("bzip2: more than {} bytes", out.size()));
      }
    }
    SSTR_RETURN_IF_ERROR(decoding.AtEnd(code));
    if (decoded == out.size()) return Status::Ok();
    return Status::Corruption(
        fmt::format("bzip2: {} bytes instead of {}", decoded, out.size()));
  }

  Result<size_t> DecompressUnsized(std::span<const uint8_t> compressed,
                                   uint64_t limit_bytes,
                                   ByteBuffer* out) override {
    Decoding decoding(compressed, pool_.get());
    if (!decoding.made()) return Status::Failed("bzip2: cannot start");
    GrowingOutput grow(out, compressed.size(), limit_bytes);
    size_t decoded = 0;
    int code = BZ_OK;
    while (code == BZ_OK && decoded == grow.given_bytes()) {
      const std::span<uint8_t> more = grow.Next();
      if (more.empty()) break;
      decoded += decoding.Write(more, &code);
    }
    if (decoded > limit_bytes) {
      return Status::Corruption(
          fmt::format("bzip2: more than {} bytes", limit_bytes));
    }
    SSTR_RETURN_IF_ERROR(decoding.AtEnd(code));
    return decoded;
  }

  const ScratchPool* pool() const override { return pool_.get(); }

 private:
  const std::unique_ptr<ScratchPool> pool_;
};

// "1.0.8, 13-Jul-2019" without the date.
std::string VersionText(std::string_view text) {
  return std::string(text.substr(0, text.find(',')));
}

class BZip2CodecImpl final : public Codec {
 public:
  BZip2CodecImpl()
      : Codec({.type = CompressionType::kBZip2,
               .library = "bzip2",
               .library_version = VersionText(BZ2_bzlibVersion()),
               .variants = {{kFreshVariant}, {kReusedVariant}},
               .variant_choice = kContextChoice,
               .allocators = {kMallocAllocator, kPoolAllocator},
               .reuse_needs_pool = true,
               .dictionary = DictionaryUse::kIgnored,
               .decodes_unsized = true}) {}

  // bzlib.h: one per cent and 600 bytes more than the input.
  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return raw_bytes + raw_bytes / 100 + 600;
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    return compressed.size() / kMinStoredBlockBytes * kMaxBlockBytes;
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& options) const override {
    return std::unique_ptr<Compressor>(
        std::make_unique<BZip2Compressor>(options.allocator));
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& options) const override {
    return std::unique_ptr<Decompressor>(
        std::make_unique<BZip2Decompressor>(options.allocator));
  }
};

}  // namespace

const Codec& BZip2Codec() {
  static const BZip2CodecImpl codec;
  return codec;
}

}  // namespace sstr
