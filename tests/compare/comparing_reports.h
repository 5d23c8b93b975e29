// SPDX-License-Identifier: Apache-2.0
//
// Compares the reports of paired_reports.h for the tests of comparisons, and
// finds what was said about one metric.

#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "compare/comparison.h"
#include "compare/paired_reports.h"

namespace sstr {

inline constexpr size_t kRounds = 12;
inline const PassSpec kLZ4Spec = SpecOf(CompressionType::kLZ4);

inline Comparison CompareOk(const RunReport& a, const RunReport& b,
                            const CompareOptions& options = {.paired = true}) {
  Result<Comparison> comparison = Compare(a, b, options);
  EXPECT_TRUE(comparison.ok()) << comparison.status().message();
  return comparison.ok() ? *std::move(comparison) : Comparison();
}

inline Comparison CompareRows(const ReportRow& a, const ReportRow& b,
                              const CompareOptions& options = {
                                  .paired = true}) {
  return CompareOk(ReportOf({a}), ReportOf({b}), options);
}

// REQUIRES: the first cell has it.
inline const MetricComparison& MetricOf(const Comparison& comparison,
                                        std::string_view name) {
  for (const MetricComparison& metric : comparison.cells.at(0).metrics) {
    if (metric.metric->name == name) return metric;
  }
  ADD_FAILURE() << "no metric " << name;
  static const MetricComparison none;
  return none;
}

inline bool HasMetric(const Comparison& comparison, std::string_view name) {
  for (const MetricComparison& metric : comparison.cells.at(0).metrics) {
    if (metric.metric->name == name) return true;
  }
  return false;
}

inline ReportRow WrittenRow(const std::vector<double>& nanos) {
  ReportRow row = PassRow(kLZ4Spec);
  AddWrites(nanos, &row);
  return row;
}

}  // namespace sstr
