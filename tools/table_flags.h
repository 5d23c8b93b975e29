// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress that say how tables are built: blocks, threads,
// RocksDB's table options.

#pragma once

#include "app/recompress_options.h"
#include "flag_table.h"

namespace sstr {

// REQUIRES: engine and input format are read before; block sizes depend on
// them.
FlagGroup TableFlags(RecompressOptions* options);

}  // namespace sstr
