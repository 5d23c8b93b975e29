// SPDX-License-Identifier: Apache-2.0
//
// The contract between measuring and printing: every output format, the JSON
// included, is a view of a RunReport and of nothing else. Raw counts and
// samples are kept; ratios, medians and speeds are derived by the writers
// through report/row_summary.h. docs/result_format.md describes the JSON.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "measure/pass_sample.h"
#include "pass/pass_engine.h"
#include "pass/pass_spec.h"
#include "sst/size_breakdown.h"

namespace sstr {

inline constexpr int kReportSchemaVersion = 2;

// Where and how the numbers were taken.
struct RunContext {
  std::string tool_version;
  std::string command_line;
  std::string date_utc;  // ISO 8601, seconds.
  std::string host;
  std::string cpu_model;
  uint32_t cpu_count = 0;         // That the run could use.
  std::string pinned_to;          // Those, as "0,2-5"; empty: all, not pinned.
  std::string cpu_governor;       // "unknown" where the kernel hides it.
  std::optional<bool> cpu_turbo;  // Absent where the kernel hides it.
  std::optional<double> load_1min;  // At start.
  std::string virtual_machine;      // Maker and product; empty: none is known.
  // Counters that TimedRegion lacks here, or has in part, and why, for people;
  // empty: none, or nothing was timed.
  std::string absent_counters;
  std::string build_type;
  std::string compiler;
  std::string rocksdb_header_version;
  std::string rocksdb_library_version;
  bool rocksdb_assertions = false;  // The library was built without NDEBUG.
  std::map<std::string, std::string> codec_versions;  // At run time.
  uint64_t seed = 0;    // Of the round order and the bootstrap.
  uint32_t repeat = 0;  // Rounds asked for; 0: a target interval, a worker's.
  // Relative half width, 0.01 is ±1 %, and the seconds that each file had.
  std::optional<double> target_interval;
  std::optional<uint64_t> max_seconds;
  std::string rounds_note;  // With a target: what ended the rounds.
  uint32_t jobs = 1;
  bool sizes_only = false;
  std::string tables_kept_in;  // Directory; empty: none was written.
  std::vector<std::string> warnings;
};

enum class RowKind {
  kBaseline,  // The file as stored.
  kPass,
  kTotal,  // One spec (or the baseline) over all files.
};

enum class RowStatus {
  kOk,
  kSkipped,  // Could not run; status_detail says why.
  kError,    // Ran and failed, or its file is damaged.
};

// What a kTotal row holds instead of samples. Times are nanoseconds per
// repetition: the sums, over the files covered, of their rows' medians. A sum
// has no spread of its own, and is absent where a covered file lacks a value.
struct TotalOfFiles {
  bool of_baseline = false;    // Otherwise of the row's spec.
  uint64_t files = 0;          // Of the run.
  uint64_t files_covered = 0;  // Those with a row that is kOk, summed here.
  std::optional<double> write_nanos;
  std::optional<double> write_cpu_nanos;
  std::optional<double> scan_nanos;
  std::optional<double> scan_cpu_nanos;
  std::optional<double> compress_nanos;
  std::optional<double> decompress_nanos;
  std::optional<uint64_t> peak_rss_bytes;  // The largest, not the sum.
};

struct ReportRow {
  RowKind kind = RowKind::kPass;
  std::string file;  // As given; "TOTAL" for kTotal.
  PassSpec spec;     // Meaningless for baseline rows but for `engine`.
  RowStatus status = RowStatus::kOk;
  // Reason when not ok; otherwise remarks on this row, or empty.
  std::string status_detail;

  // Valid when status is kOk.
  SizeBreakdown sizes;
  BlockDistributions distributions;  // Absent in totals.
  // In blocks of the source that cannot be read (--salvage): stored bytes with
  // trailers. Baselines only; `sizes` has them in no part but file_bytes.
  uint64_t lost_data_blocks = 0;
  uint64_t lost_data_bytes = 0;
  uint64_t entries = 0;  // Points and tombstones, as RocksDB's property.
  uint64_t range_deletions = 0;
  uint64_t blocks_compressed = 0;
  uint64_t blocks_rejected = 0;
  uint64_t blocks_bypassed = 0;
  std::optional<EffectiveConfiguration> effective;  // Passes only.
  std::optional<PoolMemory> compress_pool;  // Block engine with a pool only.
  // Baselines: XXH3-128 of the input's bytes, and of its entries in file order
  // (of the bytes again for a raw input); 32 hex digits.
  std::string input_hash;
  std::string entries_hash;

  std::vector<PassSample> samples;    // Empty with sizes_only and in totals.
  std::optional<TotalOfFiles> total;  // Only, and always, in kTotal rows.
};

struct RunReport {
  int schema_version = kReportSchemaVersion;
  bool complete = true;  // false: interrupted, or ended by an error.
  RunContext context;
  std::vector<ReportRow> rows;  // Baseline first, then in the order asked.
};

}  // namespace sstr
