// SPDX-License-Identifier: Apache-2.0
//
// The fields of a report's structs by their JSON names, listed once for writer
// and reader: each function calls visit(name, field) for every field in order.
// `Struct` is the struct, const for the writer. Needed by json_writer.cc and
// json_reader.cc only.

#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "report/run_report.h"

namespace sstr {

inline constexpr std::array<std::pair<std::string_view, RowKind>, 3> kRowKinds =
    {{{"baseline", RowKind::kBaseline},
      {"pass", RowKind::kPass},
      {"total", RowKind::kTotal}}};

template <typename Struct, typename Visitor>
void VisitContext(Struct& context, Visitor&& visit) {
  visit("tool_version", context.tool_version);
  visit("command_line", context.command_line);
  visit("date_utc", context.date_utc);
  visit("host", context.host);
  visit("cpu_model", context.cpu_model);
  visit("cpu_count", context.cpu_count);
  visit("pinned_to", context.pinned_to);
  visit("cpu_governor", context.cpu_governor);
  visit("cpu_turbo", context.cpu_turbo);
  visit("load_1min", context.load_1min);
  visit("virtual_machine", context.virtual_machine);
  visit("absent_counters", context.absent_counters);
  visit("build_type", context.build_type);
  visit("compiler", context.compiler);
  visit("rocksdb_header_version", context.rocksdb_header_version);
  visit("rocksdb_library_version", context.rocksdb_library_version);
  visit("rocksdb_assertions", context.rocksdb_assertions);
  visit("codec_versions", context.codec_versions);
  visit("seed", context.seed);
  visit("repeat", context.repeat);
  visit("target_interval", context.target_interval);
  visit("max_seconds", context.max_seconds);
  visit("rounds_note", context.rounds_note);
  visit("jobs", context.jobs);
  visit("sizes_only", context.sizes_only);
  visit("tables_kept_in", context.tables_kept_in);
  visit("warnings", context.warnings);
}

template <typename Struct, typename Visitor>
void VisitSpec(Struct& spec, Visitor&& visit) {
  visit("engine", spec.engine);
  visit("compression_type", spec.codec.type);
  visit("compression_level", spec.codec.level);
  visit("max_dict_bytes", spec.codec.max_dict_bytes);
  visit("zstd_max_train_bytes", spec.codec.zstd_max_train_bytes);
  visit("max_dict_buffer_bytes", spec.codec.max_dict_buffer_bytes);
  visit("use_zstd_dict_trainer", spec.codec.use_zstd_dict_trainer);
  visit("block_size", spec.block_size);
  visit("threads", spec.threads);
  visit("enable_index_compression", spec.enable_index_compression);
  visit("verify_compression", spec.verify_compression);
  visit("table_options", spec.table_options);
  visit("variant", spec.variant);
  visit("allocator", spec.allocator);
  visit("keep_rule", spec.keep_rule);
}

template <typename Struct, typename Visitor>
void VisitEffective(Struct& effective, Visitor&& visit) {
  visit("compression_type", effective.type);
  visit("compression_level", effective.level);
  visit("threads", effective.threads);
  visit("format_version", effective.format_version);
  visit("keep_rule", effective.keep_rule);
}

template <typename Struct, typename Visitor>
void VisitPool(Struct& pool, Visitor&& visit) {
  visit("held_bytes", pool.held_bytes);
  visit("peak_live_bytes", pool.peak_live_bytes);
}

template <typename Struct, typename Visitor>
void VisitLatency(Struct& latency, Visitor&& visit) {
  visit("calls", latency.calls);
  visit("p50", latency.p50);
  visit("p95", latency.p95);
  visit("p99", latency.p99);
}

template <typename Struct, typename Visitor>
void VisitSizes(Struct& sizes, Visitor&& visit) {
  visit("file_bytes", sizes.file_bytes);
  visit("data_payload_bytes", sizes.data_payload_bytes);
  visit("data_trailer_bytes", sizes.data_trailer_bytes);
  visit("index_bytes", sizes.index_bytes);
  visit("filter_bytes", sizes.filter_bytes);
  visit("dictionary_bytes", sizes.dictionary_bytes);
  visit("range_del_bytes", sizes.range_del_bytes);
  visit("properties_bytes", sizes.properties_bytes);
  visit("metaindex_bytes", sizes.metaindex_bytes);
  visit("footer_bytes", sizes.footer_bytes);
  visit("other_meta_bytes", sizes.other_meta_bytes);
  visit("padding_bytes", sizes.padding_bytes);
  visit("uncompressed_data_bytes", sizes.uncompressed_data_bytes);
  visit("data_blocks", sizes.data_blocks);
  visit("data_blocks_by_stored_type", sizes.data_blocks_by_stored_type);
}

template <typename Struct, typename Visitor>
void VisitDistribution(Struct& distribution, Visitor&& visit) {
  visit("p5", distribution.p5);
  visit("p50", distribution.p50);
  visit("p95", distribution.p95);
}

template <typename Struct, typename Visitor>
void VisitDistributions(Struct& distributions, Visitor&& visit) {
  visit("payload_bytes", distributions.payload_bytes);
  visit("compression_ratio", distributions.compression_ratio);
}

template <typename Struct, typename Visitor>
void VisitTotal(Struct& total, Visitor&& visit) {
  visit("of_baseline", total.of_baseline);
  visit("files", total.files);
  visit("files_covered", total.files_covered);
  visit("write_nanos", total.write_nanos);
  visit("write_cpu_nanos", total.write_cpu_nanos);
  visit("scan_nanos", total.scan_nanos);
  visit("scan_cpu_nanos", total.scan_cpu_nanos);
  visit("compress_nanos", total.compress_nanos);
  visit("decompress_nanos", total.decompress_nanos);
  visit("peak_rss_bytes", total.peak_rss_bytes);
}

template <typename Struct, typename Visitor>
void VisitRegion(Struct& region, Visitor&& visit) {
  visit("iterations", region.iterations);
  visit("wall_nanos", region.wall_nanos);
  visit("cpu_nanos", region.cpu_nanos);
  visit("user_nanos", region.user_nanos);
  visit("system_nanos", region.system_nanos);
  visit("minor_faults", region.minor_faults);
  visit("major_faults", region.major_faults);
  visit("voluntary_switches", region.voluntary_switches);
  visit("involuntary_switches", region.involuntary_switches);
  visit("migrations", region.migrations);
  visit("cycles", region.cycles);
  visit("instructions", region.instructions);
  visit("branches", region.branches);
  visit("branch_misses", region.branch_misses);
}

template <typename Struct, typename Visitor>
void VisitSample(Struct& sample, Visitor&& visit) {
  visit("round", sample.round);
  visit("write", sample.write);
  visit("scan", sample.scan);
  visit("compress_nanos", sample.compress_nanos);
  visit("decompress_nanos", sample.decompress_nanos);
  visit("compress_call_nanos", sample.compress_call_nanos);
  visit("decompress_call_nanos", sample.decompress_call_nanos);
  visit("peak_rss_bytes", sample.peak_rss_bytes);
}

}  // namespace sstr
