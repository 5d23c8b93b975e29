// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison_csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/units.h"
#include "report/number_text.h"
#include "report/write/csv_writer.h"

namespace sstr {
namespace {

struct CsvView {
  const Comparison& comparison;
  const CellComparison& cell;
  const MetricComparison& metric;
};

struct CsvColumn {
  std::string_view name;
  std::string (*text)(const CsvView& view);
};

// A cell that no side measured has one line without.
bool HasMetric(const CsvView& view) { return view.metric.metric != nullptr; }

// REQUIRES: HasMetric(view).
bool IsTime(const CsvView& view) {
  return view.metric.metric->kind == MetricKind::kTime;
}

std::string ValueText(const CsvView& view, const std::optional<double>& value) {
  if (!value) return "";
  if (IsTime(view)) return ThreeDecimals(*value / kNanosPerMicro);
  return fmt::format("{:.0f}", *value);
}

std::string RatioText(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.6f}", *ratio) : "";
}

std::string PercentText(const std::optional<double>& percent) {
  if (!percent) return "";
  return (*percent < 0 ? "-" : "") + ThreeDecimals(std::abs(*percent));
}

std::string RoundsText(size_t rounds) {
  return rounds == 0 ? "" : fmt::to_string(rounds);
}

std::optional<double> Low(const MetricComparison& metric) {
  return metric.ratio_interval ? std::optional(metric.ratio_interval->low)
                               : std::nullopt;
}

std::optional<double> High(const MetricComparison& metric) {
  return metric.ratio_interval ? std::optional(metric.ratio_interval->high)
                               : std::nullopt;
}

constexpr CsvColumn kColumns[] = {
    {"baseline", [](const CsvView& v) { return v.comparison.baseline_name; }},
    {"contender", [](const CsvView& v) { return v.comparison.contender_name; }},
    {"file", [](const CsvView& v) { return v.cell.file; }},
    {"cell", [](const CsvView& v) { return v.cell.name; }},
    {"metric",
     [](const CsvView& v) {
       return std::string(HasMetric(v) ? v.metric.metric->name : "");
     }},
    {"unit",
     [](const CsvView& v) {
       if (!HasMetric(v)) return std::string();
       return std::string(IsTime(v) ? "micros" : "bytes");
     }},
    {"baseline_value",
     [](const CsvView& v) { return ValueText(v, v.metric.baseline); }},
    {"contender_value",
     [](const CsvView& v) { return ValueText(v, v.metric.contender); }},
    {"baseline_rounds",
     [](const CsvView& v) { return RoundsText(v.metric.baseline_rounds); }},
    {"contender_rounds",
     [](const CsvView& v) { return RoundsText(v.metric.contender_rounds); }},
    {"ratio", [](const CsvView& v) { return RatioText(v.metric.ratio); }},
    {"ratio_low", [](const CsvView& v) { return RatioText(Low(v.metric)); }},
    {"ratio_high", [](const CsvView& v) { return RatioText(High(v.metric)); }},
    {"change_percent_of_baseline",
     [](const CsvView& v) { return PercentText(ChangePercent(v.metric)); }},
    {"verdict",
     [](const CsvView& v) {
       return std::string(FindingName(v.metric.finding));
     }},
    {"adjusted_p",
     [](const CsvView& v) {
       return v.metric.adjusted_p ? fmt::format("{:.3g}", *v.metric.adjusted_p)
                                  : "";
     }},
    {"smallest_visible_percent_of_baseline",
     [](const CsvView& v) {
       return PercentText(v.metric.smallest_visible_percent);
     }},
    {"reason", [](const CsvView& v) { return v.metric.reason; }},
};

template <typename TextOf>
void AppendLine(const TextOf& text_of, std::string* csv) {
  std::string_view separator;
  for (const CsvColumn& column : kColumns) {
    *csv += separator;
    *csv += CsvField(text_of(column));
    separator = ",";
  }
  *csv += '\n';
}

}  // namespace

std::string WriteComparisonCsv(std::span<const Comparison> comparisons) {
  std::string csv;
  AppendLine([](const CsvColumn& column) { return column.name; }, &csv);
  for (const Comparison& comparison : comparisons) {
    for (const CellComparison& cell : comparison.cells) {
      const auto append = [&](const MetricComparison& metric) {
        const CsvView view{comparison, cell, metric};
        AppendLine([&](const CsvColumn& column) { return column.text(view); },
                   &csv);
      };
      std::ranges::for_each(cell.metrics, append);
      if (cell.metrics.empty()) append({.reason = cell.not_comparable});
    }
  }
  return csv;
}

}  // namespace sstr
