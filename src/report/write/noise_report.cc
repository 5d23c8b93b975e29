// SPDX-License-Identifier: Apache-2.0

#include "report/write/noise_report.h"

#include <fmt/format.h>

#include <optional>
#include <span>
#include <string_view>

#include "base/units.h"
#include "measure/round_rule.h"
#include "report/number_text.h"
#include "report/row_summary.h"
#include "report/write/context_lines.h"
#include "report/write/text_table.h"
#include "stats/paired.h"
#include "stats/summary.h"
#include "stats/verdict.h"

namespace sstr {
namespace {

// Wall and CPU time of write and scan: the first of TimeMetrics().
constexpr size_t kMetrics = 4;

constexpr std::string_view kNoiseLegend =
    "ratio = second / first, the median over the rounds, with its 95 % "
    "interval.\nsmallest = the smallest difference between two settings, in "
    "percent of the\nfirst, that as many rounds as noisy as these would have "
    "shown (significant at\n1 %). Smaller ones need more rounds or a quieter "
    "machine.\n";

struct MetricNoise {
  std::string name;
  double first_nanos = 0;  // Medians.
  double second_nanos = 0;
  PairedComparison comparison;
  Judgement judgement;
};

std::vector<double> ValuesOf(const TimeMetric& metric,
                             std::span<const PassSample> passes) {
  std::vector<double> values;
  for (const RoundValue& round : ValuesOfRounds(passes, metric.of_sample)) {
    values.push_back(round.value);
  }
  return values;
}

// Absent where a round lacks the time.
std::optional<MetricNoise> NoiseOf(const TimeMetric& metric,
                                   const NoiseReport& report) {
  constexpr std::string_view kUnit = "_nanos";
  const std::vector<double> first = ValuesOf(metric, report.first);
  const std::vector<double> second = ValuesOf(metric, report.second);
  if (first.empty() || first.size() != report.rounds ||
      second.size() != report.rounds) {
    return std::nullopt;
  }
  MetricNoise noise;
  noise.comparison =
      ComparePaired(first, second, {.seed = report.context.seed});
  noise.name = metric.name.substr(0, metric.name.size() - kUnit.size());
  noise.first_nanos = Median(first);
  noise.second_nanos = Median(second);
  // By itself: the question is what one comparison can show.
  noise.judgement = JudgeCells(std::span(&noise.comparison, 1)).front();
  return noise;
}

std::vector<std::string> Line(const MetricNoise& noise) {
  const PairedComparison& comparison = noise.comparison;
  const auto& interval = comparison.ratio_interval;
  const auto& smallest = noise.judgement.smallest_visible_percent;
  return {noise.name,
          ThreeDigits(noise.first_nanos / kNanosPerMicro),
          ThreeDigits(noise.second_nanos / kNanosPerMicro),
          comparison.ratio ? fmt::format("{:.4f}", *comparison.ratio) : "-",
          interval
              ? fmt::format("{:.4f} to {:.4f}", interval->low, interval->high)
              : "-",
          smallest ? fmt::format("{:.2f} %", *smallest) : "-"};
}

// Equal passes that seem to differ: what is wrong is the machine.
std::string Alarm(const MetricNoise& noise) {
  const Verdict verdict = noise.judgement.verdict;
  if (verdict != Verdict::kLower && verdict != Verdict::kHigher) return "";
  return fmt::format(
      "WARNING         {}: equal passes differ significantly (ratio {:.4f}): "
      "do not believe differences of that size now\n",
      noise.name, *noise.comparison.ratio);
}

}  // namespace

std::string WriteNoiseReport(const NoiseReport& report) {
  std::string text;
  for (const ContextLine& line : ContextLines(report.context)) {
    text += fmt::format("{:<15} {}\n", line.label, line.text);
  }
  for (const std::string& warning : report.context.warnings) {
    text += fmt::format("{:<15} {}\n", "WARNING", Printable(warning));
  }
  std::vector<std::vector<std::string>> lines;
  for (const TimeMetric& metric : TimeMetrics().first(kMetrics)) {
    const auto noise = NoiseOf(metric, report);
    if (!noise) continue;
    lines.push_back(Line(*noise));
    text += Alarm(*noise);
  }
  text +=
      fmt::format("\n{}: {} against itself, {} rounds\n",
                  Printable(report.file), ToString(report.spec), report.rounds);
  text += RenderTable({{"", /*align_left=*/true},
                       {"first us"},
                       {"second us"},
                       {"ratio"},
                       {"95 % interval"},
                       {"smallest"}},
                      lines);
  return text + "\n" + std::string(kNoiseLegend);
}

}  // namespace sstr
