// SPDX-License-Identifier: Apache-2.0
//
// A report built by hand for the tests of this folder: round numbers, so that
// every derived figure can be checked without a calculator, and every kind of
// row. Two files: a large one, and one with a single tiny block.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "report/run_report.h"

namespace sstr {

// One timed region of `micros` per repetition. CPU time is 0.9 of it.
inline TimedRegion RegionOfMicros(double micros, uint64_t iterations = 1) {
  TimedRegion region;
  region.iterations = iterations;
  region.wall_nanos =
      static_cast<uint64_t>(micros * 1000 * static_cast<double>(iterations));
  region.cpu_nanos = region.wall_nanos / 10 * 9;
  region.user_nanos = region.cpu_nanos;
  region.minor_faults = 3;
  return region;
}

// Adds samples whose rounds took these microseconds; 0 for "not run".
inline void AddSamples(
    std::initializer_list<std::pair<double, double>> write_and_scan_micros,
    ReportRow* row) {
  for (const auto& [write_micros, scan_micros] : write_and_scan_micros) {
    PassSample sample;
    sample.round = row->samples.size();
    if (write_micros > 0) sample.write = RegionOfMicros(write_micros);
    if (scan_micros > 0) sample.scan = RegionOfMicros(scan_micros);
    sample.peak_rss_bytes = 50'000'000 + 1'000'000 * sample.round;
    row->samples.push_back(sample);
  }
}

inline PassSpec SampleSpec(CompressionType type) {
  PassSpec spec;
  spec.codec.type = type;
  return spec;
}

// 200 data blocks of 2 500 000 bytes uncompressed; index 4000 and 1000 bytes of
// properties, metaindex and footer.
inline ReportRow LargeFileRow(RowKind kind, const PassSpec& spec,
                              uint64_t data_payload_bytes,
                              uint64_t dictionary_bytes = 0) {
  ReportRow row;
  row.kind = kind;
  row.file = "data/large.sst";
  row.spec = spec;
  row.sizes.data_payload_bytes = data_payload_bytes;
  row.sizes.data_trailer_bytes = 1000;
  row.sizes.index_bytes = 4000;
  row.sizes.dictionary_bytes = dictionary_bytes;
  row.sizes.properties_bytes = 900;
  row.sizes.metaindex_bytes = 47;
  row.sizes.footer_bytes = 53;
  row.sizes.file_bytes = row.sizes.SumOfParts();
  row.sizes.uncompressed_data_bytes = 2'500'000;
  row.sizes.data_blocks = 200;
  row.entries = 20100;
  row.range_deletions = 100;
  return row;
}

// Stored as ZSTD, half of its blocks raw. Ratio 2500000 / 1000000 = 2.5; scan
// 5000 us, deviations 0 200 400; 2.5 MB in 5 ms are 500 MB/s.
inline ReportRow LargeBaseline() {
  PassSpec stored;
  stored.engine = "stored";
  ReportRow row = LargeFileRow(RowKind::kBaseline, stored, 1'000'000);
  row.distributions = {.payload_bytes = BlockDistribution{4000, 5000, 6000},
                       .compression_ratio = BlockDistribution{1, 2.5, 3.5}};
  row.lost_data_blocks = 2;
  row.lost_data_bytes = 300;
  row.sizes.data_blocks_by_stored_type = {{CompressionType::kNone, 100},
                                          {CompressionType::kZSTD, 100}};
  row.blocks_compressed = 100;
  AddSamples({{0, 5400}, {0, 5000}, {0, 4800}}, &row);
  return row;
}

// Write 2500 us, deviations 0 100 300; 1000 MB/s. Scan 1000 us; 2500 MB/s.
inline ReportRow LargeNone() {
  ReportRow row = LargeFileRow(RowKind::kPass,
                               SampleSpec(CompressionType::kNone), 2'500'000);
  row.sizes.data_blocks_by_stored_type = {{CompressionType::kNone, 200}};
  row.blocks_bypassed = 200;
  AddSamples({{2400, 1000}, {2500, 1000}, {2800, 1250}}, &row);
  return row;
}

// Ratio 5; a dictionary of 16384 bytes and 5 of trailer. Write 20000 us,
// deviations 0 1000 5000; 125 MB/s. Scan 4000 us, deviations 0 100 300; 625
// MB/s. Compress 15500.5 us; decompress 2000 us.
inline ReportRow LargeZstd() {
  PassSpec spec = SampleSpec(CompressionType::kZSTD);
  spec.codec.level = 3;
  spec.codec.max_dict_bytes = 16384;
  spec.threads = 2;
  ReportRow row = LargeFileRow(RowKind::kPass, spec, 500'000, 16'389);
  row.sizes.data_blocks_by_stored_type = {{CompressionType::kNone, 20},
                                          {CompressionType::kZSTD, 180}};
  row.blocks_compressed = 180;
  row.blocks_rejected = 20;
  AddSamples({{20000, 4000}, {25000, 4300}, {19000, 3900}}, &row);
  const double compress_nanos[] = {15'500'500, 16'000'500, 15'000'500};
  const double decompress_nanos[] = {2'000'000, 2'600'000, 2'000'000};
  for (size_t i = 0; i < row.samples.size(); ++i) {
    row.samples[i].compress_nanos = compress_nanos[i];
    row.samples[i].decompress_nanos = decompress_nanos[i];
    row.samples[i].write.cycles = 60'000'000;
  }
  return row;
}

inline ReportRow SkippedXpress(const std::string& file) {
  ReportRow row;
  row.file = file;
  row.spec = SampleSpec(CompressionType::kXpress);
  row.status = RowStatus::kSkipped;
  row.status_detail = "kXpressCompression is not supported by this build";
  return row;
}

// One entry in one block of 10 bytes.
inline ReportRow TinyFileRow(RowKind kind, const PassSpec& spec) {
  ReportRow row;
  row.kind = kind;
  row.file = "data/tiny, \"odd\".sst";
  row.spec = spec;
  row.sizes.data_payload_bytes = 10;
  row.sizes.data_trailer_bytes = 5;
  row.sizes.index_bytes = 25;
  row.sizes.properties_bytes = 800;
  row.sizes.metaindex_bytes = 47;
  row.sizes.footer_bytes = 53;
  row.sizes.file_bytes = row.sizes.SumOfParts();
  row.sizes.uncompressed_data_bytes = 10;
  row.sizes.data_blocks = 1;
  row.sizes.data_blocks_by_stored_type = {{CompressionType::kNone, 1}};
  row.entries = 1;
  return row;
}

// Scan 0.2 us over a million repetitions; 10 bytes in 200 ns are 50 MB/s.
inline ReportRow TinyBaseline() {
  PassSpec stored;
  stored.engine = "stored";
  ReportRow row = TinyFileRow(RowKind::kBaseline, stored);
  AddSamples({{0, 1}}, &row);
  row.samples[0].scan = RegionOfMicros(0.2, 1'000'000);
  return row;
}

// Write 0.4 us, 25 MB/s; scan 0.2 us, 50 MB/s; one sample, so no deviation.
inline ReportRow TinyNone() {
  ReportRow row =
      TinyFileRow(RowKind::kPass, SampleSpec(CompressionType::kNone));
  row.blocks_bypassed = 1;
  row.status_detail = "one block only";
  AddSamples({{1, 1}}, &row);
  row.samples[0].write = RegionOfMicros(0.4, 1'000'000);
  row.samples[0].scan = RegionOfMicros(0.2, 1'000'000);
  return row;
}

inline ReportRow TinyZstdError() {
  ReportRow row;
  row.file = TinyBaseline().file;
  row.spec = LargeZstd().spec;
  row.status = RowStatus::kError;
  row.status_detail = "entry 0: value differs, \"a\" is not \"b\"";
  return row;
}

inline RunContext SampleContext() {
  RunContext context;
  context.tool_version = "0.1.0";
  context.command_line = "sst_recompress --repeat=3 data";
  context.date_utc = "2024-02-29T12:34:56Z";
  context.host = "testhost";
  context.cpu_model = "Test CPU @ 2.00GHz";
  context.cpu_count = 4;
  context.pinned_to = "0-3";
  context.cpu_governor = "unknown";
  context.cpu_turbo = false;
  context.virtual_machine = "QEMU Standard PC";
  context.absent_counters = "branches: absent (no such event)";
  context.load_1min = 0.25;
  context.build_type = "Release";
  context.compiler = "GNU 12.2.0";
  context.rocksdb_header_version = "7.8.3";
  context.rocksdb_library_version = "7.8.3";
  context.rocksdb_assertions = true;
  context.codec_versions = {{"lz4", "1.9.4"}, {"zstd", "1.5.4"}};
  context.seed = 42;
  context.repeat = 3;
  context.warnings = {"RocksDB was built with assertions on"};
  return context;
}

// Without totals; AddTotals() adds them.
inline RunReport SampleReport() {
  RunReport report;
  report.context = SampleContext();
  report.rows = {LargeBaseline(), LargeNone(),
                 LargeZstd(),     SkippedXpress(LargeBaseline().file),
                 TinyBaseline(),  TinyNone(),
                 TinyZstdError(), SkippedXpress(TinyBaseline().file)};
  return report;
}

}  // namespace sstr
