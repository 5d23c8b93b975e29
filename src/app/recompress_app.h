// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_recompress: inputs to corpora, sweep to passes, results to
// a report. Options in, exit code out; flags are tools/'s business.

#pragma once

#include <ostream>

#include "app/recompress_options.h"
#include "base/cancel.h"
#include "base/exit_code.h"

namespace sstr {

// Writes the report to `out` (or the file asked for), messages and progress
// to `err`. `cancel` is borrowed.
ExitCode RunRecompress(const RecompressOptions& options,
                       const CancelFlag* cancel, std::ostream& out,
                       std::ostream& err);

}  // namespace sstr
