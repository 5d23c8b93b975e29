// SPDX-License-Identifier: Apache-2.0
//
// A report as JSON: everything that is in it, and what is derived from it.
// docs/result_format.md describes it, docs/run_report.schema.json checks it.

#pragma once

#include <string>

#include "report/run_report.h"

namespace sstr {

// Bytes of names that are not UTF-8 become U+FFFD.
std::string WriteJson(const RunReport& report);

}  // namespace sstr
