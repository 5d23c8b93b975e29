// SPDX-License-Identifier: Apache-2.0

#include "testing/csv.h"

namespace sstr::testing {
namespace {

std::vector<std::vector<std::string>> SplitCells(const std::string& text) {
  std::vector<std::vector<std::string>> lines(1);
  std::string cell;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '"' && i + 1 < text.size() && text[i + 1] == '"') {
      cell += '"';
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ',' || c == '\n')) {
      lines.back().push_back(cell);
      cell.clear();
      if (c == '\n') lines.emplace_back();
    } else if (quoted || c != '\r') {
      cell += c;
    }
  }
  if (lines.back().empty()) lines.pop_back();
  return lines;
}

}  // namespace

std::vector<CsvRow> ParseCsv(const std::string& text) {
  std::vector<CsvRow> rows;
  std::vector<std::string> names;
  for (const std::vector<std::string>& cells : SplitCells(text)) {
    // Comment lines carry the context.
    if (!cells.empty() && cells[0].starts_with('#')) continue;
    if (names.empty()) {
      names = cells;
      continue;
    }
    CsvRow row;
    for (size_t i = 0; i < cells.size() && i < names.size(); ++i) {
      row[names[i]] = cells[i];
    }
    rows.push_back(row);
  }
  return rows;
}

}  // namespace sstr::testing
