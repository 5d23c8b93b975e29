// SPDX-License-Identifier: Apache-2.0
//
// The smallest change that rounds of this spread would have shown: what "no
// difference shown" is worth. The measured values are centred, then shifted
// until the test that judges them, and their interval, would have told.

#pragma once

#include <optional>

#include "stats/paired.h"
#include "stats/unpaired.h"

namespace sstr {

// In percent of the baseline, the larger of both directions. `p_threshold`:
// the largest p-value that would count. Absent when so few rounds can show no
// change of whatever size, or without an interval.
std::optional<double> SmallestVisiblePercent(const PairedComparison& cell,
                                             double p_threshold);
std::optional<double> SmallestVisiblePercent(const UnpairedComparison& cell,
                                             double p_threshold);

}  // namespace sstr
