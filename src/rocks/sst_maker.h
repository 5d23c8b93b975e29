// SPDX-License-Identifier: Apache-2.0
//
// Makes a table file of records, with RocksDB's own writers through its public
// interface. Files carry a fixed host name in place of the machine's; what
// differs between two makings of the same file is its session identity and,
// with TableShape::keep_versions, database identity and times.

#pragma once

#include <cstdint>
#include <string>

#include "base/cancel.h"
#include "base/status.h"
#include "make/presets.h"
#include "make/record_source.h"

namespace sstr {

struct MadeSst {
  uint64_t entries = 0;  // Points and tombstones, as RocksDB's property.
  uint64_t range_deletions = 0;
  uint64_t file_bytes = 0;
};

// Error: kUsage with the reason why this RocksDB cannot write such a table.
Status CheckTableShape(const TableShape& shape);

// Streams `records` into a file that appears at `path` whole or not at all.
// Errors: as CheckTableShape(), the source's, kIoError (also when `path`
// exists and `overwrite` is false), kInterrupted after `cancel` was set.
Result<MadeSst> MakeSst(const TableShape& shape, RecordSource* records,
                        const std::string& path, bool overwrite,
                        const CancelFlag& cancel);

}  // namespace sstr
