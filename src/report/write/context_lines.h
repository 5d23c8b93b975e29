// SPDX-License-Identifier: Apache-2.0
//
// The context of a run as people read it; text and Markdown print it.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/run_report.h"

namespace sstr {

inline constexpr std::string_view kIncompleteNotice =
    "the run ended early: passes that are missing were not measured";

struct ContextLine {
  std::string label;
  std::string text;
};

// Versions, machine, options; what is not known is left out. Free of control
// characters.
std::vector<ContextLine> ContextLines(const RunContext& context);

// What a reader must know before believing a number: that the report is not
// complete, then the context's warnings.
std::vector<std::string> Warnings(const RunReport& report);

// What ratio, MB, the spread and the sizes mean, in full lines.
extern const std::string_view kLegend;

}  // namespace sstr
