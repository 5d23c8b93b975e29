// SPDX-License-Identifier: Apache-2.0
//
// One side of a comparison: a command that measures passes of one input after
// another. Knows nothing of other sides; who runs when is compare_rounds.h's
// business. Used by one thread.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "compare/comparison.h"
#include "pass/pass_spec.h"
#include "report/run_report.h"

namespace sstr {

class CompareSide {
 public:
  virtual ~CompareSide() = default;

  // Begins with another input and ends what ran for the one before. Returns
  // the stored file's row, where the side tells it, then a row without numbers
  // or samples for every cell. Errors name the command: kUsage and kCorruption
  // for what it says of flags and input, else kFailed.
  virtual Result<std::vector<ReportRow>> Open(const std::string& file) = 0;

  // One pass of each of these cells: their rows, in order, with one sample of
  // this round. Error: kFailed naming the command, which is then of no more use
  // on this input. A pass that failed there is a row that says so.
  // REQUIRES: Open() returned rows, `specs` are among theirs.
  virtual Result<std::vector<ReportRow>> Run(std::span<const PassSpec> specs,
                                             uint64_t round) = 0;

  // Passes are of one process each round, and run all together.
  virtual bool runs_all_at_once() const = 0;

  // Both are known once an Open() has succeeded.
  virtual RunContext context() const = 0;
  virtual SideTraits traits() const = 0;
};

struct SideOptions {
  std::string command;             // In the shell's language.
  std::vector<std::string> flags;  // Of the sweep, as the command has them.
  double timeout_seconds = 600;    // For one answer.
};

// `command` with these arguments, run by the shell.
std::vector<std::string> ShellArguments(
    const std::string& command, const std::vector<std::string>& arguments);

}  // namespace sstr
