// SPDX-License-Identifier: Apache-2.0
//
// Reads back what json_writer.h wrote. Derived figures (medians, ratios,
// speeds) are not read but derived anew from the raw ones.

#pragma once

#include <string_view>

#include "base/status.h"
#include "report/run_report.h"

namespace sstr {

// Error: kNotSupported for another schema version, naming both; kCorruption
// for what is not JSON (with the byte offset) or not a report (with the place).
Result<RunReport> ReadJson(std::string_view text);

}  // namespace sstr
