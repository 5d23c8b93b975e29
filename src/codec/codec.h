// SPDX-License-Identifier: Apache-2.0
//
// What a compression library looks like to the rest of the project: a Codec
// describes itself and makes compressors and decompressors, which work on bare
// compressed bytes. Not here: RocksDB's size prefix (framing.h), the decision
// to store a block raw (block_encoder.h), and any clock.
// Codecs are immutable and shared between threads; a Compressor or
// Decompressor belongs to one thread.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "codec/byte_buffer.h"
#include "codec/compression_type.h"
#include "codec/scratch_pool.h"

namespace sstr {

// Names of allocators, as people type them.
inline constexpr std::string_view kMallocAllocator = "malloc";
// malloc with its process-wide thresholds raised by whoever started the
// process; to a codec the same as "malloc".
inline constexpr std::string_view kMmapThresholdAllocator = "mmap_threshold";
// A ScratchPool behind the library's own allocation hooks.
inline constexpr std::string_view kPoolAllocator = "pool";

// Names of the call variants of codecs that work with a context.
inline constexpr std::string_view kFreshVariant = "fresh";
inline constexpr std::string_view kReusedVariant = "reused";
// The name of the choice that those codecs share.
inline constexpr std::string_view kContextChoice = "codec_context";

// A new pool where `allocator` is "pool", null otherwise.
std::unique_ptr<ScratchPool> NewPoolFor(std::string_view allocator);

struct LevelRange {
  int min = 0;
  int max = 0;
  int default_level = 0;  // What kDefaultCompressionLevel stands for.
};

// One way of calling the library to compress a block.
struct CallVariant {
  std::string_view name;
  bool takes_dictionary = true;
};

enum class DictionaryUse {
  kUsed,
  kIgnored,  // As RocksDB does: stored in the file, without effect.
  kRefused,  // No way to give it to the library: an error.
};

struct CodecInfo {
  CompressionType type = CompressionType::kNone;
  std::string library;
  std::string library_version;       // The loaded library's, else its headers'.
  std::optional<LevelRange> levels;  // Absent: any level has the same effect.
  std::vector<CallVariant> variants;  // The default first.
  // The name of the choice among them, as people type it; several codecs may
  // share one. Empty: there is nothing to choose.
  std::string_view variant_choice;
  std::vector<std::string_view> allocators;  // The default first.
  // The library cannot reset a context: "reused" only means that its memory
  // is kept, so it takes the pool, and takes it by default.
  bool reuse_needs_pool = false;
  DictionaryUse dictionary = DictionaryUse::kIgnored;
  // Larger blocks cannot be given to Compress(): the library's limit, or that
  // of the 32-bit size prefix.
  uint64_t max_input_bytes = UINT32_MAX;
  // Decompressor::DecompressUnsized() works.
  bool decodes_unsized = false;
};

struct CompressorOptions {
  int level = kDefaultCompressionLevel;
  std::span<const uint8_t> dictionary;  // Borrowed; empty: none.
  bool checksum = false;  // ZSTD's frame checksum; no effect on others.
  std::string variant;    // Empty: the codec's default.
  std::string allocator;  // Empty: the codec's default.
};

struct DecompressorOptions {
  std::span<const uint8_t> dictionary;  // Borrowed; empty: none.
  // Make the library's context anew for every call. No effect on codecs
  // without one.
  bool fresh_context = false;
  std::string allocator;  // Empty: the codec's default.
};

class Compressor {
 public:
  virtual ~Compressor() = default;

  // Compresses `raw` into `out`, which must not overlap. Returns the bytes
  // written, or 0 when they do not fit. Error: kFailed with the library's
  // message. REQUIRES: raw.size() <= CodecInfo::max_input_bytes.
  virtual Result<size_t> Compress(std::span<const uint8_t> raw,
                                  std::span<uint8_t> out) = 0;

  // The memory kept between calls; null unless the allocator is "pool".
  // Lives as long as this object.
  virtual const ScratchPool* pool() const { return nullptr; }
};

class Decompressor {
 public:
  virtual ~Decompressor() = default;

  // Decodes all of `compressed` into `out`, whose size must be the exact
  // decoded size. Error: kCorruption, after which `out` holds anything.
  virtual Status Decompress(std::span<const uint8_t> compressed,
                            std::span<uint8_t> out) = 0;

  // The same for a stream that does not tell its decoded size: grows `out` as
  // needed and returns the bytes decoded. Error: kCorruption, also when there
  // are more than `limit_bytes`; kNotSupported unless the codec's
  // `decodes_unsized`.
  virtual Result<size_t> DecompressUnsized(std::span<const uint8_t> compressed,
                                           uint64_t limit_bytes,
                                           ByteBuffer* out);

  // See Compressor::pool().
  virtual const ScratchPool* pool() const { return nullptr; }
};

class Codec {
 public:
  explicit Codec(CodecInfo info) : info_(std::move(info)) {}
  virtual ~Codec() = default;
  Codec(const Codec&) = delete;
  Codec& operator=(const Codec&) = delete;

  const CodecInfo& info() const { return info_; }
  std::string name() const { return CompressionTypeName(info_.type); }

  // Whether NewCompressor() takes these options. Error: kUsage naming the
  // valid values; kNotSupported for a combination that the library cannot do.
  Status Check(const CompressorOptions& options) const;

  // The same options with the value in place of every default: what really
  // runs, for reports. REQUIRES: Check() is ok.
  CompressorOptions Resolved(CompressorOptions options) const;

  // The dictionary is borrowed and must outlive the result. Errors: those of
  // Check(), kFailed when the library refuses.
  Result<std::unique_ptr<Compressor>> NewCompressor(
      const CompressorOptions& options) const;
  Result<std::unique_ptr<Decompressor>> NewDecompressor(
      const DecompressorOptions& options) const;

  // What Compress() writes at most for `raw_bytes` bytes.
  virtual size_t MaxCompressedBytes(size_t raw_bytes) const = 0;

  // Upper bound on what this compressed stream can decode to, so that a false
  // claim is refused before memory is taken for it. Cheap; may be loose.
  virtual uint64_t MaxDecodedBytes(
      std::span<const uint8_t> compressed) const = 0;

  // The decoded size where the compressed stream itself always tells it
  // (Snappy); absent otherwise, and when the stream is cut short.
  virtual std::optional<uint64_t> StoredDecodedBytes(
      std::span<const uint8_t> compressed) const;

 protected:
  // `options` are checked, and no field of them stands for a default.
  virtual Result<std::unique_ptr<Compressor>> MakeCompressor(
      const CompressorOptions& options) const = 0;
  virtual Result<std::unique_ptr<Decompressor>> MakeDecompressor(
      const DecompressorOptions& options) const = 0;

 private:
  Status CheckAllocator(std::string_view allocator) const;

  const CodecInfo info_;
};

}  // namespace sstr
