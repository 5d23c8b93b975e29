// SPDX-License-Identifier: Apache-2.0
//
// A report as CSV: a line of the names of report/columns.h, then one line per
// row. Quoting as RFC 4180; lines end in "\n", which is easier on shell tools
// than its CRLF. CSV has no place for the context; JSON has.

#pragma once

#include <string>
#include <string_view>

#include "report/run_report.h"

namespace sstr {

// A report that is not complete ends in a line whose `file` is empty and whose
// `status` is "incomplete".
std::string WriteCsv(const RunReport& report);

// The field as it stands between commas: quoted when it holds a comma, a
// quote or a line break.
std::string CsvField(std::string_view value);

}  // namespace sstr
