// SPDX-License-Identifier: Apache-2.0
//
// Lets the sides of a comparison measure one input in turn, so that what the
// machine does to one it does to all: within a round the passes of a cell
// follow each other at once. Who has a turn when, and how often, is
// measure/round_rule.h's business; each round has workers of its own. Judges
// nothing.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/exit_code.h"
#include "base/status.h"
#include "compare/compare_side.h"
#include "report/run_report.h"

namespace sstr {

// Called as it happens.
class RoundsObserver {
 public:
  virtual ~RoundsObserver() = default;

  // `done`: passes of this file so far, those of all sides.
  virtual void OnPassStarted(const PassSpec& spec, uint64_t done) = 0;
  // A side or a pass failed.
  virtual void OnFailure(const std::string& file,
                         const std::string& message) = 0;
};

// All borrowed. The first side is the baseline.
struct RoundsOptions {
  std::vector<CompareSide*> sides;
  uint64_t rounds = 1;
  const CancelFlag* cancel = nullptr;
  RoundsObserver* observer = nullptr;
};

// Appends what each side measured of `file` to its report. Only cells that the
// baseline and a contender have are run, after one pass each that is not
// counted; the others become skipped rows. A side that fails has rows that say
// why, and the others go on. When cancelled, what was measured so far is there.
// Returns kOk; kFailure when a side or a pass failed; the exit code of the
// baseline's own reason when it is the baseline that does not take the input.
//
// Error: kUsage when the sides have different inputs.
Result<ExitCode> CompareOnFile(const std::string& file,
                               const RoundsOptions& options,
                               std::span<RunReport> reports);

}  // namespace sstr
