// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_make, as a table and as options.

#pragma once

#include "app/make_options.h"
#include "base/status.h"
#include "flag_table.h"

namespace sstr {

struct MakeFlags {
  bool help = false;  // Then `options` means nothing.
  MakeOptions options;
};

// Error: kUsage naming the flag.
Result<MakeFlags> ParseMakeFlags(int argc, const char* const* argv);

// For --help and tests; reads nothing.
FlagTable MakeFlagTable();

}  // namespace sstr
