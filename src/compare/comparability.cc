// SPDX-License-Identifier: Apache-2.0

#include "compare/comparability.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "compare/configuration.h"
#include "report/columns.h"

namespace sstr {
namespace {

std::string WhyMissing(const MatchedCell& cell) {
  if (cell.baseline == nullptr) return "only the contender has this cell";
  if (cell.contender == nullptr) return "only the baseline has this cell";
  return "";
}

std::string WhyNotOk(std::string_view side, const ReportRow& row) {
  if (row.status == RowStatus::kOk) return "";
  return fmt::format("{}: {}: {}", side, RowStatusName(row.status),
                     row.status_detail);
}

uint64_t RangeDeletions(const ReportRow* row) {
  return row == nullptr ? 0 : row->range_deletions;
}

std::string WhyDropped(const MatchedCell& cell, const CompareOptions& options) {
  const bool baseline_drops = options.baseline.drops_range_deletions;
  if (baseline_drops == options.contender.drops_range_deletions) return "";
  const uint64_t range_deletions =
      std::max({RangeDeletions(cell.baseline_stored),
                RangeDeletions(cell.contender_stored),
                RangeDeletions(cell.baseline), RangeDeletions(cell.contender)});
  if (range_deletions == 0) return "";
  return fmt::format("the {} drops the {} range deletions of the input",
                     baseline_drops ? "baseline" : "contender",
                     range_deletions);
}

// What sides that tell their entries wrote.
std::string WhyEntriesDiffer(const MatchedCell& cell) {
  const ReportRow* a = cell.baseline_stored;
  const ReportRow* b = cell.contender_stored;
  if (a != nullptr && b != nullptr && !a->entries_hash.empty() &&
      !b->entries_hash.empty() && a->entries_hash != b->entries_hash) {
    return fmt::format(
        "the sides read different entries from the input: XXH3 {} and {}",
        a->entries_hash, b->entries_hash);
  }
  const uint64_t a_entries = cell.baseline->entries;
  const uint64_t b_entries = cell.contender->entries;
  if (a_entries == b_entries || a_entries == 0 || b_entries == 0) return "";
  return fmt::format("baseline's table holds {} entries, contender's {}",
                     a_entries, b_entries);
}

std::string_view SideThatHasIt(const MetricComparison& metric) {
  return metric.baseline ? "baseline" : "contender";
}

bool IsOf(const MetricComparison& metric, std::string_view first,
          std::string_view second) {
  return metric.metric->name == first || metric.metric->name == second;
}

std::string WhyTimesDiffer(std::string_view baseline,
                           std::string_view contender) {
  if (baseline == contender) return "";
  return fmt::format(
      "the times include different work: baseline {}; contender "
      "{}",
      baseline, contender);
}

}  // namespace

std::string WhyCellNotComparable(const MatchedCell& cell,
                                 const CompareOptions& options) {
  if (std::string why = WhyMissing(cell); !why.empty()) return why;
  for (const std::string& why :
       {WhyNotOk("baseline", *cell.baseline),
        WhyNotOk("contender", *cell.contender), WhyDropped(cell, options),
        WhyEntriesDiffer(cell),
        WhyNotSameWork(*cell.baseline, *cell.contender,
                       options.accept_format_version)}) {
    if (!why.empty()) return why;
  }
  return "";
}

std::string WhyMetricNotComparable(const MetricComparison& metric,
                                   const CompareOptions& options) {
  if (!metric.baseline || !metric.contender) {
    return fmt::format("only the {} has it", SideThatHasIt(metric));
  }
  if (IsOf(metric, "write", "write_cpu")) {
    std::string why = WhyTimesDiffer(options.baseline.write_time,
                                     options.contender.write_time);
    if (!why.empty()) {
      why += "; a scan of the stored file is about what reading it takes";
    }
    return why;
  }
  if (IsOf(metric, "scan", "scan_cpu")) {
    return WhyTimesDiffer(options.baseline.scan_time,
                          options.contender.scan_time);
  }
  return "";
}

}  // namespace sstr
