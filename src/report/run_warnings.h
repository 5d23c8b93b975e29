// SPDX-License-Identifier: Apache-2.0
//
// What a reader must know before believing a time, and what to do about it:
// facts in, sentences out. Reads nothing itself.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/environment.h"
#include "report/run_report.h"

namespace sstr {

// Of this program, by the compiler's macros.
struct BuildFacts {
  bool assertions = false;
  bool optimized = true;
};

// Known before anything is timed. A run for sizes alone is warned of slow
// builds only.
std::vector<std::string> WarningsBefore(const RunContext& context,
                                        const Environment& environment,
                                        const BuildFacts& build);

struct RunFacts {
  // Of CPU time during the run; see StolenPercent().
  std::optional<double> stolen_percent;
  // Of the file for which time was up with the fewest; absent where time was up
  // for none.
  std::optional<uint64_t> fewest_rounds;
};

// Known only afterwards.
std::vector<std::string> WarningsAfter(const RunFacts& run);

}  // namespace sstr
