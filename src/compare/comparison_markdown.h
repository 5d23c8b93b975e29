// SPDX-License-Identifier: Apache-2.0
//
// A comparison as Markdown, for issues and pull requests: the same as the
// text, loud lines in bold.

#pragma once

#include <string>

#include "compare/comparison.h"

namespace sstr {

std::string WriteComparisonMarkdown(const Comparison& comparison);

}  // namespace sstr
