// SPDX-License-Identifier: Apache-2.0
//
// Comparisons as CSV: a line of names, then one line per cell and metric, those
// of cells that are not comparable included; one line without a metric for a
// cell that has none. docs/result_format.md explains
// the columns. Has no place for differences of configuration; JSON has.

#pragma once

#include <span>
#include <string>

#include "compare/comparison.h"

namespace sstr {

std::string WriteComparisonCsv(std::span<const Comparison> comparisons);

}  // namespace sstr
