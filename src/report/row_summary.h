// SPDX-License-Identifier: Apache-2.0
//
// What a row's raw samples say: medians, spreads, speeds. Derived anew by every
// writer; never stored in a report. A value that was not measured is absent:
// no time is ever 0 and no speed infinite.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "report/run_report.h"
#include "stats/bootstrap.h"

namespace sstr {

// Nanoseconds per repetition.
struct TimeSummary {
  size_t n = 0;  // Samples that have this time; 0 for a total's sum.
  double median_nanos = 0;
  // Unscaled median absolute deviation, and the minimum. Absent in totals; the
  // deviation also for one sample, which says nothing about spread.
  std::optional<double> mad_nanos;
  std::optional<double> min_nanos;
  std::optional<Interval> median_interval_nanos;  // 95 %, when asked for.
};

// Medians over the samples of one region, per repetition. Absent where no
// sample has the value.
struct CounterMedians {
  std::optional<double> user_nanos;
  std::optional<double> system_nanos;
  std::optional<double> minor_faults;
  std::optional<double> major_faults;
  std::optional<double> voluntary_switches;
  std::optional<double> involuntary_switches;
  std::optional<double> migrations;
  std::optional<double> cycles;
  std::optional<double> instructions;
  std::optional<double> branches;
  std::optional<double> branch_misses;
};

struct RowSummary {
  std::optional<uint64_t> samples;  // Absent in totals and rows not kOk.
  std::optional<TimeSummary> write;
  std::optional<TimeSummary> write_cpu;
  std::optional<TimeSummary> scan;
  std::optional<TimeSummary> scan_cpu;
  std::optional<TimeSummary> compress;
  std::optional<TimeSummary> decompress;
  // Absent without data blocks.
  std::optional<double> compression_ratio;
  // uncompressed_data_bytes by the median time.
  std::optional<double> write_mb_per_sec;
  std::optional<double> scan_mb_per_sec;
  std::optional<uint64_t> peak_rss_bytes;  // The largest of the samples.
  CounterMedians write_counters;
  CounterMedians scan_counters;
  // Medians over the samples of each of their percentiles; `calls` is the sum.
  std::optional<CallLatency> compress_call_nanos;
  std::optional<CallLatency> decompress_call_nanos;
  // Block engine: per codec call, from the counters.
  std::optional<double> write_faults_per_call;
  std::optional<double> write_system_nanos_per_call;
  std::optional<double> scan_faults_per_call;
  std::optional<double> scan_system_nanos_per_call;
};

// One of the six times of a row: its name and its places.
struct TimeMetric {
  std::string_view name;  // As in the JSON's `summaries`.
  // Absent when the sample has no such time, or the clock saw none pass.
  std::optional<double> (*of_sample)(const PassSample& sample);
  std::optional<TimeSummary> RowSummary::*summary;
  std::optional<double> TotalOfFiles::*total;
};
std::span<const TimeMetric> TimeMetrics();

// Everything is absent for a row that is not kOk. With a seed, the intervals
// are filled too.
RowSummary SummarizeRow(const ReportRow& row,
                        std::optional<uint64_t> interval_seed = std::nullopt);

}  // namespace sstr
