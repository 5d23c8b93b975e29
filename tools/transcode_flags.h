// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress --transcode: which of the program's flags mean
// something then, and what.

#pragma once

#include <optional>

#include "app/recompress_options.h"
#include "app/transcode_options.h"
#include "base/status.h"

namespace sstr {

// Absent without --transcode. `options` are those of the command line.
// Error: kUsage naming the flag. REQUIRES: the command line was parsed.
Result<std::optional<TranscodeJob>> MakeTranscodeJob(
    const RecompressOptions& options);

}  // namespace sstr
