// SPDX-License-Identifier: Apache-2.0
//
// What ended the rounds of a run with a target interval, in one sentence. Not
// for runs of a fixed number of rounds.

#pragma once

#include <span>
#include <string>

#include "measure/round_schedule.h"

namespace sstr {

struct FileRounds {
  std::string file;
  RoundsOutcome rounds;
  // The spec of rounds.widest, as text; empty where that is absent.
  std::string widest_spec;
};

// "stopped after 12 rounds: every interval within ±1 %", or "time was up after
// 9 rounds: widest interval ±2.3 % (write of table:kZSTD)", which is rounded
// up. Several files are counted, and the widest interval is that of the files
// that missed the target. Empty for no file. `target_interval` is relative.
std::string RoundsNote(std::span<const FileRounds> files,
                       double target_interval);

}  // namespace sstr
