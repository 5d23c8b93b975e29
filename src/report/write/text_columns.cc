// SPDX-License-Identifier: Apache-2.0

#include "report/write/text_columns.h"

#include <fmt/format.h>

#include <optional>

#include "base/units.h"
#include "report/number_text.h"

namespace sstr {
namespace {

bool IsOk(const RowView& view) { return view.row.status == RowStatus::kOk; }

std::string Bytes(const RowView& view, uint64_t bytes) {
  return IsOk(view) ? WithThousands(bytes) : "";
}

std::string Asked(const RowView& view, uint64_t value) {
  return IsOfStoredFile(view.row) ? "" : WithThousands(value);
}

std::string Tried(const RowView& view, uint64_t blocks) {
  return IsOfStoredFile(view.row) ? "" : Bytes(view, blocks);
}

std::string Micros(const std::optional<TimeSummary>& time) {
  return time ? ThreeDigits(time->median_nanos / kNanosPerMicro) : "";
}

std::string MadMicros(const std::optional<TimeSummary>& time) {
  if (!time || !time->mad_nanos) return "";
  return "±" + ThreeDigits(*time->mad_nanos / kNanosPerMicro);
}

std::string Number(const std::optional<double>& value) {
  return value ? ThreeDigits(*value) : "";
}

std::string Codec(const RowView& view) {
  return IsOfStoredFile(view.row)
             ? "stored"
             : CompressionTypeName(view.row.spec.codec.type);
}

std::string Level(const RowView& view) {
  if (IsOfStoredFile(view.row)) return "";
  return LevelName(view.row.spec.codec.level);
}

std::string BlockSize(const RowView& view) {
  if (!IsOfStoredFile(view.row) && view.row.spec.block_size == 0) return "own";
  return Asked(view, view.row.spec.block_size);
}

std::string MaxDict(const RowView& view) {
  return Asked(view, view.row.spec.codec.max_dict_bytes);
}

std::string Threads(const RowView& view) {
  return Asked(view, view.row.spec.threads);
}

// "p50/p95/p99".
template <std::optional<CallLatency> RowSummary::*latency_of>
std::string Call(const RowView& view) {
  const std::optional<CallLatency>& latency = view.summary.*latency_of;
  if (!latency) return "";
  return fmt::format("{}/{}/{}", ThreeDigits(latency->p50 / kNanosPerMicro),
                     ThreeDigits(latency->p95 / kNanosPerMicro),
                     ThreeDigits(latency->p99 / kNanosPerMicro));
}

template <uint64_t SizeBreakdown::*part>
std::string Part(const RowView& view) {
  return Bytes(view, view.row.sizes.*part);
}

// The block engine builds no file.
template <uint64_t SizeBreakdown::*part>
std::string OfFile(const RowView& view) {
  return view.row.spec.engine == kBlockEngineName ? "" : Part<part>(view);
}

constexpr ScreenColumn kMainColumns[] = {
    {"codec", Codec, "", true},
    {"engine",
     [](const RowView& v) {
       return IsOfStoredFile(v.row) ? "" : v.row.spec.engine;
     },
     "table", true},
    {"level", Level, "default"},
    {"variant", [](const RowView& v) { return VariantName(v.row.spec); }, "",
     true},
    {"block size", BlockSize, ""},
    {"max dict", MaxDict, "0"},
    {"threads", Threads, "1"},
    {"file bytes", OfFile<&SizeBreakdown::file_bytes>, ""},
    {"data bytes",
     [](const RowView& v) { return Bytes(v, v.row.sizes.data_bytes()); }, ""},
    {"index", OfFile<&SizeBreakdown::index_bytes>, ""},
    {"dict", Part<&SizeBreakdown::dictionary_bytes>, "0"},
    {"ratio",
     [](const RowView& v) { return Number(v.summary.compression_ratio); }, ""},
    {"blocks", Part<&SizeBreakdown::data_blocks>, ""},
    {"compressed",
     [](const RowView& v) { return Bytes(v, v.row.blocks_compressed); }, ""},
    {"rejected",
     [](const RowView& v) { return Tried(v, v.row.blocks_rejected); }, ""},
    {"bypassed",
     [](const RowView& v) { return Tried(v, v.row.blocks_bypassed); }, ""},
    {"write us", [](const RowView& v) { return Micros(v.summary.write); }, ""},
    {"", [](const RowView& v) { return MadMicros(v.summary.write); }, ""},
    {"MB/s",
     [](const RowView& v) { return Number(v.summary.write_mb_per_sec); }, ""},
    {"scan us", [](const RowView& v) { return Micros(v.summary.scan); }, ""},
    {"", [](const RowView& v) { return MadMicros(v.summary.scan); }, ""},
    {"MB/s", [](const RowView& v) { return Number(v.summary.scan_mb_per_sec); },
     ""},
    {"compress call us", Call<&RowSummary::compress_call_nanos>, ""},
    {"decompress call us", Call<&RowSummary::decompress_call_nanos>, ""},
    {"faults/call",
     [](const RowView& v) { return Number(v.summary.write_faults_per_call); },
     ""},
    {"pool bytes",
     [](const RowView& v) {
       return v.row.compress_pool ? Bytes(v, v.row.compress_pool->held_bytes)
                                  : "";
     },
     ""},
    {"n",
     [](const RowView& v) {
       return v.summary.samples ? WithThousands(*v.summary.samples) : "";
     },
     "0"},
};

std::string Spread(const std::optional<BlockDistribution>& distribution,
                   std::string_view format) {
  if (!distribution) return "";
  const auto text = [&](double value) {
    return fmt::format(fmt::runtime(format), value);
  };
  return text(distribution->p5) + "/" + text(distribution->p50) + "/" +
         text(distribution->p95);
}

constexpr ScreenColumn kSizeColumns[] = {
    {"codec", Codec, "", true},
    {"level", Level, "default"},
    {"variant", [](const RowView& v) { return VariantName(v.row.spec); }, "",
     true},
    {"block size", BlockSize, ""},
    {"max dict", MaxDict, "0"},
    {"threads", Threads, "1"},
    {"file bytes", Part<&SizeBreakdown::file_bytes>, ""},
    {"data payload", Part<&SizeBreakdown::data_payload_bytes>, ""},
    {"data trailers", Part<&SizeBreakdown::data_trailer_bytes>, ""},
    {"index", Part<&SizeBreakdown::index_bytes>, ""},
    {"filter", Part<&SizeBreakdown::filter_bytes>, ""},
    {"dict", Part<&SizeBreakdown::dictionary_bytes>, ""},
    {"range-del", Part<&SizeBreakdown::range_del_bytes>, ""},
    {"properties", Part<&SizeBreakdown::properties_bytes>, ""},
    {"metaindex", Part<&SizeBreakdown::metaindex_bytes>, ""},
    {"footer", Part<&SizeBreakdown::footer_bytes>, ""},
    {"other meta", Part<&SizeBreakdown::other_meta_bytes>, ""},
    {"padding", Part<&SizeBreakdown::padding_bytes>, ""},
    {"uncompressed data", Part<&SizeBreakdown::uncompressed_data_bytes>, ""},
    {"payload p5/p50/p95",
     [](const RowView& v) {
       return Spread(v.row.distributions.payload_bytes, "{:.0f}");
     },
     ""},
    {"ratio p5/p50/p95",
     [](const RowView& v) {
       return Spread(v.row.distributions.compression_ratio, "{:.2f}");
     },
     ""},
    {"lost blocks",
     [](const RowView& v) { return WithThousands(v.row.lost_data_blocks); },
     "0"},
    {"lost bytes",
     [](const RowView& v) { return WithThousands(v.row.lost_data_bytes); },
     "0"},
    {"stored types", [](const RowView& v) { return StoredTypes(v.row.sizes); },
     "", true},
};

}  // namespace

std::span<const ScreenColumn> MainScreenColumns() { return kMainColumns; }

std::span<const ScreenColumn> SizeScreenColumns() { return kSizeColumns; }

}  // namespace sstr
