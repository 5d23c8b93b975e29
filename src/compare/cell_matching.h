// SPDX-License-Identifier: Apache-2.0
//
// Which row of one report belongs to which of another: the same input under
// the same pass spec. Says nothing on whether the two can be compared.

#pragma once

#include <vector>

#include "base/status.h"
#include "report/run_report.h"

namespace sstr {

// Views into the two reports. A null pass: only the other side has the cell. A
// null stored row: that side's report does not have it.
struct MatchedCell {
  const ReportRow* baseline = nullptr;
  const ReportRow* contender = nullptr;
  const ReportRow* baseline_stored = nullptr;  // Of the cell's input file.
  const ReportRow* contender_stored = nullptr;
};

// All passes of both reports, in the baseline's order, then what only the
// contender has; stored files and totals are not cells. Files belong together
// by input_hash, else by name, else as the only ones; specs when they are
// equal, with `ignore_variant` else when they are but for variant and
// allocator. Specs asked for twice are matched in order.
//
// Error: kUsage naming both inputs when files that belong together have
// different hashes, or when no file of one side is on the other.
Result<std::vector<MatchedCell>> MatchCells(const RunReport& baseline,
                                            const RunReport& contender,
                                            bool ignore_variant);

}  // namespace sstr
