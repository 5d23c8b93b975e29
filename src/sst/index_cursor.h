// SPDX-License-Identifier: Apache-2.0
//
// Walks an index block, a partition of one, or the top level of a partitioned
// index or filter: separator key, block handle, and with some index types the
// first key of the block. Where the handles point is not checked.
// docs/sst_format.md draws the entries; source: rocksdb/table/format.cc.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/status.h"
#include "sst/block_handle.h"
#include "sst/block_layout.h"
#include "sst/entry_cursor.h"
#include "sst/table_properties.h"

namespace sstr {

// From the table's properties.
struct IndexEncoding {
  bool key_is_user_key = false;  // Keys lack the 8-byte suffix.
  bool value_is_delta = false;   // Handles after shared keys are differences.
  bool has_first_key = false;    // Handles are followed by a first key.
};

// How the index and its partitions are encoded. The top level of a partitioned
// filter differs only in that it never has first keys.
IndexEncoding IndexEncodingOf(const TableProperties& properties);

class IndexCursor {
 public:
  // Errors: kCorruption or kNotSupported, the bare fact. Borrows `contents`.
  static Result<IndexCursor> Open(std::span<const uint8_t> contents,
                                  const IndexEncoding& encoding);

  // Moves to the next entry; false at the end and at a fault, see status().
  bool Next();

  // kCorruption with the bare fact after Next() returned false at a fault.
  const Status& status() const { return status_; }

  // Valid after Next() returned true, until the next call.
  std::string_view key() const { return key_.view(); }
  const BlockHandle& handle() const { return handle_; }
  // An internal key; empty unless the encoding has first keys.
  std::string_view first_key() const { return first_key_; }
  // As stored: what the key shares with the key before it, whether the entry
  // is a restart, and whether it has a whole handle.
  size_t shared() const { return shared_; }
  bool at_restart() const { return at_restart_; }
  bool has_whole_handle() const { return whole_handle_; }

 private:
  IndexCursor(const BlockLayout& layout, const IndexEncoding& encoding)
      : encoding_(encoding),
        rest_(layout.entries),
        layout_(layout),
        restarts_(layout) {}

  bool Fail(std::string_view fact);
  bool ReadKey();
  bool ReadValue();
  bool ReadHandle(ByteReader* reader);

  IndexEncoding encoding_;
  ByteReader rest_;
  BlockLayout layout_;
  RestartTracker restarts_;
  KeyBuffer key_;
  BlockHandle handle_;
  std::string_view first_key_;
  uint32_t shared_ = 0;
  bool at_restart_ = false;
  bool whole_handle_ = false;
  uint32_t value_size_ = 0;
  Status status_;
};

}  // namespace sstr
