// SPDX-License-Identifier: Apache-2.0
//
// The data blocks of a transcode: read, checked, encoded and written, in
// batches on all threads, in index order. Part of transcode/table_transcoder.h.

#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "base/fingerprint.h"
#include "base/status.h"
#include "sst/data_block_checker.h"
#include "transcode/table_writer.h"
#include "transcode/transcode_plan.h"
#include "transcode/transcode_request.h"

namespace sstr {

// The data blocks as written.
struct DataSection {
  std::vector<BlockHandle> handles;   // In index order.
  std::vector<Fingerprint> contents;  // One per block, of what it decodes to.
  TranscodeSummary summary;           // Only what is about data blocks.
  std::set<CompressionType> types;    // Stored.
  EntryCounts entries;
};

// Everything is borrowed. Errors: kInterrupted, the sink's, kFailed from a
// codec library; kCorruption and kNotSupported for a source block that is bad,
// with little said: ValidateTable() tells all.
Result<DataSection> TranscodeDataBlocks(const TableImage& source,
                                        const TranscodeOptions& options,
                                        const TranscodePlan& plan,
                                        const ReadProgress& progress,
                                        TableWriter* writer);

}  // namespace sstr
