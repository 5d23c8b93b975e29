// SPDX-License-Identifier: Apache-2.0
//
// codec_loops FILE [ROUNDS]: what the block engine costs beyond the codec. For
// the data blocks of FILE, compares a write of the engine with a plain loop
// that makes the same library calls on the same blocks and puts the results
// into memory of the same kind, one behind the other. Alternates in rounds.
// Built and run by scripts/bench_codecs.sh; no test.

#include <fmt/format.h>
#include <lz4.h>
#include <snappy-c.h>
#include <zstd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "pass/block_engine.h"

namespace sstr {
namespace {

constexpr double kBound = 0.95;

[[noreturn]] void Die(const std::string& why) {
  fmt::print(stderr, "codec_loops: {}\n", why);
  std::exit(1);
}

void Check(const Status& status) {
  if (!status.ok()) Die(status.message());
}

template <typename T>
T OrDie(Result<T> result) {
  Check(result.status());
  return std::move(result).value();
}

// Compresses one block into `out`, which has room; returns the bytes written.
using Call = std::function<size_t(std::span<const uint8_t> raw, char* out)>;

struct Codec {
  std::string name;
  PassSpec spec;
  Call call;
  size_t prefix_bytes = 0;  // RocksDB's size prefix, for blocks of this size.
};

const char* Chars(std::span<const uint8_t> bytes) {
  return reinterpret_cast<const char*>(bytes.data());
}

PassSpec Spec(CompressionType type, int level = kDefaultCompressionLevel,
              const std::string& variant = "") {
  PassSpec spec;
  spec.engine = kBlockEngineName;
  spec.block_size = 0;
  spec.codec.type = type;
  spec.codec.level = level;
  spec.variant = variant;
  return spec;
}

size_t Lz4Bound(size_t raw_bytes) {
  return static_cast<size_t>(LZ4_compressBound(static_cast<int>(raw_bytes)));
}

// As RocksDB up to 10.5.
size_t Lz4StreamPerBlock(std::span<const uint8_t> raw, char* out) {
  LZ4_stream_t* stream = LZ4_createStream();
  const int bytes = LZ4_compress_fast_continue(
      stream, Chars(raw), out, static_cast<int>(raw.size()),
      static_cast<int>(Lz4Bound(raw.size())), 1);
  LZ4_freeStream(stream);
  return static_cast<size_t>(bytes);
}

size_t Lz4OneShot(std::span<const uint8_t> raw, char* out) {
  return static_cast<size_t>(
      LZ4_compress_fast(Chars(raw), out, static_cast<int>(raw.size()),
                        static_cast<int>(Lz4Bound(raw.size())), 1));
}

size_t Snappy(std::span<const uint8_t> raw, char* out) {
  size_t bytes = snappy_max_compressed_length(raw.size());
  if (snappy_compress(Chars(raw), raw.size(), out, &bytes) != SNAPPY_OK) {
    Die("snappy failed");
  }
  return bytes;
}

size_t Copy(std::span<const uint8_t> raw, char* out) {
  std::memcpy(out, raw.data(), raw.size());
  return raw.size();
}

std::vector<Codec> Codecs() {
  static ZSTD_CCtx* const context = ZSTD_createCCtx();
  constexpr size_t kPrefixOf16KiB = 3;
  return {
      {"none", Spec(CompressionType::kNone), Copy, 0},
      {"Snappy", Spec(CompressionType::kSnappy), Snappy, 0},
      {"LZ4 stream_per_block",
       Spec(CompressionType::kLZ4, kDefaultCompressionLevel,
            "stream_per_block"),
       Lz4StreamPerBlock, kPrefixOf16KiB},
      {"LZ4 one_shot",
       Spec(CompressionType::kLZ4, kDefaultCompressionLevel, "one_shot"),
       Lz4OneShot, kPrefixOf16KiB},
      {"ZSTD 1", Spec(CompressionType::kZSTD, 1),
       [](std::span<const uint8_t> raw, char* out) {
         return ZSTD_compressCCtx(context, out, ZSTD_compressBound(raw.size()),
                                  raw.data(), raw.size(), 1);
       },
       kPrefixOf16KiB},
  };
}

double Millis(const std::function<void()>& run) {
  const uint64_t start = Clock::Monotonic()->NowNanos();
  run();
  return static_cast<double>(Clock::Monotonic()->NowNanos() - start) / 1e6;
}

double Median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

ImageBuffer TouchedBuffer(const Corpus& corpus) {
  ImageBuffer buffer = OrDie(ImageBuffer::Reserve(ImageCapacity(corpus)));
  buffer.Touch(corpus.summary.sizes.uncompressed_data_bytes * 9 / 8 +
               (1 << 20));
  return buffer;
}

// Whether the engine reaches the bound.
bool Compare(const Corpus& corpus, const BlockList& blocks, const Codec& codec,
             int rounds) {
  const CancelFlag never = false;
  ImageBuffer image = TouchedBuffer(corpus);
  ImageBuffer plain_image = TouchedBuffer(corpus);
  const auto engine = NewBlockEngine({}, &never);
  const auto pass = OrDie(engine->Prepare(corpus, codec.spec, &image));
  const auto plain = [&] {
    char* out = reinterpret_cast<char*>(plain_image.tail().data());
    for (const std::span<const uint8_t> raw : blocks.views()) {
      out += codec.prefix_bytes + codec.call(raw, out + codec.prefix_bytes);
    }
  };
  const auto ours = [&] { Check(pass->Write()); };
  std::vector<double> ratios;
  std::vector<double> plain_millis;
  std::vector<double> our_millis;
  for (int round = -1; round < rounds; ++round) {  // The first warms up.
    const bool plain_first = round % 2 == 0;
    double plain_took = plain_first ? Millis(plain) : 0;
    const double ours_took = Millis(ours);
    if (!plain_first) plain_took = Millis(plain);
    if (round < 0) continue;
    ratios.push_back(plain_took / ours_took);
    plain_millis.push_back(plain_took);
    our_millis.push_back(ours_took);
  }
  const auto [low, high] = std::ranges::minmax(ratios);
  fmt::print(
      "{:<22} plain {:8.2f} ms  engine {:8.2f} ms  plain / engine "
      "{:6.3f} [{:.3f}, {:.3f}]  at least {}\n",
      codec.name, Median(plain_millis), Median(our_millis), Median(ratios), low,
      high, kBound);
  return Median(ratios) >= kBound;
}

int Main(int argc, char** argv) {
  if (argc < 2) Die("usage: codec_loops FILE [ROUNDS]");
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 21;
  const Corpus corpus = OrDie(LoadCorpus(argv[1]));
  const BlockList blocks = OrDie(DecodeOwnBlocks(corpus));
  fmt::print("{} blocks, {} bytes, {} rounds\n", blocks.size(),
             blocks.total_bytes(), rounds);
  bool good = true;
  for (const Codec& codec : Codecs()) {
    good &= Compare(corpus, blocks, codec, rounds);
  }
  return good ? 0 : 1;
}

}  // namespace
}  // namespace sstr

int main(int argc, char** argv) { return sstr::Main(argc, argv); }
