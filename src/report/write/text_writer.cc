// SPDX-License-Identifier: Apache-2.0

#include "report/write/text_writer.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "report/columns.h"
#include "report/diagnosis.h"
#include "report/number_text.h"
#include "report/totals.h"
#include "report/write/context_lines.h"
#include "report/write/text_columns.h"
#include "report/write/text_table.h"

namespace sstr {
namespace {

// Numbers each different remark once, in order of appearance.
class Notes {
 public:
  // "[2]"; empty for an empty remark.
  std::string Mark(const std::string& remark) {
    if (remark.empty()) return "";
    auto found = std::find(remarks_.begin(), remarks_.end(), remark);
    if (found == remarks_.end()) {
      found = remarks_.insert(found, remark);
    }
    return fmt::format("[{}]", found - remarks_.begin() + 1);
  }

  std::string Text() const {
    std::string text;
    for (size_t i = 0; i < remarks_.size(); ++i) {
      text += fmt::format("[{}] {}\n", i + 1, Printable(remarks_[i]));
    }
    return text;
  }

 private:
  std::vector<std::string> remarks_;
};

// "skipped [1]", "[2]" or nothing.
std::string StatusText(const ReportRow& row, Notes* notes) {
  const std::string mark = notes->Mark(row.status_detail);
  if (row.status == RowStatus::kOk) return mark;
  const std::string name(RowStatusName(row.status));
  return mark.empty() ? name : name + " " + mark;
}

using Cells = std::vector<std::string>;

bool SaysNothing(const Cells& cells, std::string_view trivial) {
  return std::all_of(cells.begin(), cells.end(), [&](const std::string& cell) {
    return cell.empty() || cell == trivial;
  });
}

// Rows of cells with a last column of `statuses`, ready to print.
std::string Table(std::span<const ReportRow> rows,
                  std::span<const ScreenColumn> screen_columns,
                  const Cells& statuses) {
  std::vector<RowSummary> summaries;
  for (const ReportRow& row : rows) summaries.push_back(SummarizeRow(row));
  std::vector<TextColumn> columns;
  std::vector<Cells> lines(rows.size());
  for (const ScreenColumn& screen_column : screen_columns) {
    Cells cells;
    for (size_t i = 0; i < rows.size(); ++i) {
      cells.push_back(screen_column.cell({rows[i], summaries[i]}));
    }
    if (SaysNothing(cells, screen_column.trivial)) continue;
    columns.push_back(
        {std::string(screen_column.heading), screen_column.align_left});
    for (size_t i = 0; i < rows.size(); ++i) {
      lines[i].push_back(cells[i].empty() ? "-" : cells[i]);
    }
  }
  columns.push_back({"", /*align_left=*/true});
  for (size_t i = 0; i < rows.size(); ++i) lines[i].push_back(statuses[i]);
  return RenderTable(columns, lines);
}

// The types of the blocks as they are in the file: a file's property tells one
// type, its blocks may have several.
std::string StoredAs(std::span<const ReportRow> rows) {
  const std::string types = StoredTypes(rows.front().sizes);
  if (!IsOfStoredFile(rows.front()) || types.empty()) return "";
  return fmt::format(": stored as {}", types);
}

std::string Section(std::string_view heading, std::span<const ReportRow> rows,
                    const TextOptions& options, Notes* notes) {
  Cells statuses;
  for (const ReportRow& row : rows) {
    statuses.push_back(StatusText(row, notes));
  }
  std::string text = fmt::format("\n{}{}\n", heading, StoredAs(rows));
  text += Table(rows, MainScreenColumns(), statuses);
  if (options.full_sizes) {
    text += "\n" + Table(rows, SizeScreenColumns(), statuses);
  }
  return text;
}

std::string Head(const RunReport& report) {
  std::string text;
  for (const ContextLine& line : ContextLines(report.context)) {
    text += fmt::format("{:<15} {}\n", line.label, line.text);
  }
  for (const std::string& warning : Warnings(report)) {
    text += fmt::format("{:<15} {}\n", "WARNING", warning);
  }
  return text;
}

}  // namespace

std::string WriteText(const RunReport& report, const TextOptions& options) {
  Notes notes;
  std::string text = Head(report);
  const std::vector<ReportRow> diagnosed = WithDiagnoses(report.rows);
  const std::span<const ReportRow> rows = diagnosed;
  const std::vector<FileRows> files = GroupByFile(rows);
  size_t rows_in_files = 0;
  for (FileRows file : files) {
    text += Section(Printable(file.front().file), file, options, &notes);
    rows_in_files += file.size();
  }
  if (rows_in_files < rows.size()) {
    text += Section(fmt::format("Totals of {} files", files.size()),
                    rows.subspan(rows_in_files), options, &notes);
  }
  text += "\n" + notes.Text() + std::string(kLegend);
  if (!report.complete)
    text += fmt::format("INCOMPLETE: {}\n", kIncompleteNotice);
  return text;
}

}  // namespace sstr
