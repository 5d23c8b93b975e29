// SPDX-License-Identifier: Apache-2.0
//
// The gate of a comparison: which cells got worse by more than is allowed.
// Decides nothing on its own about exit codes and prints nothing.
//
// A cell fails
//  * by a size, when it grew by more than the threshold: sizes are exact;
//  * by a time, when its verdict is "slower" and the whole 95 % interval of
//    its change is beyond the threshold: not merely slower and probably beyond
//    it, but shown to be beyond it;
//  * by peak memory, likewise with "larger" (one round has no interval: then
//    the change itself is taken).
// So a threshold is never broken by noise, however wide the intervals; what
// noise left open is listed apart, as is what could not be compared.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "compare/comparison.h"

namespace sstr {

struct FailCondition {
  const ComparedMetric* metric = nullptr;  // Of ComparedMetrics().
  double percent = 0;                      // Of the baseline; not negative.
};

// "write_cpu>3%,size>0.5%", blanks allowed. Error: kUsage naming the part that
// does not parse and the valid metrics.
Result<std::vector<FailCondition>> ParseFailIf(std::string_view text);

// Each entry is one full line without its end.
struct GateResult {
  std::vector<std::string> failures;
  // Measured beyond a threshold, but the rounds do not show it.
  std::vector<std::string> undecided;
  // Not comparable or measured in no cell.
  std::vector<std::string> unchecked;

  bool passed() const { return failures.empty(); }
};

GateResult EvaluateFailIf(const Comparison& comparison,
                          std::span<const FailCondition> conditions);

}  // namespace sstr
