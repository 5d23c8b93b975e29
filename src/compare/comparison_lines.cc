// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison_lines.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/units.h"
#include "report/number_text.h"

namespace sstr {
namespace {

constexpr std::string_view kAbsent = "-";

std::string SignedDigits(double value) {
  const std::string digits = ThreeDigits(std::abs(value));
  return value == 0 ? digits : (value < 0 ? "-" : "+") + digits;
}

std::string ChangeAlone(const MetricComparison& metric) {
  const std::optional<double> change = ChangePercent(metric);
  return change ? SignedDigits(*change) + " % of baseline"
                : std::string(kAbsent);
}

// "+5.23 to +7.01"; empty without an interval.
std::string IntervalText(const MetricComparison& metric) {
  if (!metric.ratio_interval) return "";
  return fmt::format("{} to {}",
                     SignedDigits(100 * (metric.ratio_interval->low - 1)),
                     SignedDigits(100 * (metric.ratio_interval->high - 1)));
}

std::string OrAbsent(const std::string& text) {
  return text.empty() ? std::string(kAbsent) : text;
}

std::string ValueText(const MetricComparison& metric,
                      const std::optional<double>& value) {
  if (!value) return std::string(kAbsent);
  if (metric.metric->kind == MetricKind::kTime) {
    return ThreeDigits(*value / kNanosPerMicro);
  }
  return WithThousands(static_cast<uint64_t>(std::llround(*value)));
}

std::string MetricText(const MetricComparison& metric) {
  return fmt::format("{}, {}", metric.metric->label,
                     metric.metric->kind == MetricKind::kTime ? "µs" : "bytes");
}

std::string VisibleText(const MetricComparison& metric) {
  if (!metric.smallest_visible_percent) return std::string(kAbsent);
  return ThreeDigits(*metric.smallest_visible_percent) + " % of baseline";
}

std::vector<std::string> MetricRow(const std::string& cell_name,
                                   const MetricComparison& metric) {
  return {cell_name,
          MetricText(metric),
          ValueText(metric, metric.baseline),
          ValueText(metric, metric.contender),
          metric.ratio ? fmt::format("{:.4f}", *metric.ratio)
                       : std::string(kAbsent),
          ChangeAlone(metric),
          OrAbsent(IntervalText(metric)),
          std::string(FindingName(metric.finding)),
          VisibleText(metric),
          Printable(metric.reason)};
}

std::vector<std::string> NotComparableRow(const CellComparison& cell) {
  std::vector<std::string> row(ComparisonColumns().size(),
                               std::string(kAbsent));
  row.front() = Printable(cell.name);
  row[1] = "all";
  row[row.size() - 3] = FindingName(Finding::kNotComparable);
  row.back() = Printable(cell.not_comparable);
  return row;
}

std::string JudgedText(const Comparison& comparison) {
  const std::string how =
      comparison.paired ? "in the same rounds, alternating" : "apart";
  if (comparison.family_cells == 0) {
    return fmt::format("{}; no times to judge", how);
  }
  return fmt::format(
      "{}, seed {}; the chance of any false verdict on {} times is at most {} "
      "%",
      how, comparison.seed, comparison.family_cells,
      100 * comparison.family_alpha);
}

ComparisonLine DifferenceLine(const ConfigurationDifference& difference) {
  return {.label = difference.is_loud ? "DIFFERENCE" : "difference",
          .text = Printable(fmt::format("{}: baseline {}, contender {}",
                                        difference.what, difference.baseline,
                                        difference.contender)),
          .is_loud = difference.is_loud};
}

}  // namespace

std::vector<ComparisonLine> ComparisonHead(const Comparison& comparison) {
  std::vector<ComparisonLine> lines = {
      {"baseline (A)", Printable(comparison.baseline_name)},
      {"contender (B)", Printable(comparison.contender_name)},
      {"measured", JudgedText(comparison)}};
  for (const ConfigurationDifference& difference : comparison.differences) {
    lines.push_back(DifferenceLine(difference));
  }
  for (const std::string& warning : comparison.warnings) {
    lines.push_back({"WARNING", Printable(warning), true});
  }
  return lines;
}

const std::vector<TextColumn>& ComparisonColumns() {
  static const std::vector<TextColumn> columns = {
      {"cell", /*align_left=*/true},
      {"metric", /*align_left=*/true},
      {"A"},
      {"B"},
      {"B / A"},
      {"change"},
      {"95 % interval, % of baseline"},
      {"verdict", /*align_left=*/true},
      {"smallest visible"},
      {"remark", /*align_left=*/true}};
  return columns;
}

std::vector<std::vector<std::string>> ComparisonRows(
    std::span<const CellComparison> cells) {
  std::vector<std::vector<std::string>> rows;
  for (const CellComparison& cell : cells) {
    if (!cell.not_comparable.empty()) {
      rows.push_back(NotComparableRow(cell));
      continue;
    }
    std::string name = Printable(cell.name);
    for (const MetricComparison& metric : cell.metrics) {
      rows.push_back(MetricRow(name, metric));
      name.clear();
    }
  }
  return rows;
}

std::vector<std::span<const CellComparison>> GroupCellsByFile(
    std::span<const CellComparison> cells) {
  std::vector<std::span<const CellComparison>> groups;
  for (size_t begin = 0, end = 0; begin < cells.size(); begin = end) {
    while (end < cells.size() && cells[end].file == cells[begin].file) ++end;
    groups.push_back(cells.subspan(begin, end - begin));
  }
  return groups;
}

std::string ChangeText(const MetricComparison& metric) {
  const std::string interval = IntervalText(metric);
  if (interval.empty()) return ChangeAlone(metric);
  return fmt::format("{} (95 % interval {})", ChangeAlone(metric), interval);
}

const std::string_view kComparisonLegend =
    "A and B: sizes exactly, else medians over the rounds. B / A above 1: the\n"
    "contender needs more. Change: B / A - 1, in percent of the baseline, "
    "with\n"
    "its 95 % bootstrap interval. Smallest visible: the smallest change that\n"
    "these rounds would have shown.\n";

}  // namespace sstr
