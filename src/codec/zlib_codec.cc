// SPDX-License-Identifier: Apache-2.0
//
// zlib as RocksDB uses it: raw deflate without header or check value.

#define ZLIB_CONST
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

#include "codec/registry.h"

namespace sstr {
namespace {

// RocksDB's parameters (CompressionOptions::window_bits and its fixed
// memLevel); readers assume them.
constexpr int kWindowBits = -14;
constexpr int kMemLevel = 8;

// Deflate's densest symbol pair: 258 bytes in two bits (RFC 1951, 3.2.5).
constexpr uint64_t kMaxExpansion = 1032;

voidpf PoolAllocate(voidpf pool, uInt items, uInt size) {
  return ScratchPool::AllocateHook(pool, size_t{items} * size);
}

void PoolFree(voidpf pool, voidpf memory) {
  ScratchPool::FreeHook(pool, memory);
}

std::string ErrorText(const z_stream& stream, int code) {
  return fmt::format("zlib: {}",
                     stream.msg != nullptr ? stream.msg : zError(code));
}

// A z_stream that is made anew for every call or reset between calls.
class ZlibContext {
 public:
  ZlibContext(bool fresh, std::string_view allocator)
      : fresh_(fresh), pool_(NewPoolFor(allocator)) {
    if (pool_ != nullptr) {
      stream.zalloc = PoolAllocate;
      stream.zfree = PoolFree;
      stream.opaque = pool_.get();
    }
  }

  const ScratchPool* pool() const { return pool_.get(); }

  // `init`, `reset` and `end` are deflate's or inflate's.
  template <typename Init, typename Reset>
  int Begin(Init init, Reset reset) {
    if (made_) return reset(&stream);
    stream.msg = nullptr;
    const int code = init(&stream);
    made_ = code == Z_OK;
    return code;
  }
  template <typename End>
  void Finish(End end) {
    if (fresh_) Drop(end);
  }
  template <typename End>
  void Drop(End end) {
    if (made_) end(&stream);
    made_ = false;
  }

  z_stream stream = {};

 private:
  const bool fresh_;
  bool made_ = false;
  const std::unique_ptr<ScratchPool> pool_;
};

class ZlibCompressor final : public Compressor {
 public:
  explicit ZlibCompressor(const CompressorOptions& options)
      : level_(options.level),
        dictionary_(options.dictionary),
        context_(options.variant == kFreshVariant, options.allocator) {}
  ~ZlibCompressor() override { context_.Drop(deflateEnd); }

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    if (out.empty()) return size_t{0};
    const int level = level_;
    int code = context_.Begin(
        [level](z_stream* stream) {
          return deflateInit2(stream, level, Z_DEFLATED, kWindowBits, kMemLevel,
                              Z_DEFAULT_STRATEGY);
        },
        deflateReset);
    z_stream& stream = context_.stream;
    if (code == Z_OK && !dictionary_.empty()) {
      code = deflateSetDictionary(&stream, dictionary_.data(),
                                  static_cast<uInt>(dictionary_.size()));
    }
    if (code != Z_OK) return Failure(code);
    stream.next_in = raw.data();
    stream.avail_in = static_cast<uInt>(raw.size());
    stream.next_out = out.data();
    stream.avail_out =
        static_cast<uInt>(std::min<size_t>(out.size(), UINT32_MAX));
    code = deflate(&stream, Z_FINISH);
    const size_t written = stream.next_out - out.data();
    const bool no_room = code == Z_OK || code == Z_BUF_ERROR;
    if (code != Z_STREAM_END && !no_room) return Failure(code);
    context_.Finish(deflateEnd);
    return no_room ? size_t{0} : written;
  }

  const ScratchPool* pool() const override { return context_.pool(); }

 private:
  Status Failure(int code) {
    Status status = Status::Failed(ErrorText(context_.stream, code));
    context_.Drop(deflateEnd);
    return status;
  }

  const int level_;
  const std::span<const uint8_t> dictionary_;
  ZlibContext context_;
};

class ZlibDecompressor final : public Decompressor {
 public:
  explicit ZlibDecompressor(const DecompressorOptions& options)
      : dictionary_(options.dictionary),
        context_(options.fresh_context, options.allocator) {}
  ~ZlibDecompressor() override { context_.Drop(inflateEnd); }

  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    SSTR_RETURN_IF_ERROR(Begin(compressed));
    z_stream& stream = context_.stream;
    // zlib refuses a null pointer even where nothing is to be written.
    uint8_t nothing = 0;
    stream.next_out = out.empty() ? &nothing : out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    const int code = inflate(&stream, Z_FINISH);
    if (code == Z_BUF_ERROR) {
      return Failure(stream.avail_out == 0
                         ? fmt::format("zlib: more than {} bytes", out.size())
                         : "zlib: stream ends early");
    }
    if (code != Z_STREAM_END) return Failure(ErrorText(stream, code));
    return End(out.size() - stream.avail_out, out.size());
  }

  Result<size_t> DecompressUnsized(std::span<const uint8_t> compressed,
                                   uint64_t limit_bytes,
                                   ByteBuffer* out) override {
    SSTR_RETURN_IF_ERROR(Begin(compressed));
    z_stream& stream = context_.stream;
    GrowingOutput grow(out, compressed.size(), limit_bytes);
    int code = Z_OK;
    while (code == Z_OK) {
      if (stream.avail_out == 0) {
        const std::span<uint8_t> more = grow.Next();
        if (more.empty()) break;
        stream.next_out = more.data();
        stream.avail_out = static_cast<uInt>(more.size());
      }
      code = inflate(&stream, Z_SYNC_FLUSH);
    }
    const size_t decoded = grow.given_bytes() - stream.avail_out;
    if (decoded > limit_bytes) {
      return Failure(fmt::format("zlib: more than {} bytes", limit_bytes));
    }
    if (code == Z_BUF_ERROR) return Failure("zlib: stream ends early");
    if (code != Z_STREAM_END) return Failure(ErrorText(stream, code));
    SSTR_RETURN_IF_ERROR(End(decoded, decoded));
    return decoded;
  }

  const ScratchPool* pool() const override { return context_.pool(); }

 private:
  Status Begin(std::span<const uint8_t> compressed) {
    if (compressed.size() > UINT32_MAX) {
      return Status::NotSupported("zlib: payload of 4 GiB or more");
    }
    z_stream& stream = context_.stream;
    // inflateInit2 may look at the input.
    stream.next_in = compressed.data();
    stream.avail_in = static_cast<uInt>(compressed.size());
    stream.avail_out = 0;
    int code = context_.Begin(
        [](z_stream* fresh) { return inflateInit2(fresh, kWindowBits); },
        inflateReset);
    if (code == Z_OK && !dictionary_.empty()) {
      code = inflateSetDictionary(&stream, dictionary_.data(),
                                  static_cast<uInt>(dictionary_.size()));
    }
    return code == Z_OK ? Status::Ok() : Failure(ErrorText(stream, code));
  }

  Status End(size_t decoded_bytes, size_t expected_bytes) {
    const uInt left = context_.stream.avail_in;
    if (decoded_bytes != expected_bytes) {
      return Failure(fmt::format("zlib: {} bytes instead of {}", decoded_bytes,
                                 expected_bytes));
    }
    if (left != 0) {
      return Failure(fmt::format("zlib: {} bytes after the stream", left));
    }
    context_.Finish(inflateEnd);
    return Status::Ok();
  }

  Status Failure(std::string message) {
    Status status = Status::Corruption(std::move(message));
    context_.Drop(inflateEnd);
    return status;
  }

  const std::span<const uint8_t> dictionary_;
  ZlibContext context_;
};

class ZlibCodecImpl final : public Codec {
 public:
  ZlibCodecImpl()
      : Codec({.type = CompressionType::kZlib,
               .library = "zlib",
               .library_version = zlibVersion(),
               .levels = LevelRange{Z_DEFAULT_COMPRESSION, Z_BEST_COMPRESSION,
                                    Z_DEFAULT_COMPRESSION},
               .variants = {{kFreshVariant}, {kReusedVariant}},
               .variant_choice = kContextChoice,
               .allocators = {kMallocAllocator, kPoolAllocator},
               .dictionary = DictionaryUse::kUsed,
               .decodes_unsized = true}) {}

  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return deflateBound(nullptr, raw_bytes);
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    return kMaxExpansion * compressed.size();
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& options) const override {
    return std::unique_ptr<Compressor>(
        std::make_unique<ZlibCompressor>(options));
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& options) const override {
    return std::unique_ptr<Decompressor>(
        std::make_unique<ZlibDecompressor>(options));
  }
};

}  // namespace

const Codec& ZlibCodec() {
  static const ZlibCodecImpl codec;
  return codec;
}

}  // namespace sstr
