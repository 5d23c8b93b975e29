// SPDX-License-Identifier: Apache-2.0
//
// Reports of two sides built by hand for the tests of this folder: one file of
// 1000 bytes of data, rounds with times that can be compared without a
// calculator.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "report/run_report.h"

namespace sstr {

inline PassSpec SpecOf(CompressionType type,
                       int level = kDefaultCompressionLevel) {
  PassSpec spec;
  spec.codec.type = type;
  spec.codec.level = level;
  return spec;
}

inline ReportRow StoredRow(const std::string& file,
                           const std::string& input_hash = "") {
  ReportRow row;
  row.kind = RowKind::kBaseline;
  row.file = file;
  row.spec.engine = kStoredEngineName;
  row.input_hash = input_hash;
  return row;
}

// 5000 bytes in the file, 1000 of them in one data block.
inline ReportRow PassRow(const PassSpec& spec,
                         const std::string& file = "data/a.sst") {
  ReportRow row;
  row.file = file;
  row.spec = spec;
  row.sizes.file_bytes = 5000;
  row.sizes.data_payload_bytes = 995;
  row.sizes.data_trailer_bytes = 5;
  row.sizes.data_blocks = 1;
  row.entries = 100;
  row.effective = EffectiveConfiguration{.type = spec.codec.type,
                                         .level = std::nullopt,
                                         .threads = 1,
                                         .format_version = 5,
                                         .keep_rule = "rocksdb7"};
  return row;
}

inline TimedRegion RegionOfNanos(double wall_nanos) {
  TimedRegion region;
  region.iterations = 1;
  region.wall_nanos = static_cast<uint64_t>(wall_nanos);
  return region;
}

// One sample per value, in rounds 0, 1, ...: write wall time alone.
inline void AddWrites(const std::vector<double>& nanos, ReportRow* row) {
  for (const double value : nanos) {
    PassSample sample;
    sample.round = row->samples.size();
    sample.write = RegionOfNanos(value);
    row->samples.push_back(sample);
  }
}

// `rounds` values around `centre`, at most 0.6 % away, in an order of their
// own for each `phase`.
inline std::vector<double> QuietRounds(double centre, size_t rounds,
                                       size_t phase = 0) {
  std::vector<double> values;
  for (size_t i = 0; i < rounds; ++i) {
    const size_t step = (i * 5 + phase) % 12;
    values.push_back(centre * (1 + (static_cast<double>(step) - 5.5) / 1000));
  }
  return values;
}

inline RunReport ReportOf(std::vector<ReportRow> rows) {
  RunReport report;
  report.context.rocksdb_library_version = "7.8.3";
  report.context.rocksdb_header_version = "7.8.3";
  report.context.build_type = "Release";
  report.context.host = "testhost";
  report.context.command_line = "sst_recompress data";
  report.rows = std::move(rows);
  return report;
}

}  // namespace sstr
