// SPDX-License-Identifier: Apache-2.0
//
// From the values of both sides to findings: sizes exactly, peak memory
// against its resolution, times together by stats/verdict.h.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "compare/comparison.h"
#include "measure/round_rule.h"

namespace sstr {

// A metric to judge with what it is judged by. Sizes have no rounds.
struct MetricEvidence {
  // Its `baseline`, `contender` and, if it is not comparable, `reason` are
  // set; the rest is filled in. Borrowed.
  MetricComparison* target = nullptr;
  std::vector<RoundValue> baseline;
  std::vector<RoundValue> contender;
};

// Returns how many times were judged together.
size_t JudgeMetrics(std::span<const MetricEvidence> evidence,
                    const CompareOptions& options);

}  // namespace sstr
