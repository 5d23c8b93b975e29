// SPDX-License-Identifier: Apache-2.0
//
// Aligned columns of UTF-8 text for a fixed-width screen. Knows nothing about
// reports.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sstr {

struct TextColumn {
  std::string heading;
  bool align_left = false;
};

// Headings, then one line per row, two spaces between columns, no space at
// line ends. REQUIRES: every row has one cell per column.
std::string RenderTable(const std::vector<TextColumn>& columns,
                        const std::vector<std::vector<std::string>>& rows);

// Code points; right for text without wide or combining characters.
size_t DisplayWidth(std::string_view utf8);

}  // namespace sstr
