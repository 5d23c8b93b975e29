// SPDX-License-Identifier: Apache-2.0
//
// A comparison for a person at a screen: sides, differences of configuration
// and warnings above, one table per file. Its layout is no interface; programs
// read CSV or JSON.

#pragma once

#include <string>

#include "compare/comparison.h"

namespace sstr {

// "-" stands for what does not apply or was not measured.
std::string WriteComparisonText(const Comparison& comparison);

}  // namespace sstr
