// SPDX-License-Identifier: Apache-2.0
//
// RocksDB's two ways of writing one table file from records. Internal to
// src/rocks. One thread at a time.

#pragma once

#include <memory>
#include <string>

#include "make/record_source.h"
#include "rocksdb/options.h"
#include "rocksdb/status.h"

namespace sstr {

class RecordWriter {
 public:
  virtual ~RecordWriter() = default;

  virtual rocksdb::Status Add(const Record& record) = 0;
  // Leaves the table at the path given to the factory. Call once, last.
  virtual rocksdb::Status Finish() = 0;
};

// External file: every sequence number 0, one version of a key, keys in the
// comparator's order, no single deletions. `options` is borrowed.
std::unique_ptr<RecordWriter> NewExternalFileWriter(
    const rocksdb::Options& options, const std::string& path);

// The flush of a database that lives in `path`.db meanwhile: a sequence number
// for each record, every version kept. `options` is borrowed.
std::unique_ptr<RecordWriter> NewFlushWriter(const rocksdb::Options& options,
                                             const std::string& path);

}  // namespace sstr
