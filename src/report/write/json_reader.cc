// SPDX-License-Identifier: Apache-2.0

#include "report/write/json_reader.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>

#include "report/columns.h"
#include "report/write/json_fields.h"
#include "report/write/json_object_reader.h"
#include "report/write/json_rows.h"

namespace sstr {
namespace {

using Json = nlohmann::json;

Status CheckSchemaVersion(JsonObjectReader report) {
  int version = 0;
  report("schema_version", version);
  if (report.ok() && version != kReportSchemaVersion) {
    return Status::NotSupported(fmt::format(
        "the report has schema version {}, this program reads version {}",
        version, kReportSchemaVersion));
  }
  return Status::Ok();
}

void ReadKind(JsonObjectReader json, RowKind* kind) {
  std::string text;
  json("kind", text);
  for (const auto& [name, named_kind] : kRowKinds) {
    if (name != text) continue;
    *kind = named_kind;
    return;
  }
  json.Fail("kind", fmt::format("'{}' is no kind of row", text));
}

void ReadStatus(JsonObjectReader json, RowStatus* status) {
  std::string text;
  json("status", text);
  for (const RowStatus named_status :
       {RowStatus::kOk, RowStatus::kSkipped, RowStatus::kError}) {
    if (RowStatusName(named_status) != text) continue;
    *status = named_status;
    return;
  }
  json.Fail("status", fmt::format("'{}' is no status", text));
}

// Null where a count does not apply.
void ReadCount(JsonObjectReader json, std::string_view name, uint64_t* count) {
  std::optional<uint64_t> value;
  json(name, value);
  *count = value.value_or(0);
}

PassSample ReadSample(JsonObjectReader json) {
  PassSample sample;
  VisitSample(sample, [&](std::string_view name, auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (std::is_same_v<Field, std::optional<CallLatency>>) {
      if (json.IsNullOrMissing(name)) return;
      VisitLatency(field.emplace(), json.Object(name));
    } else if constexpr (std::is_same_v<decltype(field), TimedRegion&>) {
      if (!json.IsNullOrMissing(name)) VisitRegion(field, json.Object(name));
    } else {
      json(name, field);
    }
  });
  return sample;
}

void ReadDistributions(JsonObjectReader json,
                       BlockDistributions* distributions) {
  VisitDistributions(*distributions, [&](std::string_view name, auto& field) {
    if (json.IsNullOrMissing(name)) return;
    VisitDistribution(field.emplace(), json.Object(name));
  });
}

}  // namespace

Result<Json> ParseJson(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    return Status::Corruption(
        fmt::format("not JSON: fault at byte {}", error.byte));
  } catch (const Json::exception& error) {
    return Status::Corruption(fmt::format("not JSON: {}", error.what()));
  }
}

ReportRow ReadRow(JsonObjectReader json) {
  ReportRow row;
  ReadKind(json, &row.kind);
  ReadStatus(json, &row.status);
  json("file", row.file);
  json("engine", row.spec.engine);
  json("status_detail", row.status_detail);
  ReadCount(json, "entries", &row.entries);
  ReadCount(json, "range_deletions", &row.range_deletions);
  ReadCount(json, "blocks_compressed", &row.blocks_compressed);
  ReadCount(json, "blocks_rejected", &row.blocks_rejected);
  ReadCount(json, "blocks_bypassed", &row.blocks_bypassed);
  if (!json.IsNullOrMissing("spec")) VisitSpec(row.spec, json.Object("spec"));
  if (row.status == RowStatus::kOk) VisitSizes(row.sizes, json.Object("sizes"));
  json("lost_data_blocks", row.lost_data_blocks);
  json("lost_data_bytes", row.lost_data_bytes);
  ReadDistributions(json.Object("distributions"), &row.distributions);
  if (!json.IsNullOrMissing("effective")) {
    VisitEffective(row.effective.emplace(), json.Object("effective"));
  }
  if (!json.IsNullOrMissing("compress_pool")) {
    VisitPool(row.compress_pool.emplace(), json.Object("compress_pool"));
  }
  json("input_hash", row.input_hash);
  json("entries_hash", row.entries_hash);
  if (row.kind == RowKind::kTotal) {
    VisitTotal(row.total.emplace(), json.Object("total"));
  }
  for (const JsonObjectReader& sample : json.Objects("raw_samples")) {
    row.samples.push_back(ReadSample(sample));
  }
  return row;
}

RunContext ReadContext(JsonObjectReader json) {
  RunContext context;
  VisitContext(context, json);
  return context;
}

Result<RunReport> ReadJson(std::string_view text) {
  SSTR_ASSIGN_OR_RETURN(const Json json, ParseJson(text));
  Status status;
  JsonObjectReader reader(json, "", &status);
  SSTR_RETURN_IF_ERROR(CheckSchemaVersion(reader));
  RunReport report;
  reader("complete", report.complete);
  report.context = ReadContext(reader.Object("context"));
  for (const JsonObjectReader& row : reader.Objects("rows")) {
    if (!status.ok()) break;
    report.rows.push_back(ReadRow(row));
  }
  if (!status.ok()) return status.WithPrefix("report");
  return report;
}

}  // namespace sstr
