// SPDX-License-Identifier: Apache-2.0
//
// Comparisons as JSON: everything that is in them, in full precision.
// docs/result_format.md describes it.

#pragma once

#include <span>
#include <string>

#include "compare/comparison.h"

namespace sstr {

inline constexpr int kComparisonSchemaVersion = 1;

// Bytes of names that are not UTF-8 become U+FFFD.
std::string WriteComparisonJson(std::span<const Comparison> comparisons);

}  // namespace sstr
