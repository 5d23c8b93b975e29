// SPDX-License-Identifier: Apache-2.0

#include "report/write/json_writer.h"

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "report/columns.h"
#include "report/diagnosis.h"
#include "report/row_summary.h"
#include "report/write/json_fields.h"
#include "report/write/json_rows.h"

namespace sstr {
namespace {

using Json = nlohmann::ordered_json;

// Adds visited fields to a JSON object.
class ObjectWriter {
 public:
  explicit ObjectWriter(Json* object) : object_(*object) {
    object_ = Json::object();
  }

  template <typename Value>
  void operator()(std::string_view name, const Value& value) {
    object_[std::string(name)] = ToJson(value);
  }

 private:
  template <typename Value>
  static Json ToJson(const Value& value) {
    return value;
  }
  template <typename Value>
  static Json ToJson(const std::optional<Value>& value) {
    return value ? Json(*value) : Json(nullptr);
  }
  static Json ToJson(const CompressionType& type) {
    return CompressionTypeName(type);
  }
  static Json ToJson(const std::map<CompressionType, uint64_t>& counts) {
    Json json = Json::object();
    for (const auto& [type, count] : counts) {
      json[CompressionTypeName(type)] = count;
    }
    return json;
  }
  static Json ToJson(const std::optional<BlockDistribution>& distribution) {
    Json json;
    if (distribution) VisitDistribution(*distribution, ObjectWriter(&json));
    return json;
  }
  static Json ToJson(const KeepRule& rule) { return ToString(rule); }
  static Json ToJson(const std::optional<CallLatency>& latency) {
    Json json;
    if (latency) VisitLatency(*latency, ObjectWriter(&json));
    return json;
  }
  static Json ToJson(const TimedRegion& region) {
    Json json;  // Null: did not run.
    if (region.iterations == 0) return json;
    VisitRegion(region, ObjectWriter(&json));
    return json;
  }

  Json& object_;
};

struct CellToJson {
  Json operator()(NoValue) const { return nullptr; }
  template <typename Value>
  Json operator()(const Value& value) const {
    return value;
  }
};

Json SummariesToJson(const RowSummary& summary) {
  Json json = Json::object();
  for (const TimeMetric& metric : TimeMetrics()) {
    const std::optional<TimeSummary>& time = summary.*metric.summary;
    Json& metric_json = json[std::string(metric.name)];
    if (!time) continue;
    ObjectWriter write(&metric_json);
    std::optional<double> low;
    std::optional<double> high;
    if (time->median_interval_nanos) {
      low = time->median_interval_nanos->low;
      high = time->median_interval_nanos->high;
    }
    write("n", time->n);
    write("median", time->median_nanos);
    write("mad", time->mad_nanos);
    write("min", time->min_nanos);
    write("median_low", low);
    write("median_high", high);
  }
  return json;
}

Json SamplesToJson(const std::vector<PassSample>& samples) {
  Json json = Json::array();
  for (const PassSample& sample : samples) {
    VisitSample(sample, ObjectWriter(&json.emplace_back()));
  }
  return json;
}

std::string_view RowKindName(RowKind kind) {
  for (const auto& [name, named_kind] : kRowKinds) {
    if (named_kind == kind) return name;
  }
  return "";
}

}  // namespace

Json RowToJson(const ReportRow& row, const std::string& diagnosis,
               uint64_t seed) {
  const RowSummary summary = SummarizeRow(row, seed);
  Json json;
  json["kind"] = RowKindName(row.kind);
  for (const Column& column : ReportColumns()) {
    json[std::string(column.name)] =
        std::visit(CellToJson(), column.cell({row, summary}));
  }
  Json& spec = json["spec"];
  if (!IsOfStoredFile(row)) VisitSpec(row.spec, ObjectWriter(&spec));
  Json& sizes = json["sizes"];
  if (row.status == RowStatus::kOk) VisitSizes(row.sizes, ObjectWriter(&sizes));
  json["lost_data_blocks"] = row.lost_data_blocks;
  json["lost_data_bytes"] = row.lost_data_bytes;
  VisitDistributions(row.distributions, ObjectWriter(&json["distributions"]));
  Json& effective = json["effective"];
  if (row.effective) VisitEffective(*row.effective, ObjectWriter(&effective));
  Json& pool = json["compress_pool"];
  if (row.compress_pool) VisitPool(*row.compress_pool, ObjectWriter(&pool));
  json["input_hash"] = row.input_hash;
  json["entries_hash"] = row.entries_hash;
  json["diagnosis"] = diagnosis.empty() ? Json(nullptr) : Json(diagnosis);
  Json& total = json["total"];
  if (row.total) VisitTotal(*row.total, ObjectWriter(&total));
  json["summaries"] = SummariesToJson(summary);
  json["raw_samples"] = SamplesToJson(row.samples);
  return json;
}

Json ContextToJson(const RunContext& context) {
  Json json;
  VisitContext(context, ObjectWriter(&json));
  return json;
}

std::string WriteJson(const RunReport& report) {
  Json json;
  json["schema_version"] = report.schema_version;
  json["complete"] = report.complete;
  json["context"] = ContextToJson(report.context);
  Json& rows = json["rows"] = Json::array();
  const std::vector<std::string> diagnoses = Diagnose(report.rows);
  for (size_t i = 0; i < report.rows.size(); ++i) {
    rows.push_back(
        RowToJson(report.rows[i], diagnoses[i], report.context.seed));
  }
  constexpr int kIndent = 2;
  return json.dump(kIndent, ' ', /*ensure_ascii=*/false,
                   Json::error_handler_t::replace) +
         "\n";
}

}  // namespace sstr
