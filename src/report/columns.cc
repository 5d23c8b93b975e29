// SPDX-License-Identifier: Apache-2.0

#include "report/columns.h"

#include <fmt/format.h>

#include <optional>

#include "base/units.h"
#include "report/number_text.h"

namespace sstr {
namespace {

// Of a spec; a stored file does not tell what was asked.
template <typename Value>
Cell Asked(const RowView& view, Value value) {
  return IsOfStoredFile(view.row) ? Cell(NoValue()) : Cell(value);
}

// Of a finished pass or a file that was read.
Cell Counted(const RowView& view, uint64_t value) {
  return view.row.status == RowStatus::kOk ? Cell(value) : Cell(NoValue());
}

// Nothing was tried on a stored file, so nothing was rejected or bypassed.
Cell CountedOfPass(const RowView& view, uint64_t value) {
  return IsOfStoredFile(view.row) ? Cell(NoValue()) : Counted(view, value);
}

template <typename Value>
Cell Measured(const std::optional<Value>& value) {
  return value ? Cell(*value) : Cell(NoValue());
}

Cell Micros(const std::optional<double>& nanos) {
  return nanos ? Cell(*nanos / kNanosPerMicro) : Cell(NoValue());
}

Cell MedianMicros(const std::optional<TimeSummary>& time) {
  return time ? Cell(time->median_nanos / kNanosPerMicro) : Cell(NoValue());
}

Cell MadMicros(const std::optional<TimeSummary>& time) {
  return time ? Micros(time->mad_nanos) : Cell(NoValue());
}

Cell CompressionTypeCell(const RowView& view) {
  if (!IsOfStoredFile(view.row)) {
    return CompressionTypeName(view.row.spec.codec.type);
  }
  const std::string types = StoredTypes(view.row.sizes);
  return types.empty() ? Cell(NoValue()) : Cell(types);
}

constexpr Column kColumns[] = {
    {"file", [](const RowView& v) -> Cell { return v.row.file; }},
    {"engine", [](const RowView& v) -> Cell { return v.row.spec.engine; },
     true},
    {"compression_type", CompressionTypeCell, true},
    {"compression_level",
     [](const RowView& v) { return Asked(v, int64_t{v.row.spec.codec.level}); },
     true, "32767"},
    {"block_size",
     [](const RowView& v) { return Asked(v, v.row.spec.block_size); }, true},
    {"max_dict_bytes",
     [](const RowView& v) {
       return Asked(v, uint64_t{v.row.spec.codec.max_dict_bytes});
     },
     true, "0"},
    {"threads",
     [](const RowView& v) { return Asked(v, uint64_t{v.row.spec.threads}); },
     true, "1"},
    {"status",
     [](const RowView& v) -> Cell {
       return std::string(RowStatusName(v.row.status));
     },
     true, "ok"},
    {"status_detail",
     [](const RowView& v) -> Cell { return v.row.status_detail; }, true},
    {"file_bytes",
     [](const RowView& v) { return Counted(v, v.row.sizes.file_bytes); }, true},
    {"data_bytes",
     [](const RowView& v) { return Counted(v, v.row.sizes.data_bytes()); },
     true},
    {"uncompressed_data_bytes",
     [](const RowView& v) {
       return Counted(v, v.row.sizes.uncompressed_data_bytes);
     }},
    {"compression_ratio",
     [](const RowView& v) { return Measured(v.summary.compression_ratio); },
     true},
    {"index_bytes",
     [](const RowView& v) { return Counted(v, v.row.sizes.index_bytes); },
     true},
    {"dictionary_bytes",
     [](const RowView& v) { return Counted(v, v.row.sizes.dictionary_bytes); },
     true, "0"},
    {"entries", [](const RowView& v) { return Counted(v, v.row.entries); }},
    {"range_deletions",
     [](const RowView& v) { return Counted(v, v.row.range_deletions); }},
    {"data_blocks",
     [](const RowView& v) { return Counted(v, v.row.sizes.data_blocks); }},
    {"blocks_compressed",
     [](const RowView& v) { return Counted(v, v.row.blocks_compressed); },
     true},
    {"blocks_rejected",
     [](const RowView& v) { return CountedOfPass(v, v.row.blocks_rejected); },
     true},
    {"blocks_bypassed",
     [](const RowView& v) { return CountedOfPass(v, v.row.blocks_bypassed); },
     true},
    {"write_micros",
     [](const RowView& v) { return MedianMicros(v.summary.write); }, true},
    {"write_micros_mad",
     [](const RowView& v) { return MadMicros(v.summary.write); }, true},
    {"write_cpu_micros",
     [](const RowView& v) { return MedianMicros(v.summary.write_cpu); }},
    {"scan_micros",
     [](const RowView& v) { return MedianMicros(v.summary.scan); }, true},
    {"scan_micros_mad",
     [](const RowView& v) { return MadMicros(v.summary.scan); }, true},
    {"scan_cpu_micros",
     [](const RowView& v) { return MedianMicros(v.summary.scan_cpu); }},
    {"compress_micros",
     [](const RowView& v) { return MedianMicros(v.summary.compress); }},
    {"decompress_micros",
     [](const RowView& v) { return MedianMicros(v.summary.decompress); }},
    {"write_mb_per_sec",
     [](const RowView& v) { return Measured(v.summary.write_mb_per_sec); },
     true},
    {"scan_mb_per_sec",
     [](const RowView& v) { return Measured(v.summary.scan_mb_per_sec); },
     true},
    {"peak_rss_bytes",
     [](const RowView& v) { return Measured(v.summary.peak_rss_bytes); }},
    {"samples", [](const RowView& v) { return Measured(v.summary.samples); }},
};

struct CellToText {
  std::string operator()(NoValue) const { return ""; }
  std::string operator()(const std::string& text) const { return text; }
  std::string operator()(int64_t value) const { return fmt::to_string(value); }
  std::string operator()(uint64_t value) const { return fmt::to_string(value); }
  std::string operator()(double value) const { return ThreeDecimals(value); }
};

}  // namespace

std::span<const Column> ReportColumns() { return kColumns; }

std::string_view RowStatusName(RowStatus status) {
  switch (status) {
    case RowStatus::kOk:
      return "ok";
    case RowStatus::kSkipped:
      return "skipped";
    case RowStatus::kError:
      return "error";
  }
  return "";
}

bool IsOfStoredFile(const ReportRow& row) {
  return row.kind == RowKind::kBaseline ||
         (row.total && row.total->of_baseline);
}

std::string StoredTypes(const SizeBreakdown& sizes) {
  std::string compressed;
  std::string raw;
  for (const auto& [type, count] : sizes.data_blocks_by_stored_type) {
    if (count == 0) continue;
    std::string& text = type == CompressionType::kNone ? raw : compressed;
    if (!text.empty()) text += '+';
    text += fmt::format("{}*{}", CompressionTypeName(type), count);
  }
  if (compressed.empty() || raw.empty()) return compressed + raw;
  return compressed + "+" + raw;
}

std::string CellText(const Cell& cell) {
  return std::visit(CellToText(), cell);
}

}  // namespace sstr
