// SPDX-License-Identifier: Apache-2.0

#include "report/write/markdown_writer.h"

#include <fmt/format.h>

#include <variant>
#include <vector>

#include "report/columns.h"
#include "report/diagnosis.h"
#include "report/number_text.h"
#include "report/totals.h"
#include "report/write/context_lines.h"

namespace sstr {
namespace {

struct MarkdownColumn {
  const Column* column;
  bool is_number;
};

using SummarizedRows = std::vector<RowSummary>;

// The main columns that tell rows apart or have something to say.
std::vector<MarkdownColumn> ChooseColumns(std::span<const ReportRow> rows,
                                          const SummarizedRows& summaries) {
  std::vector<MarkdownColumn> chosen;
  for (const Column& column : ReportColumns()) {
    if (!column.main) continue;
    bool says_nothing = true;
    bool is_number = true;
    for (size_t i = 0; i < rows.size(); ++i) {
      const Cell cell = column.cell({rows[i], summaries[i]});
      const std::string text = CellText(cell);
      says_nothing = says_nothing && (text.empty() || text == column.trivial);
      is_number = is_number && !std::holds_alternative<std::string>(cell);
    }
    if (!says_nothing) chosen.push_back({&column, is_number});
  }
  return chosen;
}

std::string Table(std::span<const ReportRow> rows) {
  SummarizedRows summaries;
  for (const ReportRow& row : rows) summaries.push_back(SummarizeRow(row));
  const std::vector<MarkdownColumn> columns = ChooseColumns(rows, summaries);
  std::string head = "|";
  std::string rule = "|";
  for (const MarkdownColumn& column : columns) {
    head += fmt::format(" {} |", column.column->name);
    rule += column.is_number ? " ---: |" : " --- |";
  }
  std::string table = head + "\n" + rule + "\n";
  for (size_t i = 0; i < rows.size(); ++i) {
    table += "|";
    for (const MarkdownColumn& column : columns) {
      const Cell cell = column.column->cell({rows[i], summaries[i]});
      table += fmt::format(" {} |", MarkdownEscaped(CellText(cell)));
    }
    table += "\n";
  }
  return table;
}

}  // namespace

std::string WriteMarkdown(const RunReport& report) {
  std::string text = "# sst_recompress\n\n";
  for (const ContextLine& line : ContextLines(report.context)) {
    text += fmt::format("- {}: {}\n", line.label, MarkdownEscaped(line.text));
  }
  for (const std::string& warning : Warnings(report)) {
    text += fmt::format("- **warning**: {}\n", MarkdownEscaped(warning));
  }
  const std::vector<ReportRow> diagnosed = WithDiagnoses(report.rows);
  const std::span<const ReportRow> rows = diagnosed;
  size_t rows_in_files = 0;
  for (FileRows file : GroupByFile(rows)) {
    text += fmt::format("\n## {}\n\n", MarkdownEscaped(file.front().file));
    text += Table(file);
    rows_in_files += file.size();
  }
  if (rows_in_files < rows.size()) {
    text += "\n## Totals\n\n" + Table(rows.subspan(rows_in_files));
  }
  return text + "\n" + std::string(kLegend);
}

std::string MarkdownEscaped(std::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    if (std::string_view("\\|`*<[").find(c) != std::string_view::npos) {
      escaped += '\\';
    }
    escaped += c;
  }
  return escaped;
}

}  // namespace sstr
