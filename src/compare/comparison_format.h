// SPDX-License-Identifier: Apache-2.0
//
// The formats of comparisons by their names. The writers return text; where it
// goes is the caller's business.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "compare/comparison.h"

namespace sstr {

enum class ComparisonFormat { kText, kCsv, kMarkdown, kJson };

// "text", "csv", "markdown", "json". Error: kUsage with the list.
Result<ComparisonFormat> ParseComparisonFormat(std::string_view name);

// "text, csv, ...": for messages and help texts.
std::string ComparisonFormatNames();

// One comparison per contender, in order.
std::string WriteComparisons(std::span<const Comparison> comparisons,
                             ComparisonFormat format);

}  // namespace sstr
