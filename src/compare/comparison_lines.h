// SPDX-License-Identifier: Apache-2.0
//
// A comparison as people read it, in pieces; text and Markdown put them
// together. Every percentage names its base. Free of control characters.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compare/comparison.h"
#include "report/write/text_table.h"

namespace sstr {

struct ComparisonLine {
  std::string label;
  std::string text;
  bool is_loud = false;
};

// Above the tables: the sides, how they were judged, what differs, warnings.
std::vector<ComparisonLine> ComparisonHead(const Comparison& comparison);

// The columns of the tables, and their rows: one per metric, a single one for
// a cell that is not comparable. The cell's name is in its first row only.
const std::vector<TextColumn>& ComparisonColumns();
std::vector<std::vector<std::string>> ComparisonRows(
    std::span<const CellComparison> cells);

// Cells of one file each, in order; views into `cells`.
std::vector<std::span<const CellComparison>> GroupCellsByFile(
    std::span<const CellComparison> cells);

// "+6.12 % of baseline (95 % interval +5.23 to +7.01)"; the interval where
// there is one. "-": no ratio.
std::string ChangeText(const MetricComparison& metric);

// What the columns mean, in full lines.
extern const std::string_view kComparisonLegend;

}  // namespace sstr
