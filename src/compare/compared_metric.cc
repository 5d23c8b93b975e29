// SPDX-License-Identifier: Apache-2.0

#include "compare/compared_metric.h"

#include <algorithm>
#include <cassert>
#include <vector>

#include "report/row_summary.h"

namespace sstr {
namespace {

// No file is empty: 0 stands for a size that a foreign program did not print.
std::optional<uint64_t> FileBytes(const ReportRow& row) {
  const uint64_t bytes = row.sizes.file_bytes;
  return bytes == 0 ? std::nullopt : std::optional(bytes);
}

// 0 bytes are true only of a table without data blocks, which only a file size
// tells from an unknown one.
std::optional<uint64_t> DataBytes(const ReportRow& row) {
  const SizeBreakdown& sizes = row.sizes;
  const uint64_t bytes = sizes.data_bytes();
  const bool is_known =
      bytes > 0 || (sizes.file_bytes > 0 && sizes.data_blocks == 0);
  return is_known ? std::optional(bytes) : std::nullopt;
}

std::optional<double> PeakMemory(const PassSample& sample) {
  if (!sample.peak_rss_bytes || *sample.peak_rss_bytes == 0) {
    return std::nullopt;
  }
  return static_cast<double>(*sample.peak_rss_bytes);
}

ComparedMetric TimeNamed(std::string_view name, std::string_view label,
                         std::string_view report_name) {
  const std::span<const TimeMetric> times = TimeMetrics();
  const auto time = std::find_if(
      times.begin(), times.end(),
      [&](const TimeMetric& metric) { return metric.name == report_name; });
  assert(time != times.end());
  return {.name = name,
          .label = label,
          .kind = MetricKind::kTime,
          .of_sample = time->of_sample};
}

std::vector<ComparedMetric> MakeMetrics() {
  return {
      {"size", "file size", MetricKind::kSize, FileBytes},
      {"data_size", "data size", MetricKind::kSize, DataBytes},
      TimeNamed("write", "write", "write_wall_nanos"),
      TimeNamed("write_cpu", "write CPU", "write_cpu_nanos"),
      TimeNamed("scan", "scan", "scan_wall_nanos"),
      TimeNamed("scan_cpu", "scan CPU", "scan_cpu_nanos"),
      TimeNamed("compress", "compress", "compress_nanos"),
      TimeNamed("decompress", "decompress", "decompress_nanos"),
      {"memory", "peak memory", MetricKind::kMemory, nullptr, PeakMemory},
  };
}

}  // namespace

std::span<const ComparedMetric> ComparedMetrics() {
  static const std::vector<ComparedMetric> metrics = MakeMetrics();
  return metrics;
}

const ComparedMetric* FindComparedMetric(std::string_view name) {
  for (const ComparedMetric& metric : ComparedMetrics()) {
    if (metric.name == name) return &metric;
  }
  return nullptr;
}

std::string ComparedMetricNames() {
  std::string names;
  for (const ComparedMetric& metric : ComparedMetrics()) {
    if (!names.empty()) names += ", ";
    names += metric.name;
  }
  return names;
}

}  // namespace sstr
