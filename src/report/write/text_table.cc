// SPDX-License-Identifier: Apache-2.0

#include "report/write/text_table.h"

#include <algorithm>
#include <cassert>

namespace sstr {
namespace {

std::string Padded(const std::string& text, size_t width, bool align_left) {
  const std::string padding(width - DisplayWidth(text), ' ');
  return align_left ? text + padding : padding + text;
}

void AppendLine(const std::vector<TextColumn>& columns,
                const std::vector<std::string>& cells,
                const std::vector<size_t>& widths, std::string* table) {
  std::string line;
  for (size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) line += "  ";
    line += Padded(cells[i], widths[i], columns[i].align_left);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  *table += line + "\n";
}

}  // namespace

std::string RenderTable(const std::vector<TextColumn>& columns,
                        const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::string> headings;
  std::vector<size_t> widths;
  for (size_t i = 0; i < columns.size(); ++i) {
    headings.push_back(columns[i].heading);
    widths.push_back(DisplayWidth(columns[i].heading));
    for (const std::vector<std::string>& row : rows) {
      assert(row.size() == columns.size());
      widths[i] = std::max(widths[i], DisplayWidth(row[i]));
    }
  }
  std::string table;
  AppendLine(columns, headings, widths, &table);
  for (const std::vector<std::string>& row : rows) {
    AppendLine(columns, row, widths, &table);
  }
  return table;
}

size_t DisplayWidth(std::string_view utf8) {
  return static_cast<size_t>(std::count_if(
      utf8.begin(), utf8.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

}  // namespace sstr
