// SPDX-License-Identifier: Apache-2.0

#include "compare/fail_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "compare/comparison_lines.h"
#include "report/number_text.h"

namespace sstr {
namespace {

std::string_view Trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

// "3%" or "0.5 %".
std::optional<double> ParsePercent(std::string_view text) {
  if (!text.ends_with('%')) return std::nullopt;
  text = Trimmed(text.substr(0, text.size() - 1));
  double percent = 0;
  const char* end = text.data() + text.size();
  const auto [ptr, error] = std::from_chars(text.data(), end, percent);
  const bool is_valid = error == std::errc() && ptr == end && !text.empty() &&
                        std::isfinite(percent) && percent >= 0;
  return is_valid ? std::optional(percent) : std::nullopt;
}

Result<FailCondition> ParseCondition(std::string_view text) {
  const size_t greater = text.find('>');
  const std::string_view name = Trimmed(text.substr(0, greater));
  const ComparedMetric* metric = FindComparedMetric(name);
  if (metric == nullptr) {
    return Status::Usage(
        fmt::format("'{}' is no metric; want METRIC>PERCENT% with "
                    "one of {}",
                    Printable(name), ComparedMetricNames()));
  }
  const std::optional<double> percent =
      greater == std::string_view::npos
          ? std::nullopt
          : ParsePercent(Trimmed(text.substr(greater + 1)));
  if (!percent) {
    return Status::Usage(
        fmt::format("cannot read '{}': want METRIC>PERCENT%, e.g. {}>3%",
                    Printable(Trimmed(text)), name));
  }
  return FailCondition{.metric = metric, .percent = *percent};
}

class Gate {
 public:
  Gate(const FailCondition& condition, GateResult* result)
      : condition_(condition), result_(*result) {}

  void Check(const CellComparison& cell, const MetricComparison& metric) {
    is_seen_ = true;
    if (metric.finding == Finding::kNotComparable) {
      result_.unchecked.push_back(fmt::format(
          "{}: not comparable: {}", Place(cell), Printable(metric.reason)));
      return;
    }
    if (!IsBeyond(metric)) return;
    const std::string line = fmt::format(
        "{}: {}, {}, more than the {} % of baseline allowed", Place(cell),
        FindingName(metric.finding), ChangeText(metric), condition_.percent);
    if (IsCertain(metric)) {
      result_.failures.push_back(line);
    } else {
      result_.undecided.push_back(line + ", but these rounds do not show it");
    }
  }

  void Finish() {
    if (is_seen_) return;
    result_.unchecked.push_back(
        fmt::format("{}: measured in no cell", condition_.metric->name));
  }

 private:
  bool IsBeyond(const MetricComparison& metric) const {
    if (metric.metric->kind == MetricKind::kSize) {
      // Free of the rounding of a ratio: 1070 is not more than 7 % above 1000.
      return 100 * (*metric.contender - *metric.baseline) >
             condition_.percent * *metric.baseline;
    }
    return *ChangePercent(metric) > condition_.percent;
  }

  // REQUIRES: IsBeyond(metric).
  bool IsCertain(const MetricComparison& metric) const {
    const bool is_worse = metric.finding == Finding::kSlower ||
                          metric.finding == Finding::kLarger;
    return is_worse &&
           (!metric.ratio_interval ||
            100 * (metric.ratio_interval->low - 1) > condition_.percent);
  }

  std::string Place(const CellComparison& cell) const {
    return fmt::format("{}: {}: {}", Printable(cell.file), cell.name,
                       condition_.metric->name);
  }

  const FailCondition& condition_;
  GateResult& result_;
  bool is_seen_ = false;
};

}  // namespace

Result<std::vector<FailCondition>> ParseFailIf(std::string_view text) {
  std::vector<FailCondition> conditions;
  for (bool more = true; more;) {
    const size_t comma = text.find(',');
    more = comma != std::string_view::npos;
    SSTR_ASSIGN_OR_RETURN(const FailCondition condition,
                          ParseCondition(text.substr(0, comma)));
    for (const FailCondition& earlier : conditions) {
      if (earlier.metric != condition.metric) continue;
      return Status::Usage(
          fmt::format("'{}' is named twice", condition.metric->name));
    }
    conditions.push_back(condition);
    if (more) text.remove_prefix(comma + 1);
  }
  return conditions;
}

GateResult EvaluateFailIf(const Comparison& comparison,
                          std::span<const FailCondition> conditions) {
  GateResult result;
  for (const FailCondition& condition : conditions) {
    Gate gate(condition, &result);
    for (const CellComparison& cell : comparison.cells) {
      for (const MetricComparison& metric : cell.metrics) {
        if (metric.metric == condition.metric) gate.Check(cell, metric);
      }
    }
    gate.Finish();
  }
  return result;
}

}  // namespace sstr
