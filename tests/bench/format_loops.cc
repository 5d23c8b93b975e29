// SPDX-License-Identifier: Apache-2.0
//
// format_loops FILE [ROUNDS]: what the format layer costs beyond the codec. For
// an LZ4 file with XXH3 checksums, compares validating and transcoding with
// plain loops that make the same library calls on the same blocks, in memory,
// in rounds. Built and run by scripts/bench_format.sh; no test.

#include <fmt/format.h>
#include <lz4.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/file.h"
#include "base/xxh3.h"
#include "sst/table_image.h"
#include "sst/validate.h"
#include "transcode/table_transcoder.h"

namespace sstr {
namespace {

[[noreturn]] void Die(const std::string& why) {
  fmt::print(stderr, "format_loops: {}\n", why);
  std::exit(1);
}

template <typename T>
T OrDie(Result<T> result) {
  if (!result.ok()) Die(result.status().message());
  return std::move(result).value();
}

class NullSink final : public OutputSink {
 public:
  Status Append(std::span<const uint8_t> /*bytes*/) override {
    return Status::Ok();
  }
};

// The blocks of the file, and loops over them without any checks but those of
// the codec.
class PlainLoops {
 public:
  explicit PlainLoops(const TableImage& image) : image_(image) {}

  void Decode() {
    for (const BlockHandle& handle : image_.data_blocks()) {
      checksum_ +=
          XXH3_64bits(image_.bytes().data() + handle.offset, handle.size);
      DecodeBlock(handle);
    }
  }

  void Transcode() {
    for (const BlockHandle& handle : image_.data_blocks()) {
      checksum_ +=
          XXH3_64bits(image_.bytes().data() + handle.offset, handle.size);
      const int raw_bytes = DecodeBlock(handle);
      compressed_.resize(LZ4_compressBound(raw_bytes));
      LZ4_stream_t* stream = LZ4_createStream();  // As RocksDB up to 10.6.
      const int bytes = LZ4_compress_fast_continue(
          stream, raw_.data(), compressed_.data(), raw_bytes,
          static_cast<int>(compressed_.size()), 1);
      LZ4_freeStream(stream);
      checksum_ += XXH3_64bits(compressed_.data(), bytes);
    }
  }

  // So that no loop is optimised away.
  uint64_t checksum() const { return checksum_; }

 private:
  int DecodeBlock(const BlockHandle& handle) {
    ByteReader reader(image_.bytes().subspan(handle.offset, handle.size));
    uint32_t raw_bytes = 0;
    if (!reader.ReadVarint32(&raw_bytes)) Die("no LZ4 block");
    if (raw_.size() < raw_bytes) raw_.resize(raw_bytes);
    const auto* from = reinterpret_cast<const char*>(reader.rest().data());
    const int got = LZ4_decompress_safe(from, raw_.data(),
                                        static_cast<int>(reader.remaining()),
                                        static_cast<int>(raw_bytes));
    if (got != static_cast<int>(raw_bytes)) Die("no LZ4 block");
    return got;
  }

  const TableImage& image_;
  std::vector<char> raw_;
  std::vector<char> compressed_;
  uint64_t checksum_ = 0;
};

struct Timed {
  std::string name;
  std::function<void()> run;
  std::vector<double> millis;

  double Median() const {
    std::vector<double> sorted = millis;
    std::ranges::sort(sorted);
    return sorted[sorted.size() / 2];
  }
};

void Transcode(const TableImage& image, uint32_t jobs, NullSink* sink) {
  const TranscodeOptions options = {
      .codec = {.type = CompressionType::kLZ4}, .reencode = true, .jobs = jobs};
  OrDie(TranscodeTable(image, options, {}, sink));
}

void Print(const std::vector<Timed>& loops) {
  for (const Timed& loop : loops) {
    fmt::print("  {:<40} {:8.2f} ms\n", loop.name, loop.Median());
  }
  const auto ratio = [&](int a, int b) {
    return loops[a].Median() / loops[b].Median();
  };
  fmt::print("validate / plain decode loop             {:6.3f}  at most 1.5\n",
             ratio(1, 0));
  fmt::print(
      "plain transcode loop / transcode         {:6.3f}  at least "
      "0.85\n",
      ratio(2, 3));
  fmt::print(
      "transcode, 1 thread / 2 threads          {:6.3f}  at least "
      "1.8\n",
      ratio(3, 4));
}

int Main(int argc, char** argv) {
  if (argc < 2) Die("usage: format_loops FILE [ROUNDS]");
  const int rounds = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  const FileBytes file = OrDie(ReadWholeFile(argv[1]));
  const TableImage image = OrDie(TableImage::Open(argv[1], file.span()));
  PlainLoops plain(image);
  NullSink sink;
  std::vector<Timed> loops = {
      {"plain: checksum, decode", [&] { plain.Decode(); }, {}},
      {"validate", [&] { OrDie(ValidateTable(image, {}, nullptr)); }, {}},
      {"plain: checksum, decode, encode, checksum",
       [&] { plain.Transcode(); },
       {}},
      {"transcode to LZ4, 1 thread", [&] { Transcode(image, 1, &sink); }, {}},
      {"transcode to LZ4, 2 threads", [&] { Transcode(image, 2, &sink); }, {}},
  };
  for (int round = -1; round < rounds; ++round) {  // The first warms up.
    for (Timed& loop : loops) {
      const uint64_t start = Clock::Monotonic()->NowNanos();
      loop.run();
      const uint64_t nanos = Clock::Monotonic()->NowNanos() - start;
      if (round >= 0) loop.millis.push_back(static_cast<double>(nanos) / 1e6);
    }
  }
  fmt::print("{}: medians of {} rounds (check value {:x})\n", argv[1], rounds,
             plain.checksum());
  Print(loops);
  return 0;
}

}  // namespace
}  // namespace sstr

int main(int argc, char** argv) { return sstr::Main(argc, argv); }
