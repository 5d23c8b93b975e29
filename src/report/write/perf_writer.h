// SPDX-License-Identifier: Apache-2.0
//
// A report in the manner of `perf stat -r N`: for every measured row one list
// of counters for writing and one for scanning, per repetition, as means with
// their standard errors. For people who compare counters; which of two rows is
// faster is better judged by the medians of the other formats. Written anew
// from what perf prints; docs/result_format.md describes it. Holds no totals.

#pragma once

#include <string>

#include "report/run_report.h"

namespace sstr {

std::string WritePerf(const RunReport& report);

}  // namespace sstr
