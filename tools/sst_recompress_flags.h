// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress, as text and as options. Spellings are those of
// sst_dump --command=recompress wherever it has the flag.

#pragma once

#include <optional>
#include <string>

#include "app/recompress_options.h"
#include "app/transcode_options.h"
#include "app/worker_app.h"
#include "base/status.h"

namespace sstr {

struct RecompressFlags {
  bool help = false;  // Then `options` means nothing.
  RecompressOptions options;
  bool noise_check = false;  // Then RunNoiseCheck() is what to do instead.
  std::optional<WorkerOptions> worker;  // With --worker.
  // With --transcode; then this is what to do instead.
  std::optional<TranscodeJob> transcode;
};

// Error: kUsage naming the flag.
Result<RecompressFlags> ParseRecompressFlags(int argc, const char* const* argv);

std::string RecompressHelp();

}  // namespace sstr
