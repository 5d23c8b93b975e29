// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison_text.h"

#include <fmt/format.h>

#include "compare/comparison_lines.h"
#include "report/number_text.h"
#include "report/write/text_table.h"

namespace sstr {

std::string WriteComparisonText(const Comparison& comparison) {
  std::string text;
  for (const ComparisonLine& line : ComparisonHead(comparison)) {
    text += fmt::format("{:<15} {}\n", line.label, line.text);
  }
  for (std::span<const CellComparison> file :
       GroupCellsByFile(comparison.cells)) {
    text += fmt::format("\n{}\n", Printable(file.front().file));
    text += RenderTable(ComparisonColumns(), ComparisonRows(file));
  }
  return text + "\n" + std::string(kComparisonLegend);
}

}  // namespace sstr
