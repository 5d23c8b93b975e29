// SPDX-License-Identifier: Apache-2.0
//
// Rows and contexts as JSON values, for documents that hold them. Internal to
// report/.

#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "report/run_report.h"
#include "report/write/json_object_reader.h"

namespace sstr {

// `diagnosis` may be empty; `seed` is the bootstrap's.
nlohmann::ordered_json RowToJson(const ReportRow& row,
                                 const std::string& diagnosis, uint64_t seed);
nlohmann::ordered_json ContextToJson(const RunContext& context);

ReportRow ReadRow(JsonObjectReader json);
RunContext ReadContext(JsonObjectReader json);

// Error: kCorruption with the place of the fault.
Result<nlohmann::json> ParseJson(std::string_view text);

}  // namespace sstr
