// SPDX-License-Identifier: Apache-2.0

#include "compare/cell_matching.h"

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <string>

#include "report/number_text.h"
#include "report/totals.h"

namespace sstr {
namespace {

// For every element of one side its partner on the other, an index.
using Partners = std::vector<std::optional<size_t>>;

// Gives partners to those that have none yet, each at most one, in order.
template <typename Item>
void PairUp(const std::vector<Item>& baseline,
            const std::vector<Item>& contender,
            const std::function<bool(const Item&, const Item&)>& belong,
            Partners* partners) {
  std::vector<bool> is_taken(contender.size(), false);
  for (const std::optional<size_t>& partner : *partners) {
    if (partner) is_taken[*partner] = true;
  }
  for (size_t i = 0; i < baseline.size(); ++i) {
    for (size_t j = 0; j < contender.size() && !(*partners)[i]; ++j) {
      if (is_taken[j] || !belong(baseline[i], contender[j])) continue;
      (*partners)[i] = j;
      is_taken[j] = true;
    }
  }
}

const ReportRow* StoredRow(FileRows file) {
  if (file.empty() || file.front().kind != RowKind::kBaseline) return nullptr;
  return &file.front();
}

std::string InputHash(FileRows file) {
  const ReportRow* stored = StoredRow(file);
  return stored ? stored->input_hash : "";
}

bool HashesDiffer(FileRows a, FileRows b) {
  const std::string a_hash = InputHash(a);
  const std::string b_hash = InputHash(b);
  return !a_hash.empty() && !b_hash.empty() && a_hash != b_hash;
}

bool SameName(FileRows a, FileRows b) {
  return a.front().file == b.front().file;
}

bool SameHash(FileRows a, FileRows b) {
  return !InputHash(a).empty() && InputHash(a) == InputHash(b);
}

Status InputsDiffer(FileRows a, FileRows b) {
  return Status::Usage(fmt::format(
      "the inputs differ: {} of the baseline has XXH3 {}, {} of the contender "
      "has {}",
      Printable(a.front().file), InputHash(a), Printable(b.front().file),
      InputHash(b)));
}

Result<Partners> PairFiles(const std::vector<FileRows>& baseline,
                           const std::vector<FileRows>& contender) {
  Partners partners(baseline.size());
  const auto pair_up = [&](bool (*belong)(FileRows, FileRows)) {
    PairUp<FileRows>(baseline, contender, belong, &partners);
  };
  pair_up(
      [](FileRows a, FileRows b) { return SameHash(a, b) && SameName(a, b); });
  pair_up(SameHash);
  pair_up(SameName);
  if (baseline.size() == 1 && contender.size() == 1) {
    pair_up([](FileRows, FileRows) { return true; });
  }
  bool any = false;
  for (size_t i = 0; i < baseline.size(); ++i) {
    if (!partners[i]) continue;
    any = true;
    const FileRows partner = contender[*partners[i]];
    if (HashesDiffer(baseline[i], partner)) {
      return InputsDiffer(baseline[i], partner);
    }
  }
  if (!any && !baseline.empty() && !contender.empty()) {
    return Status::Usage(fmt::format(
        "no input is on both sides: the baseline has {}, the contender {}",
        Printable(baseline.front().front().file),
        Printable(contender.front().front().file)));
  }
  return partners;
}

using Passes = std::vector<const ReportRow*>;

Passes PassesOf(FileRows file) {
  Passes passes;
  for (const ReportRow& row : file) {
    if (row.kind == RowKind::kPass) passes.push_back(&row);
  }
  return passes;
}

bool SameSpec(const ReportRow* a, const ReportRow* b) {
  return a->spec == b->spec;
}

bool SameSpecButVariant(const ReportRow* a, const ReportRow* b) {
  PassSpec spec = b->spec;
  spec.variant = a->spec.variant;
  spec.allocator = a->spec.allocator;
  return a->spec == spec;
}

// `baseline` or `contender` may be empty.
void AppendCells(FileRows baseline, FileRows contender, bool ignore_variant,
                 std::vector<MatchedCell>* cells) {
  const Passes a = PassesOf(baseline);
  const Passes b = PassesOf(contender);
  Partners partners(a.size());
  PairUp<const ReportRow*>(a, b, SameSpec, &partners);
  if (ignore_variant) {
    PairUp<const ReportRow*>(a, b, SameSpecButVariant, &partners);
  }
  const MatchedCell of_file = {.baseline_stored = StoredRow(baseline),
                               .contender_stored = StoredRow(contender)};
  std::vector<bool> is_taken(b.size(), false);
  for (size_t i = 0; i < a.size(); ++i) {
    MatchedCell& cell = cells->emplace_back(of_file);
    cell.baseline = a[i];
    if (!partners[i]) continue;
    cell.contender = b[*partners[i]];
    is_taken[*partners[i]] = true;
  }
  for (size_t j = 0; j < b.size(); ++j) {
    if (!is_taken[j]) cells->emplace_back(of_file).contender = b[j];
  }
}

}  // namespace

Result<std::vector<MatchedCell>> MatchCells(const RunReport& baseline,
                                            const RunReport& contender,
                                            bool ignore_variant) {
  const std::vector<FileRows> a = GroupByFile(baseline.rows);
  const std::vector<FileRows> b = GroupByFile(contender.rows);
  SSTR_ASSIGN_OR_RETURN(const Partners partners, PairFiles(a, b));
  std::vector<MatchedCell> cells;
  std::vector<bool> is_taken(b.size(), false);
  for (size_t i = 0; i < a.size(); ++i) {
    FileRows partner;
    if (partners[i]) {
      partner = b[*partners[i]];
      is_taken[*partners[i]] = true;
    }
    AppendCells(a[i], partner, ignore_variant, &cells);
  }
  for (size_t j = 0; j < b.size(); ++j) {
    if (!is_taken[j]) AppendCells({}, b[j], ignore_variant, &cells);
  }
  return cells;
}

}  // namespace sstr
