// SPDX-License-Identifier: Apache-2.0
//
// A report as Markdown: context as a list, one table per file and one of
// totals. Holds the main columns of report/columns.h by their names, less
// those that say nothing in any row.

#pragma once

#include <string>

#include "report/run_report.h"

namespace sstr {

std::string WriteMarkdown(const RunReport& report);

}  // namespace sstr
