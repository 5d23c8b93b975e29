// SPDX-License-Identifier: Apache-2.0
//
// Untimed checks of a table image that was just built: its contents against
// the source, its sizes and block types. Internal to src/rocks.

#pragma once

#include <cstdint>
#include <span>

#include "base/status.h"
#include "corpus/corpus.h"
#include "pass/pass_engine.h"
#include "rocks/release_adapter.h"

namespace sstr {

// Reads the stored file with RocksDB's reader, which must give the entries that
// this project's own decoder found. Error: kVerificationFailed.
// REQUIRES: the release opens the file.
Status CheckStoredAgainstCorpus(const Corpus& corpus, TableContext* context);

// Reads the image back with RocksDB's reader and compares every point entry,
// then every raw tombstone. Error: kVerificationFailed with the number of the
// first entry that differs.
Status CheckImageAgainstCorpus(std::span<const uint8_t> image,
                               const Corpus& corpus, TableContext* context);

// Sizes and block counts; entry counts are left at 0. `asked` is the codec
// that the pass was to use.
Result<PassOutput> InspectImage(std::span<const uint8_t> image,
                                CompressionType asked);

// Fills the block counts from the stored types. `tried` says whether a codec
// was to run at all: raw blocks are then rejected ones, else bypassed.
void CountBlocks(bool tried, PassOutput* output);

}  // namespace sstr
