// SPDX-License-Identifier: Apache-2.0
//
// From the sweep flags of sst_recompress to those of sst_dump, as far as it has
// them.

#pragma once

#include <span>
#include <string>

#include "app/compare_options.h"
#include "base/status.h"

namespace sstr {

// `flags` are of the form --name=value. What only newer releases know is handed
// on; an older sst_dump then says so itself. Error: kUsage naming the flag that
// no sst_dump has, or a list that it does not take.
Result<SstDumpSweep> TranslateForSstDump(std::span<const std::string> flags);

}  // namespace sstr
