// SPDX-License-Identifier: Apache-2.0
//
// One input, validated and decoded: what every pass compresses. Read-only
// after loading, so passes in several threads share it.

#pragma once

#include <string>

#include "base/file.h"
#include "base/status.h"
#include "input/entry_list.h"
#include "sst/footer.h"
#include "sst/table_properties.h"
#include "sst/validate.h"

namespace sstr {

struct Corpus {
  std::string file;  // As given by the user.
  FileBytes stored;  // The file as it is on disk.
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

// Reads, validates and decodes a table file. With `salvage` the blocks that
// cannot be read are left out and counted in the summary. Errors: kIoError,
// kCorruption or kNotSupported, naming the file.
Result<Corpus> LoadCorpus(const std::string& path, bool salvage = false);

}  // namespace sstr
