// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison_json.h"

#include <nlohmann/json.hpp>
#include <optional>

namespace sstr {
namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json SpecToJson(const std::optional<PassSpec>& spec) {
  return spec ? Json(ToString(*spec)) : Json(nullptr);
}

Json IntervalToJson(const std::optional<Interval>& interval) {
  if (!interval) return nullptr;
  return Json{{"low", interval->low}, {"high", interval->high}};
}

Json MetricToJson(const MetricComparison& metric) {
  const bool is_time = metric.metric->kind == MetricKind::kTime;
  return Json{{"metric", metric.metric->name},
              {"unit", is_time ? "nanos" : "bytes"},
              {"baseline", OrNull(metric.baseline)},
              {"contender", OrNull(metric.contender)},
              {"baseline_rounds", metric.baseline_rounds},
              {"contender_rounds", metric.contender_rounds},
              {"verdict", FindingName(metric.finding)},
              {"ratio", OrNull(metric.ratio)},
              {"ratio_interval", IntervalToJson(metric.ratio_interval)},
              {"change_percent_of_baseline", OrNull(ChangePercent(metric))},
              {"adjusted_p", OrNull(metric.adjusted_p)},
              {"smallest_visible_percent_of_baseline",
               OrNull(metric.smallest_visible_percent)},
              {"reason", metric.reason}};
}

Json CellToJson(const CellComparison& cell) {
  Json json{{"file", cell.file},
            {"cell", cell.name},
            {"baseline_spec", SpecToJson(cell.baseline_spec)},
            {"contender_spec", SpecToJson(cell.contender_spec)},
            {"not_comparable", cell.not_comparable}};
  Json& metrics = json["metrics"] = Json::array();
  for (const MetricComparison& metric : cell.metrics) {
    metrics.push_back(MetricToJson(metric));
  }
  return json;
}

Json DifferencesToJson(
    const std::vector<ConfigurationDifference>& differences) {
  Json json = Json::array();
  for (const ConfigurationDifference& difference : differences) {
    json.push_back(Json{{"what", difference.what},
                        {"baseline", difference.baseline},
                        {"contender", difference.contender},
                        {"loud", difference.is_loud}});
  }
  return json;
}

Json ComparisonToJson(const Comparison& comparison) {
  Json json{{"baseline", comparison.baseline_name},
            {"contender", comparison.contender_name},
            {"paired", comparison.paired},
            {"complete", comparison.complete},
            {"seed", comparison.seed},
            {"family_alpha", comparison.family_alpha},
            {"family_cells", comparison.family_cells},
            {"warnings", comparison.warnings},
            {"differences", DifferencesToJson(comparison.differences)}};
  Json& cells = json["cells"] = Json::array();
  for (const CellComparison& cell : comparison.cells) {
    cells.push_back(CellToJson(cell));
  }
  return json;
}

}  // namespace

std::string WriteComparisonJson(std::span<const Comparison> comparisons) {
  Json json;
  json["comparison_schema_version"] = kComparisonSchemaVersion;
  Json& list = json["comparisons"] = Json::array();
  for (const Comparison& comparison : comparisons) {
    list.push_back(ComparisonToJson(comparison));
  }
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         "\n";
}

}  // namespace sstr
