// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison_markdown.h"

#include <fmt/format.h>

#include <span>
#include <string_view>
#include <vector>

#include "compare/comparison_lines.h"
#include "report/write/markdown_writer.h"

namespace sstr {
namespace {

std::string TableLine(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += fmt::format(" {} |", cell);
  return line + "\n";
}

std::string Table(std::span<const CellComparison> cells) {
  std::vector<std::string> headings;
  std::vector<std::string> rules;
  for (const TextColumn& column : ComparisonColumns()) {
    headings.push_back(column.heading);
    rules.emplace_back(column.align_left ? "---" : "---:");
  }
  std::string table = TableLine(headings) + TableLine(rules);
  for (std::vector<std::string>& row : ComparisonRows(cells)) {
    for (std::string& cell : row) cell = MarkdownEscaped(cell);
    table += TableLine(row);
  }
  return table;
}

}  // namespace

std::string WriteComparisonMarkdown(const Comparison& comparison) {
  std::string text = "# sst_compare\n\n";
  for (const ComparisonLine& line : ComparisonHead(comparison)) {
    const std::string_view bold = line.is_loud ? "**" : "";
    text += fmt::format("- {}{}{}: {}\n", bold, line.label, bold,
                        MarkdownEscaped(line.text));
  }
  for (std::span<const CellComparison> file :
       GroupCellsByFile(comparison.cells)) {
    text += fmt::format("\n## {}\n\n", MarkdownEscaped(file.front().file));
    text += Table(file);
  }
  return text + "\n" + std::string(kComparisonLegend);
}

}  // namespace sstr
