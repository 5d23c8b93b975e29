// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_recompress --noise_check: the first spec of the sweep, on
// the first input, against itself, by the rules of a comparison
// (measure/round_rule.h). Says how small a difference this machine can show
// now. Options in, exit code out.

#pragma once

#include <cstdint>
#include <ostream>

#include "app/recompress_options.h"
#include "base/cancel.h"
#include "base/exit_code.h"

namespace sstr {

// Twenty rounds show differences about as large as the spread of the rounds.
inline constexpr uint32_t kNoiseCheckRounds = 20;

// With fewer rounds no difference shows, whatever its size.
uint64_t LeastNoiseCheckRounds();

// With fewer rounds no difference shows, whatever its size.
uint64_t LeastNoiseCheckRounds();

// Uses these of `options`: inputs, sweep, rounds.repeat, cpus, progress. The
// report goes to `out`, messages to `err`. `cancel` is borrowed.
ExitCode RunNoiseCheck(const RecompressOptions& options,
                       const CancelFlag* cancel, std::ostream& out,
                       std::ostream& err);

}  // namespace sstr
