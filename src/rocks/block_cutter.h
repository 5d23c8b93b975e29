// SPDX-License-Identifier: Apache-2.0
//
// Cuts the entries of a table into the data blocks that RocksDB's own table
// builder would make of them, so that the block engine compresses just what the
// table engine does.

#pragma once

#include "base/cancel.h"
#include "base/status.h"
#include "corpus/block_list.h"
#include "pass/pass_spec.h"

namespace sstr {

// Builds an uncompressed table under the block size and table options of
// `spec` and takes its blocks. Errors: kUsage or kNotSupported as the table
// engine would give them, kInterrupted.
Result<BlockList> CutIntoBlocks(const Corpus& corpus, const PassSpec& spec,
                                const CancelFlag& cancel);

}  // namespace sstr
