// SPDX-License-Identifier: Apache-2.0
//
// One input, validated and decoded: what every pass compresses. Read-only
// after loading, so passes in several threads share it.

#pragma once

#include <string>

#include "base/file.h"
#include "base/status.h"
#include "corpus/entry_list.h"
#include "sst/footer.h"
#include "sst/table_properties.h"
#include "sst/validate.h"

namespace sstr {

enum class InputFormat {
  kTable,
  kRaw,   // Any bytes; only the block engine takes them.
  kAuto,  // A table if it ends in the magic number of one, else raw.
};

// As people type it: "table", "raw", "auto".
std::string InputFormatName(InputFormat format);

struct CorpusOptions {
  InputFormat format = InputFormat::kTable;
  bool salvage = false;  // Tables: leave out what cannot be read.
};

struct Corpus {
  std::string file;  // As given by the user.
  // Raw inputs have bytes and sizes and nothing else.
  bool is_raw = false;
  std::string format_note;  // kAuto: which format was taken, and why.
  FileBytes stored;         // The file as it is on disk.
  // XXH3-128 in hex: of the bytes, and of the entries in file order (of the
  // bytes again where the input is raw).
  std::string bytes_hash;
  std::string entries_hash;
  Footer footer;
  TableProperties properties;
  bool has_partitioned_filter = false;
  TableSummary summary;
  EntryList points;           // In file order; raw internal keys.
  EntryList range_deletions;  // Start internal key and end user key, raw.

  // What salvaging lost, for people; empty when nothing is.
  std::string DamageNote() const;
  // Salvaged: blocks are missing.
  bool is_damaged() const {
    return summary.damage.lost_data_blocks + summary.damage.bad_meta_blocks > 0;
  }
};

// Reads a file; validates and decodes it if it is a table. With `salvage` the
// blocks that cannot be read are left out and counted in the summary. Errors:
// kIoError, kCorruption or kNotSupported, naming the file.
Result<Corpus> LoadCorpus(const std::string& path,
                          const CorpusOptions& options = {});

}  // namespace sstr
