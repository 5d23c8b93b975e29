// SPDX-License-Identifier: Apache-2.0

#include "report/row_summary.h"

#include <algorithm>
#include <vector>

#include "base/units.h"
#include "report/counter_summary.h"
#include "stats/summary.h"

namespace sstr {
namespace {

std::optional<double> PositiveOrAbsent(double nanos) {
  return nanos > 0 ? std::optional<double>(nanos) : std::nullopt;
}

std::optional<double> PositiveOrAbsent(std::optional<double> nanos) {
  return nanos ? PositiveOrAbsent(*nanos) : std::nullopt;
}

constexpr TimeMetric kTimeMetrics[] = {
    {"write_wall_nanos",
     [](const PassSample& sample) {
       return PositiveOrAbsent(sample.write.WallNanosPerIteration());
     },
     &RowSummary::write, &TotalOfFiles::write_nanos},
    {"write_cpu_nanos",
     [](const PassSample& sample) {
       return PositiveOrAbsent(sample.write.CpuNanosPerIteration());
     },
     &RowSummary::write_cpu, &TotalOfFiles::write_cpu_nanos},
    {"scan_wall_nanos",
     [](const PassSample& sample) {
       return PositiveOrAbsent(sample.scan.WallNanosPerIteration());
     },
     &RowSummary::scan, &TotalOfFiles::scan_nanos},
    {"scan_cpu_nanos",
     [](const PassSample& sample) {
       return PositiveOrAbsent(sample.scan.CpuNanosPerIteration());
     },
     &RowSummary::scan_cpu, &TotalOfFiles::scan_cpu_nanos},
    {"compress_nanos",
     [](const PassSample& sample) {
       return PositiveOrAbsent(sample.compress_nanos);
     },
     &RowSummary::compress, &TotalOfFiles::compress_nanos},
    {"decompress_nanos",
     [](const PassSample& sample) {
       return PositiveOrAbsent(sample.decompress_nanos);
     },
     &RowSummary::decompress, &TotalOfFiles::decompress_nanos},
};

std::optional<TimeSummary> SummarizeTime(
    const TimeMetric& metric, std::span<const PassSample> samples,
    std::optional<uint64_t> interval_seed) {
  std::vector<double> values;
  for (const PassSample& sample : samples) {
    if (const auto value = metric.of_sample(sample)) values.push_back(*value);
  }
  const std::optional<Summary> summary = Summarize(values);
  if (!summary) return std::nullopt;
  TimeSummary time = {.n = summary->n,
                      .median_nanos = summary->median,
                      .min_nanos = summary->min};
  if (summary->n > 1) time.mad_nanos = summary->mad;
  if (interval_seed) {
    time.median_interval_nanos =
        BootstrapMedianInterval(values, {.seed = *interval_seed});
  }
  return time;
}

void SummarizeSamples(const ReportRow& row,
                      std::optional<uint64_t> interval_seed,
                      RowSummary* summary) {
  summary->samples = row.samples.size();
  for (const TimeMetric& metric : kTimeMetrics) {
    summary->*metric.summary =
        SummarizeTime(metric, row.samples, interval_seed);
  }
  SummarizeCounters(row, summary);
  for (const PassSample& sample : row.samples) {
    // An empty optional is less than any value.
    summary->peak_rss_bytes =
        std::max(summary->peak_rss_bytes, sample.peak_rss_bytes);
  }
}

void SummarizeTotal(const TotalOfFiles& total, RowSummary* summary) {
  for (const TimeMetric& metric : kTimeMetrics) {
    if (const auto nanos = PositiveOrAbsent(total.*metric.total)) {
      summary->*metric.summary = TimeSummary{.median_nanos = *nanos};
    }
  }
  summary->peak_rss_bytes = total.peak_rss_bytes;
}

std::optional<double> Speed(uint64_t bytes,
                            const std::optional<TimeSummary>& time) {
  return time ? MbPerSec(bytes, time->median_nanos) : std::nullopt;
}

}  // namespace

std::span<const TimeMetric> TimeMetrics() { return kTimeMetrics; }

RowSummary SummarizeRow(const ReportRow& row,
                        std::optional<uint64_t> interval_seed) {
  RowSummary summary;
  if (row.status != RowStatus::kOk) return summary;
  if (row.total) {
    SummarizeTotal(*row.total, &summary);
  } else {
    SummarizeSamples(row, interval_seed, &summary);
  }
  const uint64_t uncompressed_bytes = row.sizes.uncompressed_data_bytes;
  summary.compression_ratio =
      CompressionRatio(uncompressed_bytes, row.sizes.data_payload_bytes);
  summary.write_mb_per_sec = Speed(uncompressed_bytes, summary.write);
  summary.scan_mb_per_sec = Speed(uncompressed_bytes, summary.scan);
  return summary;
}

}  // namespace sstr
