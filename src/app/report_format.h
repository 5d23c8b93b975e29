// SPDX-License-Identifier: Apache-2.0
//
// The formats of a report by their names. The writers return text; where it
// goes is the caller's business.

#pragma once

#include <string>
#include <string_view>

#include "base/status.h"
#include "report/run_report.h"
#include "report/write/text_writer.h"

namespace sstr {

enum class ReportFormat {
  kText,
  kCsv,
  kMarkdown,
  kJson,
  kSstDump,
  kPerf,
};

// "text", "csv", "markdown", "json", "sst_dump", "perf". Error: kUsage with the
// list.
Result<ReportFormat> ParseReportFormat(std::string_view name);

// "text, csv, ...": for messages and help texts.
std::string ReportFormatNames();

// `text_options` matter to kText only.
std::string WriteReport(const RunReport& report, ReportFormat format,
                        const TextOptions& text_options = {});

}  // namespace sstr
