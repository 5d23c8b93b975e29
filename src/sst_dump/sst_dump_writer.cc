// SPDX-License-Identifier: Apache-2.0

#include "sst_dump/sst_dump_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "base/units.h"
#include "report/number_text.h"
#include "report/row_summary.h"
#include "report/totals.h"
#include "report/write/context_lines.h"

namespace sstr {
namespace {

constexpr std::string_view kAbsent = "n/a";
constexpr std::pair<int, int> kFirstReleaseOfNewShape = {10, 7};

std::pair<int, int> MajorAndMinor(std::string_view version) {
  std::pair<int, int> release = {0, 0};
  const char* end = version.data() + version.size();
  const auto major = std::from_chars(version.data(), end, release.first);
  if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.') {
    return kFirstReleaseOfNewShape;
  }
  const auto minor = std::from_chars(major.ptr + 1, end, release.second);
  return minor.ec == std::errc() ? release : kFirstReleaseOfNewShape;
}

std::string WholeMicros(const std::optional<TimeSummary>& time) {
  if (!time) return std::string(kAbsent);
  // These lines have no fractions, and no time is 0.
  return fmt::to_string(
      std::max(1LL, std::llround(time->median_nanos / kNanosPerMicro)));
}

std::string CountAndShare(uint64_t count, uint64_t total) {
  const double percent = total == 0 ? 0.0
                                    : 100.0 * static_cast<double>(count) /
                                          static_cast<double>(total);
  return fmt::format("{:6} ({:5.1f}%)", count, percent);
}

// One of the two shapes.
class Dialect {
 public:
  virtual ~Dialect() = default;
  virtual std::string Start(const RunContext& context) const = 0;
  // Lines above the passes of a setting whose level alone varies;
  // `new_block_size`: the block size is not the previous one's.
  virtual std::string Heading(const PassSpec& spec,
                              bool new_block_size) const = 0;
  virtual std::string_view LevelLabel() const = 0;
  virtual std::string Numbers(const ReportRow& row) const = 0;
};

class DialectTo10_6 : public Dialect {
 public:
  std::string Start(const RunContext&) const override { return ""; }

  std::string Heading(const PassSpec& spec,
                      bool new_block_size) const override {
    std::string text;
    if (new_block_size) text = fmt::format("Block Size: {}\n", spec.block_size);
    return text + fmt::format("Compression: {:<24}\n",
                              CompressionTypeName(spec.codec.type));
  }

  std::string_view LevelLabel() const override { return "Compression level"; }

  std::string Numbers(const ReportRow& row) const override {
    const RowSummary summary = SummarizeRow(row);
    const uint64_t blocks = row.sizes.data_blocks;
    return fmt::format(
        " Size: {:10} Blocks: {:6} Time Taken: {:>10} microsecs"
        " Compressed: {} Not compressed (ratio): {} Not compressed (abort): {}",
        row.sizes.file_bytes, blocks, WholeMicros(summary.write),
        CountAndShare(row.blocks_compressed, blocks),
        CountAndShare(row.blocks_bypassed, blocks),
        CountAndShare(row.blocks_rejected, blocks));
  }
};

class DialectFrom10_7 : public Dialect {
 public:
  std::string Start(const RunContext& context) const override {
    if (!context.rocksdb_assertions) return "";
    return "WARNING: Assertions are enabled; benchmarks unnecessarily slow\n";
  }

  std::string Heading(const PassSpec& spec, bool) const override {
    return fmt::format("Compression: {:<24} Block Size: {}  Threads: {}\n",
                       CompressionTypeName(spec.codec.type), spec.block_size,
                       spec.threads);
  }

  std::string_view LevelLabel() const override { return "Cx level"; }

  std::string Numbers(const ReportRow& row) const override {
    const RowSummary summary = SummarizeRow(row);
    const SizeBreakdown& sizes = row.sizes;
    // sst_dump's ratio counts the trailers on one side only.
    const auto ratio =
        CompressionRatio(sizes.uncompressed_data_bytes, sizes.data_bytes());
    return fmt::format(
        " Cx size: {:10} Uncx size: {:10} Ratio: {:>10} Write usec: {:>10} "
        " Read usec: {:>10}  Cx count: {} Not cx for ratio: {}"
        " Not cx otherwise: {}",
        sizes.data_bytes(), sizes.uncompressed_data_bytes,
        ratio ? fmt::format("{:.6f}", *ratio) : std::string(kAbsent),
        WholeMicros(summary.write), WholeMicros(summary.scan),
        CountAndShare(row.blocks_compressed, sizes.data_blocks),
        CountAndShare(row.blocks_bypassed, sizes.data_blocks),
        CountAndShare(row.blocks_rejected, sizes.data_blocks));
  }
};

// Do both stand under one heading?
bool DifferInLevelOnly(PassSpec a, const PassSpec& b) {
  a.codec.level = b.codec.level;
  return a == b;
}

std::string PassLine(const ReportRow& row, const Dialect& dialect) {
  const std::string level =
      fmt::format("{}: {}", dialect.LevelLabel(), row.spec.codec.level);
  switch (row.status) {
    case RowStatus::kOk:
      return level + dialect.Numbers(row) + "\n";
    case RowStatus::kSkipped:
      return level + " Skipped: " + Printable(row.status_detail) + "\n";
    case RowStatus::kError:
      return level + " Failed: " + Printable(row.status_detail) + "\n";
  }
  return "";
}

std::string FileHeading(FileRows file, const RunContext& context,
                        const Dialect& dialect) {
  const ReportRow& first = file.front();
  std::string text = fmt::format("Process {}\n", Printable(first.file));
  if (first.kind == RowKind::kBaseline && first.status == RowStatus::kOk) {
    text += "Sst file format: block-based\n";
  }
  return text + dialect.Start(context);
}

std::string Passes(FileRows file, const Dialect& dialect) {
  std::string text;
  const ReportRow* previous = nullptr;
  for (const ReportRow& row : file) {
    if (row.kind != RowKind::kPass) continue;
    if (!previous || !DifferInLevelOnly(row.spec, previous->spec)) {
      if (row.spec.engine != PassSpec().engine) {
        text += fmt::format("Engine: {}\n", row.spec.engine);
      }
      text +=
          dialect.Heading(row.spec, !previous || previous->spec.block_size !=
                                                     row.spec.block_size);
    }
    text += PassLine(row, dialect);
    previous = &row;
  }
  return text;
}

std::string WriteFiles(const RunReport& report, const Dialect& dialect) {
  std::string text;
  for (FileRows file : GroupByFile(report.rows)) {
    text += FileHeading(file, report.context, dialect) + Passes(file, dialect);
  }
  return text;
}

}  // namespace

std::string WriteSstDump(const RunReport& report) {
  std::string text;
  if (MajorAndMinor(report.context.rocksdb_library_version) <
      kFirstReleaseOfNewShape) {
    text = WriteFiles(report, DialectTo10_6());
  } else {
    text = WriteFiles(report, DialectFrom10_7());
  }
  if (!report.complete) {
    text += fmt::format("Failed to recompress: {}\n", kIncompleteNotice);
  }
  return text;
}

}  // namespace sstr
