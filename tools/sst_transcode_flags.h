// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_transcode, as a table and as options.

#pragma once

#include "app/transcode_options.h"
#include "base/status.h"
#include "flag_table.h"

namespace sstr {

struct TranscodeFlags {
  bool help = false;  // Then `job` means nothing.
  TranscodeJob job;
};

// Error: kUsage naming the flag.
Result<TranscodeFlags> ParseTranscodeFlags(int argc, const char* const* argv);

// For --help and tests; reads nothing.
FlagTable TranscodeFlagTable();

}  // namespace sstr
