// SPDX-License-Identifier: Apache-2.0
//
// The metrics of a comparison: the one place where their names, their kinds
// and their sources in a report row meet.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "report/run_report.h"

namespace sstr {

enum class MetricKind {
  kSize,    // Bytes; the same in every pass, compared exactly.
  kTime,    // Nanoseconds per repetition, judged over the rounds.
  kMemory,  // Bytes of a process; see kMemoryResolutionBytes.
};

struct ComparedMetric {
  std::string_view name;   // As --fail_if, CSV and JSON have it.
  std::string_view label;  // As people read it.
  MetricKind kind;
  // Either of the row or of each of its samples; the other is null. Absent
  // where the side does not tell or did not measure it.
  std::optional<uint64_t> (*of_row)(const ReportRow& row) = nullptr;
  std::optional<double> (*of_sample)(const PassSample& sample) = nullptr;
};

// In the order in which they are printed.
std::span<const ComparedMetric> ComparedMetrics();

// nullptr: no metric has that name.
const ComparedMetric* FindComparedMetric(std::string_view name);

// "size, data_size, ...": for messages and help texts.
std::string ComparedMetricNames();

}  // namespace sstr
