// SPDX-License-Identifier: Apache-2.0
//
// Puts a corpus through RocksDB's table builder. Internal to src/rocks.

#pragma once

#include "base/cancel.h"
#include "base/status.h"
#include "corpus/corpus.h"
#include "file/writable_file_writer.h"
#include "table/table_builder.h"

namespace sstr {

// Adds every entry, points first, then finishes the table and closes its file.
// On error the builder is abandoned. Errors: what RocksDB says, kInterrupted.
Status BuildTable(const Corpus& corpus, const CancelFlag& cancel,
                  rocksdb::TableBuilder* builder,
                  rocksdb::WritableFileWriter* writer);

}  // namespace sstr
