// SPDX-License-Identifier: Apache-2.0
//
// Turns a pass spec and the source's properties into RocksDB options: table
// options, comparator, prefix extractor, codec. Internal to src/rocks.

#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "corpus/corpus.h"
#include "pass/pass_spec.h"
#include "rocksdb/comparator.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"

namespace sstr {

struct TableSetup {
  // Complete but for statistics.
  rocksdb::Options options;
  rocksdb::BlockBasedTableOptions table_options;
  // Owns options.comparator where RocksDB does not know the name.
  std::unique_ptr<rocksdb::Comparator> own_comparator;
  std::string note;  // What could not be done as asked; else empty.
};

// Codec, level and dictionary; the type as it is, supported or not.
void SetCodec(const CodecSetting& codec, rocksdb::Options* options);

// Whether this release's table code knows every entry of `corpus`; releases
// with assertions on abort the process on others. Error: kNotSupported naming
// the type.
Status CheckEntryTypes(const Corpus& corpus);

// Applies what the text of a pass spec says of all files alike: nothing for
// "sst_dump" and "source", else what RocksDB parses of it. Error: kUsage, also
// for an option that the spec has a field for.
Status ApplyTableOptions(const std::string& text,
                         rocksdb::BlockBasedTableOptions* table_options);

// For reading `corpus` as stored, and the base of MakePassSetup.
TableSetup MakeSourceSetup(const Corpus& corpus);

// Error: kUsage for table options that this release refuses.
Result<TableSetup> MakePassSetup(const Corpus& corpus, const PassSpec& spec);

}  // namespace sstr
