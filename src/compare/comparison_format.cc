// SPDX-License-Identifier: Apache-2.0

#include "compare/comparison_format.h"

#include <fmt/format.h>

#include "compare/comparison_csv.h"
#include "compare/comparison_json.h"
#include "compare/comparison_markdown.h"
#include "compare/comparison_text.h"

namespace sstr {
namespace {

using Comparisons = std::span<const Comparison>;

// One after the other, an empty line between.
std::string Joined(Comparisons comparisons,
                   std::string (*write)(const Comparison&)) {
  std::string text;
  for (const Comparison& comparison : comparisons) {
    if (!text.empty()) text += "\n";
    text += write(comparison);
  }
  return text;
}

struct NamedFormat {
  std::string_view name;
  ComparisonFormat format;
  std::string (*write)(Comparisons comparisons);
};

constexpr NamedFormat kFormats[] = {
    {"text", ComparisonFormat::kText,
     [](Comparisons all) { return Joined(all, WriteComparisonText); }},
    {"csv", ComparisonFormat::kCsv, WriteComparisonCsv},
    {"markdown", ComparisonFormat::kMarkdown,
     [](Comparisons all) { return Joined(all, WriteComparisonMarkdown); }},
    {"json", ComparisonFormat::kJson, WriteComparisonJson},
};

}  // namespace

Result<ComparisonFormat> ParseComparisonFormat(std::string_view name) {
  for (const NamedFormat& named : kFormats) {
    if (named.name == name) return named.format;
  }
  return Status::Usage(fmt::format("output format '{}' is not one of {}", name,
                                   ComparisonFormatNames()));
}

std::string ComparisonFormatNames() {
  std::string names;
  for (const NamedFormat& named : kFormats) {
    if (!names.empty()) names += ", ";
    names += named.name;
  }
  return names;
}

std::string WriteComparisons(Comparisons comparisons, ComparisonFormat format) {
  for (const NamedFormat& named : kFormats) {
    if (named.format == format) return named.write(comparisons);
  }
  return "";
}

}  // namespace sstr
