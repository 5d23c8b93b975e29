// SPDX-License-Identifier: Apache-2.0
//
// Writes a table file again under another compression setting, block by block:
// same entries, block boundaries, filters, index structure, range tombstones,
// format version and checksum type; of the properties only those change that
// must. What need not change is copied, so that an unchanged setting gives the
// same file. Memory is a window of blocks, 48 bytes per block, and the index
// three times. docs/transcoding.md has the rules.

#pragma once

#include <cstdint>
#include <vector>

#include "base/fingerprint.h"
#include "base/status.h"
#include "sst/table_image.h"
#include "transcode/block_rewriter.h"
#include "transcode/table_writer.h"
#include "transcode/transcode_request.h"

namespace sstr {

// What was written, for VerifyTranscode().
struct TranscodedTable {
  TranscodeSummary summary;
  std::vector<BlockHandle> data_blocks;  // In index order.
  std::vector<Fingerprint> contents;     // What each decodes to in the source.
  std::vector<uint8_t> dictionary;
  std::vector<NamedValue> properties;
};

// `source` was opened without salvage. All of it is validated on the way, and
// nothing is decided by bytes that were not. `sink` may have got a part when
// an error is returned; the output is worth something only once
// VerifyTranscode() has read it. `progress` may be empty.
// Errors: as ValidateTable()'s; kNotSupported, naming it, for what cannot be
// carried over; kUsage for a setting that does not exist; kInterrupted; the
// sink's.
Result<TranscodedTable> TranscodeTable(const TableImage& source,
                                       const TranscodeOptions& options,
                                       const ReadProgress& progress,
                                       OutputSink* sink);

}  // namespace sstr
