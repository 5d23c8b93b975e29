// SPDX-License-Identifier: Apache-2.0
//
// Command lines in gflags' manner with this project's manners: faults are
// returned instead of ending the process, and a program knows the flags of its
// table only, not gflags' own.

#pragma once

#include "base/status.h"
#include "flag_table.h"

namespace sstr {

// Sets the gflags variables of the table's flags. "--" ends the flags. Error:
// kUsage naming the flag that is unknown, lacks a value, or has a wrong one.
Result<CommandLine> ParseCommandLine(int argc, const char* const* argv,
                                     const FlagTable& table);

}  // namespace sstr
