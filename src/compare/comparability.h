// SPDX-License-Identifier: Apache-2.0
//
// Why two rows, or one metric of them, cannot be compared, in words. Empty
// text: they can.

#pragma once

#include <string>

#include "compare/cell_matching.h"
#include "compare/comparison.h"

namespace sstr {

// One side only, a row that is not ok, other entries, other work.
std::string WhyCellNotComparable(const MatchedCell& cell,
                                 const CompareOptions& options);

// Of a cell that can be: a side that did not measure the metric, times that do
// not include the same.
std::string WhyMetricNotComparable(const MetricComparison& metric,
                                   const CompareOptions& options);

}  // namespace sstr
