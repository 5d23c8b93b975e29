// SPDX-License-Identifier: Apache-2.0
//
// ZSTD, one frame per block. Frames are RocksDB's: made through the simple
// calls, or through the advanced one where the frame checksum asks for it.

// The allocation hooks and the frame header's parser are in the library, but
// declared only with this.
#define ZSTD_STATIC_LINKING_ONLY
#include <fmt/format.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>

#include "codec/registry.h"

namespace sstr {
namespace {

// CompressionOptions::kDefaultCompressionLevel means this to RocksDB.
constexpr int kDefaultLevel = 3;

struct ContextDeleter {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(ZSTD_CDict* dictionary) const { ZSTD_freeCDict(dictionary); }
  void operator()(ZSTD_DDict* dictionary) const { ZSTD_freeDDict(dictionary); }
};
using CCtxPtr = std::unique_ptr<ZSTD_CCtx, ContextDeleter>;
using DCtxPtr = std::unique_ptr<ZSTD_DCtx, ContextDeleter>;
using CDictPtr = std::unique_ptr<ZSTD_CDict, ContextDeleter>;
using DDictPtr = std::unique_ptr<ZSTD_DDict, ContextDeleter>;

// All null means the library's own malloc.
ZSTD_customMem MemoryOf(ScratchPool* pool) {
  if (pool == nullptr) return {};
  return {ScratchPool::AllocateHook, ScratchPool::FreeHook, pool};
}

std::string ErrorText(size_t code) {
  return fmt::format("zstd: {}", ZSTD_getErrorName(code));
}

class ZstdCompressor final : public Compressor {
 public:
  ZstdCompressor(const CompressorOptions& options, CDictPtr dictionary)
      : level_(options.level),
        checksum_(options.checksum),
        fresh_(options.variant == kFreshVariant),
        dictionary_(std::move(dictionary)),
        pool_(NewPoolFor(options.allocator)) {}

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    if (context_ == nullptr) SSTR_RETURN_IF_ERROR(MakeContext());
    const size_t written = Run(raw, out);
    if (fresh_) context_.reset();
    if (!ZSTD_isError(written)) return written;
    if (ZSTD_getErrorCode(written) == ZSTD_error_dstSize_tooSmall) {
      return size_t{0};
    }
    return Status::Failed(ErrorText(written));
  }

  const ScratchPool* pool() const override { return pool_.get(); }

 private:
  Status MakeContext() {
    context_.reset(ZSTD_createCCtx_advanced(MemoryOf(pool_.get())));
    if (context_ == nullptr) return Status::Failed("zstd: out of memory");
    if (!checksum_) return Status::Ok();
    ZSTD_CCtx* context = context_.get();
    size_t code = ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    if (!ZSTD_isError(code)) {
      code = ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level_);
    }
    if (!ZSTD_isError(code) && dictionary_ != nullptr) {
      code = ZSTD_CCtx_refCDict(context, dictionary_.get());
    }
    return ZSTD_isError(code) ? Status::Failed(ErrorText(code)) : Status::Ok();
  }

  size_t Run(std::span<const uint8_t> raw, std::span<uint8_t> out) {
    ZSTD_CCtx* context = context_.get();
    if (checksum_) {
      return ZSTD_compress2(context, out.data(), out.size(), raw.data(),
                            raw.size());
    }
    if (dictionary_ != nullptr) {
      return ZSTD_compress_usingCDict(context, out.data(), out.size(),
                                      raw.data(), raw.size(),
                                      dictionary_.get());
    }
    return ZSTD_compressCCtx(context, out.data(), out.size(), raw.data(),
                             raw.size(), level_);
  }

  const int level_;
  const bool checksum_;
  const bool fresh_;
  const CDictPtr dictionary_;
  const std::unique_ptr<ScratchPool> pool_;  // Outlives context_.
  CCtxPtr context_;
};

class ZstdDecompressor final : public Decompressor {
 public:
  ZstdDecompressor(const DecompressorOptions& options, DDictPtr dictionary)
      : fresh_(options.fresh_context),
        dictionary_(std::move(dictionary)),
        pool_(NewPoolFor(options.allocator)) {}

  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    // To the library no frame at all is zero bytes, well decoded.
    if (compressed.empty()) return Status::Corruption("zstd: no frame");
    if (context_ == nullptr) {
      context_.reset(ZSTD_createDCtx_advanced(MemoryOf(pool_.get())));
      if (context_ == nullptr) return Status::Failed("zstd: out of memory");
    }
    const size_t decoded =
        dictionary_ != nullptr
            ? ZSTD_decompress_usingDDict(context_.get(), out.data(), out.size(),
                                         compressed.data(), compressed.size(),
                                         dictionary_.get())
            : ZSTD_decompressDCtx(context_.get(), out.data(), out.size(),
                                  compressed.data(), compressed.size());
    if (fresh_) context_.reset();
    if (ZSTD_isError(decoded)) return Status::Corruption(ErrorText(decoded));
    if (decoded == out.size()) return Status::Ok();
    return Status::Corruption(
        fmt::format("zstd: {} bytes instead of {}", decoded, out.size()));
  }

  const ScratchPool* pool() const override { return pool_.get(); }

 private:
  const bool fresh_;
  const DDictPtr dictionary_;
  const std::unique_ptr<ScratchPool> pool_;  // Outlives context_.
  DCtxPtr context_;
};

// What the blocks of a payload that is one frame can decode to, whatever its
// header claims (RFC 8878, 3.1.1.2). Absent for anything else.
std::optional<uint64_t> BlocksBound(std::span<const uint8_t> payload) {
  ZSTD_frameHeader header = {};
  if (ZSTD_getFrameHeader(&header, payload.data(), payload.size()) != 0 ||
      header.frameType != ZSTD_frame) {
    return std::nullopt;
  }
  constexpr uint32_t kRle = 1;
  constexpr uint32_t kCompressed = 2;
  constexpr size_t kChecksumBytes = 4;
  uint64_t bound = 0;
  size_t at = header.headerSize;
  bool last = false;
  while (!last && payload.size() - at >= 3) {
    const uint32_t block =
        payload[at] | payload[at + 1] << 8 | payload[at + 2] << 16;
    const uint32_t type = block >> 1 & 3;
    const uint32_t size = block >> 3;
    last = (block & 1) != 0;
    bound += type == kCompressed ? header.blockSizeMax
                                 : std::min(size, header.blockSizeMax);
    at += std::min<size_t>(3 + (type == kRle ? 1 : size), payload.size() - at);
  }
  const bool whole = payload.size() - at <= kChecksumBytes;
  return whole ? std::optional<uint64_t>(bound) : std::nullopt;
}

class ZstdCodecImpl final : public Codec {
 public:
  ZstdCodecImpl()
      : Codec({.type = CompressionType::kZSTD,
               .library = "zstd",
               .library_version = ZSTD_versionString(),
               .levels = LevelRange{ZSTD_minCLevel(), ZSTD_maxCLevel(),
                                    kDefaultLevel},
               .variants = {{kReusedVariant}, {kFreshVariant}},
               .variant_choice = kContextChoice,
               .allocators = {kMallocAllocator, kPoolAllocator},
               .dictionary = DictionaryUse::kUsed}) {}

  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return ZSTD_compressBound(raw_bytes);
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    const unsigned long long claimed =
        ZSTD_decompressBound(compressed.data(), compressed.size());
    if (claimed == ZSTD_CONTENTSIZE_ERROR) return 0;
    const std::optional<uint64_t> bound = BlocksBound(compressed);
    return std::min<uint64_t>(claimed, bound.value_or(claimed));
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& options) const override {
    CDictPtr dictionary;
    if (!options.dictionary.empty()) {
      dictionary.reset(ZSTD_createCDict(
          options.dictionary.data(), options.dictionary.size(), options.level));
      if (dictionary == nullptr) {
        return Status::Failed("zstd: the dictionary is damaged");
      }
    }
    return std::unique_ptr<Compressor>(
        std::make_unique<ZstdCompressor>(options, std::move(dictionary)));
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& options) const override {
    DDictPtr dictionary;
    if (!options.dictionary.empty()) {
      dictionary.reset(ZSTD_createDDict_byReference(options.dictionary.data(),
                                                    options.dictionary.size()));
      if (dictionary == nullptr) {
        return Status::Corruption("zstd: the dictionary is damaged");
      }
    }
    return std::unique_ptr<Decompressor>(
        std::make_unique<ZstdDecompressor>(options, std::move(dictionary)));
  }
};

}  // namespace

const Codec& ZstdCodec() {
  static const ZstdCodecImpl codec;
  return codec;
}

}  // namespace sstr
