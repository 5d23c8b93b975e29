// SPDX-License-Identifier: Apache-2.0

#include "report/counter_summary.h"

#include <utility>
#include <vector>

#include "stats/summary.h"

namespace sstr {
namespace {

std::optional<double> MedianOrAbsent(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  return Median(values);
}

// `field` is a counter of TimedRegion, be it optional or not.
template <typename Field>
std::optional<double> MedianOf(const ReportRow& row,
                               TimedRegion PassSample::*region_of,
                               Field TimedRegion::*field) {
  std::vector<double> values;
  for (const PassSample& sample : row.samples) {
    const TimedRegion& region = sample.*region_of;
    const std::optional<uint64_t> count = region.*field;
    if (region.iterations == 0 || !count) continue;
    values.push_back(static_cast<double>(*count) /
                     static_cast<double>(region.iterations));
  }
  return MedianOrAbsent(values);
}

CounterMedians CountersOf(const ReportRow& row,
                          TimedRegion PassSample::*region) {
  return {
      .user_nanos = MedianOf(row, region, &TimedRegion::user_nanos),
      .system_nanos = MedianOf(row, region, &TimedRegion::system_nanos),
      .minor_faults = MedianOf(row, region, &TimedRegion::minor_faults),
      .major_faults = MedianOf(row, region, &TimedRegion::major_faults),
      .voluntary_switches =
          MedianOf(row, region, &TimedRegion::voluntary_switches),
      .involuntary_switches =
          MedianOf(row, region, &TimedRegion::involuntary_switches),
      .migrations = MedianOf(row, region, &TimedRegion::migrations),
      .cycles = MedianOf(row, region, &TimedRegion::cycles),
      .instructions = MedianOf(row, region, &TimedRegion::instructions),
      .branches = MedianOf(row, region, &TimedRegion::branches),
      .branch_misses = MedianOf(row, region, &TimedRegion::branch_misses),
  };
}

std::optional<CallLatency> LatencyOf(
    const ReportRow& row, std::optional<CallLatency> PassSample::*latency_of) {
  uint64_t calls = 0;
  std::vector<double> p50;
  std::vector<double> p95;
  std::vector<double> p99;
  for (const PassSample& sample : row.samples) {
    const std::optional<CallLatency>& latency = sample.*latency_of;
    if (!latency) continue;
    calls += latency->calls;
    p50.push_back(latency->p50);
    p95.push_back(latency->p95);
    p99.push_back(latency->p99);
  }
  if (calls == 0) return std::nullopt;
  return CallLatency{calls, Median(p50), Median(p95), Median(p99)};
}

std::optional<double> PerCall(const ReportRow& row,
                              std::optional<double> value) {
  if (row.spec.engine != kBlockEngineName || !value ||
      row.sizes.data_blocks == 0) {
    return std::nullopt;
  }
  return *value / static_cast<double>(row.sizes.data_blocks);
}

}  // namespace

void SummarizeCounters(const ReportRow& row, RowSummary* summary) {
  summary->write_counters = CountersOf(row, &PassSample::write);
  summary->scan_counters = CountersOf(row, &PassSample::scan);
  summary->compress_call_nanos =
      LatencyOf(row, &PassSample::compress_call_nanos);
  summary->decompress_call_nanos =
      LatencyOf(row, &PassSample::decompress_call_nanos);
  summary->write_faults_per_call =
      PerCall(row, summary->write_counters.minor_faults);
  summary->write_system_nanos_per_call =
      PerCall(row, summary->write_counters.system_nanos);
  summary->scan_faults_per_call =
      PerCall(row, summary->scan_counters.minor_faults);
  summary->scan_system_nanos_per_call =
      PerCall(row, summary->scan_counters.system_nanos);
}

}  // namespace sstr
