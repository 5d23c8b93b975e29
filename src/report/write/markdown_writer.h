// SPDX-License-Identifier: Apache-2.0
//
// A report as Markdown: context as a list, one table per file and one of
// totals. Holds the main columns of report/columns.h by their names, less
// those that say nothing in any row.

#pragma once

#include <string>
#include <string_view>

#include "report/run_report.h"

namespace sstr {

std::string WriteMarkdown(const RunReport& report);

// `text` for a table cell or a heading: what would end a cell, start markup or
// be taken as HTML is escaped, control characters are as in Printable().
std::string MarkdownEscaped(std::string_view text);

}  // namespace sstr
