// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_transcode: each input written again,
// losslessly and under another compression setting, read back, compared, and
// only then given its name. Options in, exit code out; flags are tools/'s
// business.

#pragma once

#include <ostream>

#include "app/transcode_options.h"
#include "base/cancel.h"
#include "base/exit_code.h"

namespace sstr {

// Writes a line per output to `out`, messages to `err`. `cancel` is borrowed.
ExitCode RunTranscode(const TranscodeJob& job, const CancelFlag* cancel,
                      std::ostream& out, std::ostream& err);

}  // namespace sstr
