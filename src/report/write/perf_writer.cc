// SPDX-License-Identifier: Apache-2.0

#include "report/write/perf_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/units.h"
#include "report/columns.h"
#include "report/diagnosis.h"
#include "report/number_text.h"
#include "report/perf_counters.h"
#include "report/write/context_lines.h"

namespace sstr {
namespace {

constexpr double kNanosPerMilli = 1e6;

std::string ErrorText(const MeanSummary& summary) {
  const std::optional<double> percent = summary.ErrorPercent();
  return percent ? fmt::format("( +- {:5.2f}% )", *percent) : "";
}

std::string ValueText(const PerfCounter& counter, double mean) {
  if (counter.is_time) return ThreeDecimals(mean / kNanosPerMilli);
  // A mean of counts need not be whole.
  if (mean != std::floor(mean)) return ThreeDigits(mean);
  return WithThousands(static_cast<uint64_t>(mean));
}

std::string CounterLine(const PerfCounter& counter, const PerfSection& section,
                        std::string_view absent_sign) {
  std::string value(absent_sign);
  std::string proportion;
  std::string error;
  if (const auto summary = MeanPerRepetition(section, counter.value)) {
    value = ValueText(counter, summary->mean);
    if (counter.proportion != nullptr) proportion = counter.proportion(section);
    if (!proportion.empty()) proportion = "# " + proportion;
    error = ErrorText(*summary);
  }
  std::string line = fmt::format("{:>18} {:<4} {:<29} {:<42} {}", value,
                                 counter.is_time ? "msec" : "", counter.name,
                                 proportion, error);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

// Decimals that show three digits. REQUIRES: value > 0.
int DecimalsOf(double value) {
  return std::max(0, 2 - static_cast<int>(std::floor(std::log10(value))));
}

std::string ElapsedLine(const PerfSection& section) {
  const auto nanos = MeanPerRepetition(section, [](const TimedRegion& region) {
    return std::optional<double>(static_cast<double>(region.wall_nanos));
  });
  if (!nanos || nanos->mean <= 0) return "";
  constexpr int kNanosecondDecimals = 9;
  const double seconds = nanos->mean / kNanosPerSecond;
  const double error = nanos->standard_error.value_or(0) / kNanosPerSecond;
  const int decimals = std::max(
      DecimalsOf(seconds), error > 0 ? DecimalsOf(error) : kNanosecondDecimals);
  if (!nanos->standard_error) {
    return fmt::format("{:>18.{}f} seconds time elapsed\n", seconds, decimals);
  }
  return fmt::format("{:>18.{}f} +- {:.{}f} seconds time elapsed  {}\n",
                     seconds, decimals, error, decimals, ErrorText(*nanos));
}

std::string NameOf(const ReportRow& row) {
  return IsOfStoredFile(row) ? row.spec.engine : ToString(row.spec);
}

std::string Section(const ReportRow& row, const PerfSection& section,
                    std::string_view absent_sign) {
  const size_t runs = section.regions.size();
  std::string text =
      fmt::format("\n Performance counter stats for '{}, {} of {}'{}:\n\n",
                  NameOf(row), section.name, Printable(row.file),
                  runs > 1 ? fmt::format(" ({} runs)", runs) : "");
  for (const PerfCounter& counter : PerfCounters()) {
    text += CounterLine(counter, section, absent_sign);
  }
  return text + "\n" + ElapsedLine(section);
}

std::string RowText(const ReportRow& row, std::string_view absent_sign) {
  const std::string detail = Printable(row.status_detail);
  if (row.status != RowStatus::kOk) {
    return fmt::format("\n '{}' of {}: {}: {}\n", NameOf(row),
                       Printable(row.file), RowStatusName(row.status), detail);
  }
  std::string text;
  for (const PerfSection& section : SectionsOf(row)) {
    text += Section(row, section, absent_sign);
  }
  if (text.empty()) {
    text = fmt::format("\n '{}' of {}: not timed\n", NameOf(row),
                       Printable(row.file));
  }
  if (!detail.empty()) text += fmt::format("\n note: {}\n", detail);
  return text;
}

// As comments, like those of perf's own files.
std::string Head(const RunReport& report) {
  std::string text;
  for (const ContextLine& line : ContextLines(report.context)) {
    text += fmt::format("# {:<15} {}\n", line.label, line.text);
  }
  for (const std::string& warning : Warnings(report)) {
    text += fmt::format("# {:<15} {}\n", "WARNING", warning);
  }
  return text;
}

}  // namespace

std::string WritePerf(const RunReport& report) {
  // perf's words for an event that does not open and for one that never ran.
  const std::string_view absent_sign = report.context.absent_counters.empty()
                                           ? "<not counted>"
                                           : "<not supported>";
  std::string text = Head(report);
  for (const ReportRow& row : WithDiagnoses(report.rows)) {
    if (row.kind != RowKind::kTotal) text += RowText(row, absent_sign);
  }
  return text;
}

}  // namespace sstr
