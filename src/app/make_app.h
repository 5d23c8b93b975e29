// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_make: a preset, lines or files to one table file. Options
// in, exit code out; flags are tools/'s business.

#pragma once

#include <ostream>

#include "app/make_options.h"
#include "base/cancel.h"
#include "base/exit_code.h"

namespace sstr {

// Says on `out` what was made, on `err` what went wrong. `cancel` is borrowed.
ExitCode RunMake(const MakeOptions& options, const CancelFlag* cancel,
                 std::ostream& out, std::ostream& err);

}  // namespace sstr
