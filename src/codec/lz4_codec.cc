// SPDX-License-Identifier: Apache-2.0
//
// LZ4 and LZ4HC: one block format and decoder, two compressors, and four ways
// of calling each. They differ in speed and, below 64 KiB, a little in size:
// the one-shot calls may use a smaller hash table than streams do.

#include <fmt/format.h>
#include <lz4.h>
#include <lz4hc.h>

#include <algorithm>
#include <climits>

#include "codec/registry.h"

namespace sstr {
namespace {

// A match grows by at most 255 bytes per further byte (lz4_Block_format.md).
constexpr uint64_t kMaxExpansion = 255;
// lz4.c's LZ4_ACCELERATION_MAX; larger values mean the same.
constexpr int kMaxAcceleration = 65537;

char* Chars(uint8_t* bytes) { return reinterpret_cast<char*>(bytes); }
// Never null: LZ4HC calculates with the pointer of an empty block.
const char* Chars(std::span<const uint8_t> bytes) {
  return bytes.empty() ? "" : reinterpret_cast<const char*>(bytes.data());
}
// Sizes beyond LZ4's type do no harm to an output capacity.
int ClampedInt(size_t bytes) {
  return static_cast<int>(std::min<size_t>(bytes, INT_MAX));
}

// LZ4's calls under the names that the variants below use. `strength` is the
// acceleration.
struct FastApi {
  using Stream = LZ4_stream_t;
  static Stream* Create(int /*strength*/) { return LZ4_createStream(); }
  static void Free(Stream* stream) { LZ4_freeStream(stream); }
  static void Reset(Stream* stream, int /*strength*/) {
    LZ4_resetStream_fast(stream);
  }
  static void LoadDictionary(Stream* stream, const char* bytes, int size) {
    LZ4_loadDict(stream, bytes, size);
  }
  static int Continue(Stream* stream, const char* from, char* to, int size,
                      int capacity, int strength) {
    return LZ4_compress_fast_continue(stream, from, to, size, capacity,
                                      strength);
  }
  static int OneShot(const char* from, char* to, int size, int capacity,
                     int strength) {
    return LZ4_compress_fast(from, to, size, capacity, strength);
  }
  static int WithState(Stream* stream, const char* from, char* to, int size,
                       int capacity, int strength) {
    return LZ4_compress_fast_extState(stream, from, to, size, capacity,
                                      strength);
  }
};

// The same of LZ4HC; `strength` is the level.
struct HcApi {
  using Stream = LZ4_streamHC_t;
  static Stream* Create(int strength) {
    Stream* stream = LZ4_createStreamHC();
    if (stream != nullptr) LZ4_resetStreamHC(stream, strength);
    return stream;
  }
  static void Free(Stream* stream) { LZ4_freeStreamHC(stream); }
  static void Reset(Stream* stream, int strength) {
    LZ4_resetStreamHC_fast(stream, strength);
  }
  static void LoadDictionary(Stream* stream, const char* bytes, int size) {
    LZ4_loadDictHC(stream, bytes, size);
  }
  static int Continue(Stream* stream, const char* from, char* to, int size,
                      int capacity, int /*strength*/) {
    return LZ4_compress_HC_continue(stream, from, to, size, capacity);
  }
  static int OneShot(const char* from, char* to, int size, int capacity,
                     int strength) {
    return LZ4_compress_HC(from, to, size, capacity, strength);
  }
  static int WithState(Stream* stream, const char* from, char* to, int size,
                       int capacity, int strength) {
    return LZ4_compress_HC_extStateHC(stream, from, to, size, capacity,
                                      strength);
  }
};

template <typename Api>
struct StreamDeleter {
  void operator()(typename Api::Stream* stream) const { Api::Free(stream); }
};
template <typename Api>
using StreamPtr = std::unique_ptr<typename Api::Stream, StreamDeleter<Api>>;

Status NoMemory() { return Status::Failed("lz4: out of memory"); }

template <typename Api>
class OneShotCompressor final : public Compressor {
 public:
  explicit OneShotCompressor(int strength) : strength_(strength) {}

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    return static_cast<size_t>(Api::OneShot(Chars(raw), Chars(out.data()),
                                            ClampedInt(raw.size()),
                                            ClampedInt(out.size()), strength_));
  }

 private:
  const int strength_;
};

template <typename Api>
class StateCompressor final : public Compressor {
 public:
  StateCompressor(int strength, StreamPtr<Api> state)
      : strength_(strength), state_(std::move(state)) {}

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    return static_cast<size_t>(Api::WithState(
        state_.get(), Chars(raw), Chars(out.data()), ClampedInt(raw.size()),
        ClampedInt(out.size()), strength_));
  }

 private:
  const int strength_;
  const StreamPtr<Api> state_;
};

// A stream kept between blocks (RocksDB 10.6) or made for each (before).
template <typename Api>
class StreamCompressor final : public Compressor {
 public:
  StreamCompressor(int strength, std::span<const uint8_t> dictionary,
                   StreamPtr<Api> kept_stream)
      : strength_(strength),
        dictionary_(dictionary),
        kept_stream_(std::move(kept_stream)) {}

  Result<size_t> Compress(std::span<const uint8_t> raw,
                          std::span<uint8_t> out) override {
    if (kept_stream_ != nullptr) {
      Api::Reset(kept_stream_.get(), strength_);
      return CompressWith(kept_stream_.get(), raw, out);
    }
    const StreamPtr<Api> stream(Api::Create(strength_));
    if (stream == nullptr) return NoMemory();
    return CompressWith(stream.get(), raw, out);
  }

 private:
  size_t CompressWith(typename Api::Stream* stream,
                      std::span<const uint8_t> raw, std::span<uint8_t> out) {
    if (!dictionary_.empty()) {
      Api::LoadDictionary(stream, Chars(dictionary_),
                          ClampedInt(dictionary_.size()));
    }
    return static_cast<size_t>(Api::Continue(
        stream, Chars(raw), Chars(out.data()), ClampedInt(raw.size()),
        ClampedInt(out.size()), strength_));
  }

  const int strength_;
  const std::span<const uint8_t> dictionary_;
  const StreamPtr<Api> kept_stream_;  // Null: one per block.
};

constexpr std::string_view kStreamPerBlock = "stream_per_block";
constexpr std::string_view kStreamReuse = "stream_reuse";
constexpr std::string_view kOneShot = "one_shot";
constexpr std::string_view kExtState = "ext_state";

template <typename Api>
Result<std::unique_ptr<Compressor>> MakeVariant(
    const CompressorOptions& options, int strength) {
  std::unique_ptr<Compressor> made;
  if (options.variant == kOneShot) {
    made = std::make_unique<OneShotCompressor<Api>>(strength);
  } else if (options.variant == kStreamPerBlock) {
    made = std::make_unique<StreamCompressor<Api>>(strength, options.dictionary,
                                                   StreamPtr<Api>());
  } else {
    StreamPtr<Api> stream(Api::Create(strength));
    if (stream == nullptr) return NoMemory();
    if (options.variant == kExtState) {
      made =
          std::make_unique<StateCompressor<Api>>(strength, std::move(stream));
    } else {
      made = std::make_unique<StreamCompressor<Api>>(
          strength, options.dictionary, std::move(stream));
    }
  }
  return made;
}

class Lz4Decompressor final : public Decompressor {
 public:
  explicit Lz4Decompressor(std::span<const uint8_t> dictionary)
      : dictionary_(dictionary) {}

  Status Decompress(std::span<const uint8_t> compressed,
                    std::span<uint8_t> out) override {
    if (compressed.size() > INT_MAX || out.size() > LZ4_MAX_INPUT_SIZE) {
      return Status::Corruption("lz4: block larger than the format allows");
    }
    const int decoded = LZ4_decompress_safe_usingDict(
        Chars(compressed), Chars(out.data()),
        static_cast<int>(compressed.size()), static_cast<int>(out.size()),
        Chars(dictionary_), ClampedInt(dictionary_.size()));
    if (decoded >= 0 && static_cast<size_t>(decoded) == out.size()) {
      return Status::Ok();
    }
    return Status::Corruption(
        decoded < 0
            ? fmt::format("lz4: block does not decode to {} bytes", out.size())
            : fmt::format("lz4: {} bytes instead of {}", decoded, out.size()));
  }

 private:
  const std::span<const uint8_t> dictionary_;
};

class Lz4CodecImpl final : public Codec {
 public:
  Lz4CodecImpl(CompressionType type, LevelRange levels,
               std::string_view variant_choice)
      : Codec({.type = type,
               .library = "lz4",
               .library_version = LZ4_versionString(),
               .levels = levels,
               .variants = {{kStreamPerBlock},
                            {kStreamReuse},
                            {kOneShot, /*takes_dictionary=*/false},
                            {kExtState, /*takes_dictionary=*/false}},
               .variant_choice = variant_choice,
               .allocators = {kMallocAllocator},
               .dictionary = DictionaryUse::kUsed,
               .max_input_bytes = LZ4_MAX_INPUT_SIZE}) {}

  size_t MaxCompressedBytes(size_t raw_bytes) const override {
    return static_cast<size_t>(LZ4_compressBound(ClampedInt(raw_bytes)));
  }
  uint64_t MaxDecodedBytes(std::span<const uint8_t> compressed) const override {
    return kMaxExpansion * compressed.size();
  }

 protected:
  Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& options) const override {
    if (info().type == CompressionType::kLZ4HC) {
      return MakeVariant<HcApi>(options, options.level);
    }
    // A level of -N is acceleration N, as in RocksDB from 8.7 on.
    return MakeVariant<FastApi>(options, std::max(1, -options.level));
  }
  Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& options) const override {
    return std::unique_ptr<Decompressor>(
        std::make_unique<Lz4Decompressor>(options.dictionary));
  }
};

}  // namespace

const Codec& Lz4Codec() {
  static const Lz4CodecImpl codec(CompressionType::kLZ4,
                                  {-kMaxAcceleration, 0, -1}, "lz4_api");
  return codec;
}

const Codec& Lz4HcCodec() {
  static const Lz4CodecImpl codec(CompressionType::kLZ4HC,
                                  {1, LZ4HC_CLEVEL_MAX, LZ4HC_CLEVEL_DEFAULT},
                                  "lz4hc_api");
  return codec;
}

}  // namespace sstr
