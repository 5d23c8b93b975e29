// SPDX-License-Identifier: Apache-2.0

#include "report/write/csv_writer.h"

#include "report/columns.h"
#include "report/write/context_lines.h"

namespace sstr {
namespace {

void AppendField(bool first, std::string_view value, std::string* csv) {
  if (!first) *csv += ',';
  *csv += CsvField(value);
}

void AppendNames(std::string* csv) {
  bool first = true;
  for (const Column& column : ReportColumns()) {
    AppendField(first, column.name, csv);
    first = false;
  }
  *csv += '\n';
}

void AppendRow(const ReportRow& row, std::string* csv) {
  const RowSummary summary = SummarizeRow(row);
  bool first = true;
  for (const Column& column : ReportColumns()) {
    AppendField(first, CellText(column.cell({row, summary})), csv);
    first = false;
  }
  *csv += '\n';
}

void AppendIncompleteLine(std::string* csv) {
  bool first = true;
  for (const Column& column : ReportColumns()) {
    std::string_view value;
    if (column.name == "status") value = "incomplete";
    if (column.name == "status_detail") value = kIncompleteNotice;
    AppendField(first, value, csv);
    first = false;
  }
  *csv += '\n';
}

}  // namespace

std::string WriteCsv(const RunReport& report) {
  std::string csv;
  AppendNames(&csv);
  for (const ReportRow& row : report.rows) AppendRow(row, &csv);
  if (!report.complete) AppendIncompleteLine(&csv);
  return csv;
}

std::string CsvField(std::string_view value) {
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(value);
  }
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

}  // namespace sstr
