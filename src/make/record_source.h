// SPDX-License-Identifier: Apache-2.0
//
// A stream of records to make a table from. Knows nothing of the table format;
// one record is in memory at a time.

#pragma once

#include <cstdint>
#include <string>

#include "base/status.h"

namespace sstr {

enum class RecordKind : uint8_t {
  kPut,
  kMerge,
  kDelete,
  kSingleDelete,
  kDeleteRange,  // [key, value)
};

struct Record {
  RecordKind kind = RecordKind::kPut;
  std::string key;    // User key.
  std::string value;  // Empty for kDelete and kSingleDelete.

  bool operator==(const Record&) const = default;
};

class RecordSource {
 public:
  virtual ~RecordSource() = default;

  // Fills `record`, all fields of it, and returns true; false at the end.
  // Keys come in the order of the table's comparator.
  virtual Result<bool> Next(Record* record) = 0;
};

}  // namespace sstr
