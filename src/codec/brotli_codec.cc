// SPDX-License-Identifier: Apache-2.0
//
// Brotli, which no RocksDB file can name: only the block engine runs it. The
// library cannot reset a context, so "reused" means: made anew in memory that
// a pool kept. With the library's usual window, high qualities allocate (and
// touch in part) tens of MB for a block of any size, hence the pool as default;
// "fit_window" avoids that memory with a window no larger than the block.

#include <brotli/decode.h>
#include <brotli/encode.h>
#include <fmt/format.h>

#include <algorithm>

#include "codec/registry.h"

namespace sstr {
namespace {

constexpr std::string_view kFitWindow = "fit_window";

// A metablock holds at most 2^24 bytes and takes more than these of the
// stream (RFC 7932, 9.2).
constexpr uint64_t kMaxMetablockBytes = uint64_t{1} << 24;
constexpr uint64_t kMinStoredMetablockBytes = 3;

std::string VersionText(uint32_t version) {
  return fmt::format("{}.{}.{}", version >> 24, version >> 12 & 0xFFF,
                     version & 0xFFF);
}

struct StateDeleter {
  void operator()(BrotliEncoderState* state) const {
    BrotliEncoderDestroyInstance(state);
  }
  void operator()(BrotliDecoderState* state) const {
    BrotliDecoderDestroyInstance(state);
  }
};
using EncoderPtr = std::unique_ptr<BrotliEncoderState, StateDeleter>;
using DecoderPtr = std::unique_ptr<BrotliDecoderState, StateDeleter>;

// The smallest window from `least_bits` on whose reach covers the block.
uint32_t WindowBits(size_t raw_bytes, uint32_t least_bits) {
  constexpr size_t kUnreachable = 16;  // RFC 7932, 9.1.
  uint32_t bits = least_bits;
  while (bits < BROTLI_MAX_WINDOW_BITS &&
         (size_t{1} << bits) - kUnreachable < raw_bytes) {
    ++bits;
  }
  return bits;
}

class BrotliCompressor final : public Compressor {
 public:
  explicit BrotliCompressor(const CompressorOptions& options)
      : quality_(static_cast<uint32_t>(options.level)),
        least_window_bits_(options.variant == kFitWindow
                               ? BROTLI_MIN_WINDOW_BITS
                               : BROTLI_DEFAULT_WINDOW),
        pool_(NewPoolFor(options.allocator)) {}

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    const EncoderPtr encoder(
        pool_ == nullptr
            ? BrotliEncoderCreateInstance(nullptr, nullptr, nullptr)
            : BrotliEncoderCreateInstance(ScratchPool::AllocateHook,
                                          ScratchPool::FreeHook, pool_.get()));
    if (encoder == nullptr) return Status::Failed("brotli: out of memory");
    if (!SetParameters(encoder.get(), raw.size())) {
      return Status::Failed("brotli: a parameter was refused");
    }
    const uint8_t* next_in = raw.data();
    size_t left_in = raw.size();
    uint8_t* next_out = out.data();
    size_t left_out = out.size();
    if (!BrotliEncoderCompressStream(encoder.get(), BROTLI_OPERATION_FINISH,
                                     &left_in, &next_in, &left_out, &next_out,
                                     nullptr)) {
      return Status::Failed("brotli: the encoder failed");
    }
    if (!BrotliEncoderIsFinished(encoder.get())) return size_t{0};
    return out.size() - left_out;
  }

  const ScratchPool* pool() const override { return pool_.get(); }

 private:
  bool SetParameters(BrotliEncoderState* encoder, size_t raw_bytes) const {
    const uint32_t size_hint =
        static_cast<uint32_t>(std::min<size_t>(raw_bytes, uint32_t{1} << 30));
    return BrotliEncoderSetParameter(encoder, BROTLI_PARAM_QUALITY, quality_) &&
           BrotliEncoderSetParameter(
               encoder, BROTLI_PARAM_LGWIN,
               WindowBits(raw_bytes, least_window_bits_)) &&
           BrotliEncoderSetParameter(encoder, BROTLI_PARAM_SIZE_HINT,
                                     size_hint);
  }

  const uint32_t quality_;
  const uint32_t least_window_bits_;
  const std::unique_ptr<ScratchPool> pool_;
};

class BrotliDecompressor final : public Decompressor {
 public:
  explicit BrotliDecompressor(std::string_view allocator)
      : pool_(NewPoolFor(allocator)) {}

  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    const DecoderPtr decoder = NewDecoder();
    if (decoder == nullptr) return Status::Failed("brotli: out of memory");
    Position at = {compressed.data(), compressed.size(), out.data(),
                   out.size()};
    const BrotliDecoderResult result = Run(decoder.get(), &at);
    if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
      return TooLong(out.size());
    }
    SSTR_RETURN_IF_ERROR(AtEnd(decoder.get(), result, at.left_in));
    if (at.left_out == 0) return Status::Ok();
    return Status::Corruption(fmt::format("brotli: {} bytes instead of {}",
                                          out.size() - at.left_out,
                                          out.size()));
  }

  Result<size_t> DecompressUnsized(std::span<const uint8_t> compressed,
                                   uint64_t limit_bytes,
                                   ByteBuffer* out) override {
    const DecoderPtr decoder = NewDecoder();
    if (decoder == nullptr) return Status::Failed("brotli: out of memory");
    Position at = {compressed.data(), compressed.size(), nullptr, 0};
    GrowingOutput grow(out, compressed.size(), limit_bytes);
    BrotliDecoderResult result = BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT;
    while (result == BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) {
      const std::span<uint8_t> more = grow.Next();
      if (more.empty()) return TooLong(limit_bytes);
      at.next_out = more.data();
      at.left_out = more.size();
      result = Run(decoder.get(), &at);
    }
    const size_t decoded = grow.given_bytes() - at.left_out;
    if (decoded > limit_bytes) return TooLong(limit_bytes);
    SSTR_RETURN_IF_ERROR(AtEnd(decoder.get(), result, at.left_in));
    return decoded;
  }

  const ScratchPool* pool() const override { return pool_.get(); }

 private:
  struct Position {
    const uint8_t* next_in;
    size_t left_in;
    uint8_t* next_out;
    size_t left_out;
  };

  DecoderPtr NewDecoder() const {
    if (pool_ == nullptr) {
      return DecoderPtr(BrotliDecoderCreateInstance(nullptr, nullptr, nullptr));
    }
    return DecoderPtr(BrotliDecoderCreateInstance(
        ScratchPool::AllocateHook, ScratchPool::FreeHook, pool_.get()));
  }

  static BrotliDecoderResult Run(BrotliDecoderState* decoder, Position* at) {
    return BrotliDecoderDecompressStream(decoder, &at->left_in, &at->next_in,
                                         &at->left_out, &at->next_out, nullptr);
  }

  static Status TooLong(uint64_t bytes) {
    return Status::Corruption(fmt::format("brotli: more than {} bytes", bytes));
  }

  static Status AtEnd(BrotliDecoderState* decoder, BrotliDecoderResult result,
                      size_t left_in) {
    if (result == BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT) {
      return Status::Corruption("brotli: stream ends early");
    }
    if (result != BROTLI_DECODER_RESULT_SUCCESS) {
      return Status::Corruption(fmt::format(
          "brotli: {}",
          BrotliDecoderErrorString(BrotliDecoderGetErrorCode(decoder))));
    }
    if (left_in == 0) return Status::Ok();
    return Status::Corruption(
        fmt::format("brotli: {} bytes after the stream", left_in));
  }

  const std::unique_ptr<ScratchPool> pool_;
};

class BrotliCodecImpl final : public Codec {
 public:
  BrotliCodecImpl()
      : Codec({.type = CompressionType::kBrotli,
               .library = "brotli",
               .library_version = VersionText(BrotliEncoderVersion()),
               .levels = LevelRange{BROTLI_MIN_QUALITY, BROTLI_MAX_QUALITY,
                                    BROTLI_DEFAULT_QUALITY},
               .variants = {{kFreshVariant}, {kReusedVariant}, {kFitWindow}},
               .variant_choice = kContextChoice,
               .allocators = {kPoolAllocator, kMallocAllocator},
               .reuse_needs_pool = true,
               .dictionary = DictionaryUse::kRefused,
               .decodes_unsized = true}) {}

  // encode.h gives its bound from quality 2 on; below, a few bytes for every
  // 64 KiB come on top.
  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return BrotliEncoderMaxCompressedSize(raw_bytes) + raw_bytes / 4096 + 64;
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    return (compressed.size() / kMinStoredMetablockBytes + 1) *
           kMaxMetablockBytes;
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& options) const override {
    return std::unique_ptr<Compressor>(
        std::make_unique<BrotliCompressor>(options));
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& options) const override {
    return std::unique_ptr<Decompressor>(
        std::make_unique<BrotliDecompressor>(options.allocator));
  }
};

}  // namespace

const Codec& BrotliCodec() {
  static const BrotliCodecImpl codec;
  return codec;
}

}  // namespace sstr
