// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string_view>
#include <utility>

#include "compare/cell_matching.h"
#include "compare/comparability.h"
#include "compare/metric_judge.h"
#include "measure/round_rule.h"
#include "stats/summary.h"

namespace sstr {
namespace {

constexpr std::string_view kApartWarning =
    "MEASURED APART: the two sides were not run in the same rounds; drift of "
    "the machine between the two runs is in these numbers, and the p-values do "
    "not know of it";

std::vector<RoundValue> ValuesOf(const ComparedMetric& metric,
                                 const ReportRow* row) {
  if (row == nullptr || row->status != RowStatus::kOk || !metric.of_sample) {
    return {};
  }
  return ValuesOfRounds(row->samples, metric.of_sample);
}

void KeepRounds(const std::set<uint64_t>& rounds,
                std::vector<RoundValue>* values) {
  std::erase_if(*values, [&](const RoundValue& value) {
    return !rounds.contains(value.round);
  });
}

std::set<uint64_t> RoundsOf(const std::vector<RoundValue>& values) {
  std::set<uint64_t> rounds;
  for (const RoundValue& value : values) rounds.insert(value.round);
  return rounds;
}

// Returns false, and leaves all, where no round is on both sides.
bool KeepCommonRounds(MetricEvidence* evidence) {
  const std::set<uint64_t> a = RoundsOf(evidence->baseline);
  const std::set<uint64_t> b = RoundsOf(evidence->contender);
  std::set<uint64_t> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(common, common.end()));
  if (common.empty()) return false;
  KeepRounds(common, &evidence->baseline);
  KeepRounds(common, &evidence->contender);
  return true;
}

std::optional<double> MedianOf(const std::vector<RoundValue>& rounds) {
  std::vector<double> values;
  values.reserve(rounds.size());
  for (const RoundValue& round : rounds) values.push_back(round.value);
  const std::optional<Summary> summary = Summarize(values);
  return summary ? std::optional(summary->median) : std::nullopt;
}

std::optional<double> SizeOf(const ComparedMetric& metric,
                             const ReportRow* row) {
  if (row == nullptr || row->status != RowStatus::kOk) return std::nullopt;
  const std::optional<uint64_t> bytes = metric.of_row(*row);
  return bytes ? std::optional(static_cast<double>(*bytes)) : std::nullopt;
}

// Fills the values of one metric, and why it is not comparable.
MetricEvidence Measure(const ComparedMetric& metric, const MatchedCell& cell,
                       const std::string& not_comparable,
                       const CompareOptions& options,
                       MetricComparison* target) {
  MetricEvidence evidence{.baseline = ValuesOf(metric, cell.baseline),
                          .contender = ValuesOf(metric, cell.contender)};
  target->metric = &metric;
  const bool has_common_round =
      !options.paired || metric.of_row || KeepCommonRounds(&evidence);
  if (metric.of_row) {
    target->baseline = SizeOf(metric, cell.baseline);
    target->contender = SizeOf(metric, cell.contender);
  } else {
    target->baseline = MedianOf(evidence.baseline);
    target->contender = MedianOf(evidence.contender);
    target->baseline_rounds = evidence.baseline.size();
    target->contender_rounds = evidence.contender.size();
  }
  target->reason = not_comparable.empty()
                       ? WhyMetricNotComparable(*target, options)
                       : not_comparable;
  if (!has_common_round) {
    if (target->reason.empty()) target->reason = "no round is on both sides";
    // Rounds that do not belong together must not be taken for pairs.
    return {};
  }
  return evidence;
}

std::string CallOf(const PassSpec& spec) {
  return VariantName(spec).empty() ? "default" : VariantName(spec);
}

std::string CellName(const MatchedCell& cell) {
  if (cell.baseline == nullptr) return ToString(cell.contender->spec);
  if (cell.contender == nullptr) return ToString(cell.baseline->spec);
  const PassSpec& a = cell.baseline->spec;
  const PassSpec& b = cell.contender->spec;
  if (a == b) return ToString(a);
  PassSpec common = a;
  common.variant.clear();
  common.allocator.clear();
  return fmt::format("{} (A {}, B {})", ToString(common), CallOf(a), CallOf(b));
}

CellComparison MakeCell(const MatchedCell& cell,
                        const CompareOptions& options) {
  CellComparison made;
  made.file = cell.baseline ? cell.baseline->file : cell.contender->file;
  made.name = CellName(cell);
  if (cell.baseline) made.baseline_spec = cell.baseline->spec;
  if (cell.contender) made.contender_spec = cell.contender->spec;
  made.not_comparable = WhyCellNotComparable(cell, options);
  return made;
}

// Cells with their values, and what is to be judged: views into `cells`.
std::vector<MetricEvidence> MeasureCells(
    const std::vector<MatchedCell>& matched, const CompareOptions& options,
    std::vector<CellComparison>* cells) {
  for (const MatchedCell& cell : matched) {
    cells->push_back(MakeCell(cell, options));
  }
  std::vector<MetricEvidence> evidence;
  for (size_t i = 0; i < matched.size(); ++i) {
    CellComparison& cell = (*cells)[i];
    // So that targets stay where they are.
    cell.metrics.reserve(ComparedMetrics().size());
    for (const ComparedMetric& metric : ComparedMetrics()) {
      MetricComparison target;
      MetricEvidence item =
          Measure(metric, matched[i], cell.not_comparable, options, &target);
      if (!target.baseline && !target.contender) continue;
      item.target = &cell.metrics.emplace_back(std::move(target));
      evidence.push_back(std::move(item));
    }
  }
  return evidence;
}

// What the other side says as well stands above.
void AppendSideWarnings(std::string_view side, const RunReport& report,
                        const RunReport& other,
                        std::vector<std::string>* warnings) {
  if (!report.complete) {
    warnings->push_back(
        fmt::format("INCOMPLETE: the {}'s run ended early", side));
  }
  const std::vector<std::string>& of_other = other.context.warnings;
  for (const std::string& warning : report.context.warnings) {
    if (std::ranges::find(of_other, warning) == of_other.end()) {
      warnings->push_back(fmt::format("{}: {}", side, warning));
    }
  }
}

void AppendSharedWarnings(const RunReport& baseline, const RunReport& contender,
                          std::vector<std::string>* warnings) {
  const std::vector<std::string>& of_other = contender.context.warnings;
  for (const std::string& warning : baseline.context.warnings) {
    if (std::ranges::find(of_other, warning) != of_other.end()) {
      warnings->push_back("both sides: " + warning);
    }
  }
}

std::vector<std::string> WarningsOf(const RunReport& baseline,
                                    const RunReport& contender, bool paired) {
  std::vector<std::string> warnings;
  if (!paired) warnings.emplace_back(kApartWarning);
  for (std::string& warning :
       ContextWarnings(baseline.context, contender.context)) {
    warnings.push_back(std::move(warning));
  }
  AppendSharedWarnings(baseline, contender, &warnings);
  AppendSideWarnings("baseline", baseline, contender, &warnings);
  AppendSideWarnings("contender", contender, baseline, &warnings);
  return warnings;
}

// That of a foreign program is not known, and what is not known is not held
// against a cell; but it has to be said.
void WarnOfUnknownWork(const std::vector<MatchedCell>& cells,
                       std::vector<std::string>* warnings) {
  const auto unknown =
      std::count_if(cells.begin(), cells.end(), [](const MatchedCell& cell) {
        return cell.baseline && cell.contender &&
               cell.baseline->status == RowStatus::kOk &&
               cell.contender->status == RowStatus::kOk &&
               (!cell.baseline->effective || !cell.contender->effective);
      });
  if (unknown == 0) return;
  warnings->push_back(fmt::format(
      "UNCHECKED: what ran in {} of {} cells is not known of both sides; a "
      "level or codec that a library replaced goes unseen there",
      unknown, cells.size()));
}

std::string NameOf(const SideTraits& traits, const RunReport& report) {
  return traits.name.empty() ? report.context.command_line : traits.name;
}

}  // namespace

std::string_view FindingName(Finding finding) {
  switch (finding) {
    case Finding::kFaster:
      return "faster";
    case Finding::kSlower:
      return "slower";
    case Finding::kSmaller:
      return "smaller";
    case Finding::kLarger:
      return "larger";
    case Finding::kEqual:
      return "equal";
    case Finding::kNoDifferenceShown:
      return "no difference shown";
    case Finding::kNotComparable:
      break;
  }
  return "not comparable";
}

std::optional<double> ChangePercent(const MetricComparison& metric) {
  if (!metric.ratio) return std::nullopt;
  return 100 * (*metric.ratio - 1);
}

Result<Comparison> Compare(const RunReport& baseline,
                           const RunReport& contender,
                           const CompareOptions& options) {
  SSTR_ASSIGN_OR_RETURN(
      const std::vector<MatchedCell> matched,
      MatchCells(baseline, contender, options.ignore_variant));
  Comparison comparison{
      .baseline_name = NameOf(options.baseline, baseline),
      .contender_name = NameOf(options.contender, contender),
      .paired = options.paired,
      .complete = baseline.complete && contender.complete,
      .seed = options.seed,
      .family_alpha = options.family_alpha,
      .warnings = WarningsOf(baseline, contender, options.paired),
      .differences = DiffContexts(baseline.context, contender.context)};
  WarnOfUnknownWork(matched, &comparison.warnings);
  const std::vector<MetricEvidence> evidence =
      MeasureCells(matched, options, &comparison.cells);
  comparison.family_cells = JudgeMetrics(evidence, options);
  return comparison;
}

}  // namespace sstr
