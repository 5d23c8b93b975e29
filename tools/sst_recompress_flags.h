// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress, as a table and as options. Spellings are those
// of sst_dump --command=recompress wherever it has the flag.

#pragma once

#include <optional>

#include "app/recompress_options.h"
#include "app/worker_app.h"
#include "base/status.h"
#include "flag_table.h"

namespace sstr {

struct RecompressFlags {
  bool help = false;  // Then the rest means nothing.
  RecompressOptions options;
  bool noise_check = false;  // Then RunNoiseCheck() is what to do instead.
  std::optional<WorkerOptions> worker;  // With --worker.
};

// Error: kUsage naming the flag.
Result<RecompressFlags> ParseRecompressFlags(int argc, const char* const* argv);

// For --help and tests; reads nothing.
FlagTable RecompressFlagTable();

}  // namespace sstr
