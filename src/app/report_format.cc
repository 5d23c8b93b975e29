// SPDX-License-Identifier: Apache-2.0

#include "app/report_format.h"

#include <fmt/format.h>

#include "report/write/csv_writer.h"
#include "report/write/json_writer.h"
#include "report/write/markdown_writer.h"
#include "report/write/perf_writer.h"
#include "sst_dump/sst_dump_writer.h"

namespace sstr {
namespace {

struct NamedFormat {
  std::string_view name;
  ReportFormat format;
  std::string (*write)(const RunReport& report, const TextOptions& options);
};

constexpr NamedFormat kFormats[] = {
    {"text", ReportFormat::kText, WriteText},
    {"csv", ReportFormat::kCsv,
     [](const RunReport& report, const TextOptions&) {
       return WriteCsv(report);
     }},
    {"markdown", ReportFormat::kMarkdown,
     [](const RunReport& report, const TextOptions&) {
       return WriteMarkdown(report);
     }},
    {"json", ReportFormat::kJson,
     [](const RunReport& report, const TextOptions&) {
       return WriteJson(report);
     }},
    {"sst_dump", ReportFormat::kSstDump,
     [](const RunReport& report, const TextOptions&) {
       return WriteSstDump(report);
     }},
    {"perf", ReportFormat::kPerf,
     [](const RunReport& report, const TextOptions&) {
       return WritePerf(report);
     }},
};

}  // namespace

Result<ReportFormat> ParseReportFormat(std::string_view name) {
  for (const NamedFormat& named : kFormats) {
    if (named.name == name) return named.format;
  }
  return Status::Usage(fmt::format("output format '{}' is not one of {}", name,
                                   ReportFormatNames()));
}

std::string ReportFormatNames() {
  std::string names;
  for (const NamedFormat& named : kFormats) {
    if (!names.empty()) names += ", ";
    names += named.name;
  }
  return names;
}

std::string WriteReport(const RunReport& report, ReportFormat format,
                        const TextOptions& text_options) {
  for (const NamedFormat& named : kFormats) {
    if (named.format == format) return named.write(report, text_options);
  }
  return "";
}

}  // namespace sstr
