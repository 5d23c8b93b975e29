// SPDX-License-Identifier: Apache-2.0
//
// Puts a corpus through RocksDB's table builder, and walks a table image with
// its reader. Shared by passes and the baseline. Internal to src/rocks.

#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "base/cancel.h"
#include "base/status.h"
#include "corpus/corpus.h"
#include "file/writable_file_writer.h"
#include "rocks/release_adapter.h"
#include "table/table_builder.h"

namespace sstr {

// RocksDB's message under this project's codes.
Status FromRocks(const rocksdb::Status& status);

// Adds every entry, points first, then finishes the table and closes its file.
// On error the builder is abandoned. Errors: what RocksDB says, kInterrupted.
Status BuildTable(const Corpus& corpus, const CancelFlag& cancel,
                  rocksdb::TableBuilder* builder,
                  rocksdb::WritableFileWriter* writer);

class TableScan {
 public:
  // `context` and `image` are borrowed and must outlive the scan.
  static Result<TableScan> Open(TableContext* context,
                                std::span<const uint8_t> image);

  // Every point entry, checksums verified; the number of entries seen.
  Result<uint64_t> CountEntries(const CancelFlag& cancel);

  // At the first entry. The iterator stays owned by the scan.
  rocksdb::InternalIterator* SeekToFirst();

 private:
  TableScan() = default;

  std::unique_ptr<rocksdb::TableReader> table_;
  // After the table: dies first.
  std::unique_ptr<rocksdb::InternalIterator> iterator_;
};

}  // namespace sstr
