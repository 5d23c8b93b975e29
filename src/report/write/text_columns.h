// SPDX-License-Identifier: Apache-2.0
//
// The columns of the text table: what report/columns.h holds, chosen and
// worded for a screen.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "report/columns.h"

namespace sstr {

struct ScreenColumn {
  std::string_view heading;
  // Empty: nothing to say.
  std::string (*cell)(const RowView& view);
  // A column with no other cells than this and empty ones is left out.
  std::string_view trivial;
  bool align_left = false;
};

// Sizes, blocks, times and speeds.
std::span<const ScreenColumn> MainScreenColumns();

// All parts of the file; they add up to `file bytes`.
std::span<const ScreenColumn> SizeScreenColumns();

}  // namespace sstr
