// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_compare: sides to reports, reports to comparisons, those to
// a text and an exit code. Options in, exit code out; flags are tools/'s
// business.

#pragma once

#include <ostream>

#include "app/compare_options.h"
#include "base/cancel.h"
#include "base/exit_code.h"

namespace sstr {

// Whether one of the commands is an sst_dump, which takes another sweep.
bool HasSstDumpSide(const CompareJob& job);

// Writes the comparisons to `out` (or the file asked for), messages, progress
// and what the gate says to `err`. `cancel` is borrowed.
ExitCode RunCompare(const CompareJob& job, const CancelFlag* cancel,
                    std::ostream& out, std::ostream& err);

}  // namespace sstr
