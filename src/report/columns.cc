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

// The block engine builds no file.
template <uint64_t SizeBreakdown::*part>
Cell OfFile(const RowView& view) {
  if (view.row.spec.engine == kBlockEngineName) return NoValue();
  return Counted(view, view.row.sizes.*part);
}

using Counters = CounterMedians RowSummary::*;
using Counter = std::optional<double> CounterMedians::*;

template <Counters side, Counter counter>
Cell CounterCell(const RowView& view) {
  return Measured(view.summary.*side.*counter);
}

template <Counters side, Counter counter>
Cell CounterMicros(const RowView& view) {
  return Micros(view.summary.*side.*counter);
}

template <std::optional<CallLatency> RowSummary::*latency_of,
          double CallLatency::*percentile>
Cell CallMicros(const RowView& view) {
  const std::optional<CallLatency>& latency = view.summary.*latency_of;
  return latency ? Cell(*latency.*percentile / kNanosPerMicro)
                 : Cell(NoValue());
}

constexpr Counters kWrite = &RowSummary::write_counters;
constexpr Counters kScan = &RowSummary::scan_counters;

constexpr Column kColumns[] = {
    {"file", [](const RowView& v) -> Cell { return v.row.file; }},
    {"engine", [](const RowView& v) -> Cell { return v.row.spec.engine; },
     true},
    {"compression_type", CompressionTypeCell, true},
    {"compression_level",
     [](const RowView& v) { return Asked(v, int64_t{v.row.spec.codec.level}); },
     true, "32767"},
    {"variant",
     [](const RowView& v) -> Cell {
       const std::string name = VariantName(v.row.spec);
       return name.empty() ? Cell(NoValue()) : Cell(name);
     },
     true, ""},
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
    {"file_bytes", OfFile<&SizeBreakdown::file_bytes>, true},
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
    {"index_bytes", OfFile<&SizeBreakdown::index_bytes>, true},
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
    {"write_user_micros", CounterMicros<kWrite, &CounterMedians::user_nanos>},
    {"write_system_micros",
     CounterMicros<kWrite, &CounterMedians::system_nanos>},
    {"write_minor_faults", CounterCell<kWrite, &CounterMedians::minor_faults>},
    {"write_major_faults", CounterCell<kWrite, &CounterMedians::major_faults>},
    {"write_voluntary_switches",
     CounterCell<kWrite, &CounterMedians::voluntary_switches>},
    {"write_involuntary_switches",
     CounterCell<kWrite, &CounterMedians::involuntary_switches>},
    {"write_migrations", CounterCell<kWrite, &CounterMedians::migrations>},
    {"write_cycles", CounterCell<kWrite, &CounterMedians::cycles>},
    {"write_instructions", CounterCell<kWrite, &CounterMedians::instructions>},
    {"write_branches", CounterCell<kWrite, &CounterMedians::branches>},
    {"write_branch_misses",
     CounterCell<kWrite, &CounterMedians::branch_misses>},
    {"write_faults_per_call",
     [](const RowView& v) {
       return Measured(v.summary.write_faults_per_call);
     }},
    {"write_system_micros_per_call",
     [](const RowView& v) {
       return Micros(v.summary.write_system_nanos_per_call);
     }},
    {"scan_user_micros", CounterMicros<kScan, &CounterMedians::user_nanos>},
    {"scan_system_micros", CounterMicros<kScan, &CounterMedians::system_nanos>},
    {"scan_minor_faults", CounterCell<kScan, &CounterMedians::minor_faults>},
    {"scan_major_faults", CounterCell<kScan, &CounterMedians::major_faults>},
    {"scan_voluntary_switches",
     CounterCell<kScan, &CounterMedians::voluntary_switches>},
    {"scan_involuntary_switches",
     CounterCell<kScan, &CounterMedians::involuntary_switches>},
    {"scan_migrations", CounterCell<kScan, &CounterMedians::migrations>},
    {"scan_cycles", CounterCell<kScan, &CounterMedians::cycles>},
    {"scan_instructions", CounterCell<kScan, &CounterMedians::instructions>},
    {"scan_branches", CounterCell<kScan, &CounterMedians::branches>},
    {"scan_branch_misses", CounterCell<kScan, &CounterMedians::branch_misses>},
    {"scan_faults_per_call",
     [](const RowView& v) { return Measured(v.summary.scan_faults_per_call); }},
    {"scan_system_micros_per_call",
     [](const RowView& v) {
       return Micros(v.summary.scan_system_nanos_per_call);
     }},
    {"compress_call_p50_micros",
     CallMicros<&RowSummary::compress_call_nanos, &CallLatency::p50>},
    {"compress_call_p95_micros",
     CallMicros<&RowSummary::compress_call_nanos, &CallLatency::p95>},
    {"compress_call_p99_micros",
     CallMicros<&RowSummary::compress_call_nanos, &CallLatency::p99>},
    {"decompress_call_p50_micros",
     CallMicros<&RowSummary::decompress_call_nanos, &CallLatency::p50>},
    {"decompress_call_p95_micros",
     CallMicros<&RowSummary::decompress_call_nanos, &CallLatency::p95>},
    {"decompress_call_p99_micros",
     CallMicros<&RowSummary::decompress_call_nanos, &CallLatency::p99>},
    {"pool_bytes",
     [](const RowView& v) -> Cell {
       const auto& pool = v.row.compress_pool;
       return pool ? Cell(pool->held_bytes) : Cell(NoValue());
     }},
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
