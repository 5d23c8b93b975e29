// SPDX-License-Identifier: Apache-2.0
//
// Where the bytes of a table file are, from trailers and size prefixes alone.
// For images that were just written; sst/validate.h measures the same while it
// reads everything.

#pragma once

#include "base/status.h"
#include "sst/size_breakdown.h"
#include "sst/table_image.h"

namespace sstr {

struct MeasuredSizes {
  SizeBreakdown sizes;
  BlockDistributions distributions;
};

// No checksum of a data block is verified, and blocks are decoded only when
// they do not tell their size. Error: kCorruption, naming file and block.
Result<MeasuredSizes> MeasureSizes(const TableImage& image);

// Adds everything but the data blocks: file, footer and meta block bytes.
void AddMetaSizes(const TableImage& image, SizeBreakdown* sizes);

// Adds one data block, of `contents_bytes` when decoded.
void AddDataBlock(const StoredBlock& block, uint64_t contents_bytes,
                  SizeBreakdown* sizes);

// What is in no block, from the other parts. `lost_bytes` are in blocks that
// were not added because they cannot be read.
void SetPadding(uint64_t lost_bytes, SizeBreakdown* sizes);

}  // namespace sstr
