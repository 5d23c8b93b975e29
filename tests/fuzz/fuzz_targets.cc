// SPDX-License-Identifier: Apache-2.0

#include "fuzz/fuzz_targets.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "sst/measure_sizes.h"
#include "sst/table_image.h"
#include "sst/validate.h"
#include "transcode/table_transcoder.h"
#include "transcode/transcode_verifier.h"

namespace sstr {
namespace {

constexpr char kName[] = "input";

void Promise(bool kept, const char* what) {
  if (kept) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

// Reads every byte that it is handed.
class ReadingSink : public EntrySink {
 public:
  Status OnDataBlock(const DataBlockView& block) override {
    Add({reinterpret_cast<const char*>(block.contents.data()),
         block.contents.size()});
    return Status::Ok();
  }
  Status OnPoint(std::string_view key, std::string_view value) override {
    Add(key);
    Add(value);
    ++points;
    return Status::Ok();
  }
  Status OnRangeDeletion(std::string_view start,
                         std::string_view end) override {
    Add(start);
    Add(end);
    ++range_deletions;
    return Status::Ok();
  }

  uint64_t points = 0;
  uint64_t range_deletions = 0;

 private:
  void Add(std::string_view bytes) {
    for (const char c : bytes) sum_ = sum_ + static_cast<unsigned char>(c);
  }
  volatile uint64_t sum_ = 0;
};

void ReadOnce(std::span<const uint8_t> file, bool salvage) {
  const auto image = TableImage::Open(kName, file, {.salvage = salvage});
  if (!image.ok()) {
    Promise(!image.status().message().empty(), "an error says what it is");
    return;
  }
  ReadingSink sink;
  const auto summary = ValidateTable(*image, {.salvage = salvage}, &sink);
  const auto measured = MeasureSizes(*image);
  if (!summary.ok() || salvage) return;
  Promise(sink.points == summary->points, "the sink gets every point");
  Promise(sink.range_deletions == summary->range_deletions,
          "the sink gets every tombstone");
  Promise(summary->sizes.SumOfParts() == file.size(), "parts add up");
  Promise(measured.ok(), "what validates can be measured");
}

class MemorySink : public OutputSink {
 public:
  Status Append(std::span<const uint8_t> appended) override {
    bytes.insert(bytes.end(), appended.begin(), appended.end());
    return Status::Ok();
  }
  std::vector<uint8_t> bytes;
};

void TranscodeOnce(const TableImage& source, const TranscodeOptions& options) {
  MemorySink sink;
  const auto written = TranscodeTable(source, options, {}, &sink);
  if (!written.ok()) {
    Promise(!written.status().message().empty(), "an error says what it is");
    return;
  }
  const auto output = TableImage::Open("output", sink.bytes);
  Promise(output.ok(), "what was written opens");
  const Status verified =
      VerifyTranscode(source, *output, *written, options, {});
  Promise(verified.ok(), "what was written holds what was read");
}

}  // namespace

void FuzzReader(std::span<const uint8_t> file) {
  ReadOnce(file, /*salvage=*/false);
  ReadOnce(file, /*salvage=*/true);
}

void FuzzTranscoder(std::span<const uint8_t> file) {
  const auto image = TableImage::Open(kName, file);
  if (!image.ok()) return;
  TranscodeOptions options;
  options.codec.type = CompressionType::kLZ4;
  TranscodeOnce(*image, options);
  options.codec.type = CompressionType::kNone;
  options.session_identity = "another session";
  TranscodeOnce(*image, options);
}

}  // namespace sstr
