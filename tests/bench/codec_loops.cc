// SPDX-License-Identifier: Apache-2.0
//
// codec_loops FILE ROUNDS LEAST: what the block engine costs beyond the codec.
// For the data blocks of FILE, compares a write of the engine with a plain loop
// that makes the same library calls on the same blocks and puts the same bytes
// into memory of the same kind. Alternates in rounds; exits with 4 where the
// engine has less than LEAST of the plain loop's speed. Built and run by
// scripts/bench_codecs.sh; no test.

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
#include "block/block_engine.h"

namespace sstr {
namespace {

constexpr int kBelowBound = 4;  // Exit code.
// A round of a faster loop is too short for a busy machine: it gets more.
constexpr double kFullRoundMillis = 25;

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

// RocksDB's size prefix; returns its end.
char* PutVarint(size_t value, char* out) {
  for (; value >= 0x80; value >>= 7) *out++ = static_cast<char>(value | 0x80);
  *out++ = static_cast<char>(value);
  return out;
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

struct Timing {
  std::vector<double> plain_millis;
  std::vector<double> engine_millis;
};

Timing TimeInTurn(const std::function<void()>& plain,
                  const std::function<void()>& engine, int rounds) {
  Timing timing;
  for (int round = 0; round < rounds; ++round) {
    const bool plain_first = round % 2 == 0;
    if (plain_first) timing.plain_millis.push_back(Millis(plain));
    timing.engine_millis.push_back(Millis(engine));
    if (!plain_first) timing.plain_millis.push_back(Millis(plain));
  }
  return timing;
}

class Comparison {
 public:
  Comparison(const Corpus& corpus, int rounds, double least)
      : corpus_(corpus),
        blocks_(OrDie(DecodeOwnBlocks(corpus))),
        rounds_(rounds),
        least_(least),
        image_(TouchedBuffer(corpus)),
        plain_image_(TouchedBuffer(corpus)) {
    fmt::print("{} blocks, {} bytes, {} rounds\n", blocks_.size(),
               blocks_.total_bytes(), rounds_);
  }

  // `call` compresses one block into memory that has room, and returns the
  // bytes written. A template, so that the plain loop calls nothing else.
  template <typename Call>
  void Run(const std::string& name, const PassSpec& spec, bool has_prefix,
           Call call) {
    const CancelFlag never = false;
    const auto engine = NewBlockEngine({}, &never);
    const auto pass = OrDie(engine->Prepare(corpus_, spec, &image_));
    char* const begin = reinterpret_cast<char*>(plain_image_.tail().data());
    size_t plain_bytes = 0;
    const auto plain = [&] {
      char* out = begin;
      for (const std::span<const uint8_t> raw : blocks_.views()) {
        if (has_prefix) out = PutVarint(raw.size(), out);
        out += call(raw, out);
      }
      plain_bytes = static_cast<size_t>(out - begin);
    };
    const auto ours = [&] { Check(pass->Write()); };
    const double first_millis = Millis(plain);  // Warms up, as does the next.
    ours();
    const std::span<const uint8_t> made = image_.image();
    if (made.size() != plain_bytes ||
        std::memcmp(made.data(), begin, plain_bytes) != 0) {
      Die(name + ": the plain loop and the engine make different bytes");
    }
    const double more = std::max(1.0, kFullRoundMillis / first_millis);
    Print(name, TimeInTurn(plain, ours, static_cast<int>(rounds_ * more)));
  }

  // Whether every codec reached the bound.
  bool good() const { return good_; }

 private:
  void Print(const std::string& name, const Timing& timing) {
    std::vector<double> ratios;
    for (size_t i = 0; i < timing.plain_millis.size(); ++i) {
      ratios.push_back(timing.plain_millis[i] / timing.engine_millis[i]);
    }
    const auto [low, high] = std::ranges::minmax(ratios);
    const bool holds = Median(ratios) >= least_;
    good_ &= holds;
    fmt::print(
        "  {:<20} plain {:8.2f} ms  engine {:8.2f} ms  plain / engine "
        "{:6.3f} [{:.3f}, {:.3f}]{}{}\n",
        name, Median(timing.plain_millis), Median(timing.engine_millis),
        Median(ratios), low, high,
        least_ > 0 ? fmt::format("  at least {}", least_) : "",
        holds ? "" : "  MISSED");
    std::fflush(stdout);
  }

  const Corpus& corpus_;
  const BlockList blocks_;
  const int rounds_;
  const double least_;
  ImageBuffer image_;
  ImageBuffer plain_image_;
  bool good_ = true;
};

void CompareAll(Comparison* comparison) {
  comparison->Run("none", Spec(CompressionType::kNone), false, Copy);
  comparison->Run("Snappy", Spec(CompressionType::kSnappy), false, Snappy);
  comparison->Run(
      "LZ4 stream_per_block",
      Spec(CompressionType::kLZ4, kDefaultCompressionLevel, "stream_per_block"),
      true, Lz4StreamPerBlock);
  comparison->Run(
      "LZ4 one_shot",
      Spec(CompressionType::kLZ4, kDefaultCompressionLevel, "one_shot"), true,
      Lz4OneShot);
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  comparison->Run("ZSTD 1", Spec(CompressionType::kZSTD, 1), true,
                  [&](std::span<const uint8_t> raw, char* out) {
                    return ZSTD_compressCCtx(context, out,
                                             ZSTD_compressBound(raw.size()),
                                             raw.data(), raw.size(), 1);
                  });
  ZSTD_freeCCtx(context);
}

int Main(int argc, char** argv) {
  if (argc != 4) Die("usage: codec_loops FILE ROUNDS LEAST");
  const int rounds = std::max(1, std::atoi(argv[2]));
  const Corpus corpus = OrDie(LoadCorpus(argv[1]));
  Comparison comparison(corpus, rounds, std::atof(argv[3]));
  CompareAll(&comparison);
  return comparison.good() ? 0 : kBelowBound;
}

}  // namespace
}  // namespace sstr

int main(int argc, char** argv) { return sstr::Main(argc, argv); }
