// SPDX-License-Identifier: Apache-2.0
//
// The columns of a report row: the one place where their names and meanings
// meet. CSV, JSON and Markdown print this table; docs/result_format.md
// explains it.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "report/row_summary.h"
#include "report/run_report.h"

namespace sstr {

// Empty (CSV), null (JSON): does not apply, or was not measured.
struct NoValue {
  bool operator==(const NoValue&) const = default;
};
using Cell = std::variant<NoValue, std::string, int64_t, uint64_t, double>;

struct RowView {
  const ReportRow& row;
  const RowSummary& summary;
};

struct Column {
  std::string_view name;
  Cell (*cell)(const RowView& view);
  // Where room is short (Markdown) only these are shown, less those that have
  // no other cells than `trivial` and empty ones.
  bool main = false;
  std::string_view trivial = "";
};

// In the order in which they are printed.
std::span<const Column> ReportColumns();

// "ok", "skipped", "error".
std::string_view RowStatusName(RowStatus status);

// Is this row of files as they are stored, rather than of a spec?
bool IsOfStoredFile(const ReportRow& row);

// The stored types of the data blocks, "none" last, with their counts:
// "kZSTD*100+kNoCompression*100". Empty without data blocks.
std::string StoredTypes(const SizeBreakdown& sizes);

// The cell as text; empty for NoValue. Fractions have three decimals.
std::string CellText(const Cell& cell);

}  // namespace sstr
