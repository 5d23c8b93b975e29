// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_compare, as a table and as options. Those of the sweep are
// sst_recompress's and handed on as they are.

#pragma once

#include "app/compare_options.h"
#include "base/status.h"
#include "flag_table.h"

namespace sstr {

struct CompareFlags {
  bool help = false;  // Then `job` means nothing.
  CompareJob job;
};

// Error: kUsage naming the flag.
Result<CompareFlags> ParseCompareFlags(int argc, const char* const* argv);

// For --help and tests; reads nothing.
FlagTable CompareFlagTable();

}  // namespace sstr
