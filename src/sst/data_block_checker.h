// SPDX-License-Identifier: Apache-2.0
//
// Reads the entries of one decoded data block after the other: structure, keys
// and their order, counts. Knows nothing of files, checksums and codecs.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/status.h"
#include "codec/compression_type.h"
#include "sst/block_handle.h"
#include "sst/entry_cursor.h"
#include "sst/internal_key.h"

namespace sstr {

struct DataBlockView {
  uint64_t number = 0;  // In index order, from 0.
  BlockHandle handle;
  CompressionType stored_type = CompressionType::kNone;
  std::span<const uint8_t> payload;   // As stored, without trailer.
  std::span<const uint8_t> contents;  // Decoded.
};

// Receives what a table file holds, in file order, as raw as it is stored.
// All views are valid during the call only. A status that is not ok ends the
// walk and becomes its result.
class EntrySink {
 public:
  virtual ~EntrySink() = default;

  // Before the entries of the block.
  virtual Status OnDataBlock(const DataBlockView& /*block*/) {
    return Status::Ok();
  }
  virtual Status OnPoint(std::string_view /*internal_key*/,
                         std::string_view /*value*/) {
    return Status::Ok();
  }
  // After all points; tombstones as stored, not fragmented. The start key
  // carries sequence number and type.
  virtual Status OnRangeDeletion(std::string_view /*start_internal_key*/,
                                 std::string_view /*end_user_key*/) {
    return Status::Ok();
  }
};

// What the good blocks hold.
struct EntryCounts {
  static constexpr size_t kTypeCodes = 0x19;

  std::array<uint64_t, kTypeCodes> by_type{};
  uint64_t raw_key_bytes = 0;
  uint64_t raw_value_bytes = 0;

  uint64_t entries() const;
  void Add(const EntryCounts& other);
};

class DataBlockChecker {
 public:
  explicit DataBlockChecker(KeyOrder order);

  // The next data block in index order. `sink` may be null. A bad block
  // leaves counts() and the key that the next block must follow unchanged.
  // Errors: kCorruption, the bare fact; whatever the sink returned, see
  // sink_failed().
  Status Check(std::span<const uint8_t> contents, EntrySink* sink);

  // The last Check() ended because of its sink.
  bool sink_failed() const { return sink_failed_; }

  const EntryCounts& counts() const { return counts_; }
  // The last key of the last good block that has entries; empty before.
  std::string_view last_key() const { return last_key_.view(); }
  // Keys too short to be internal keys so far, bad blocks included.
  uint64_t short_keys() const { return short_keys_; }

 private:
  // What is wrong with entries that can be read as such.
  struct KeyFaults {
    uint64_t short_keys = 0;
    uint64_t first_short_offset = 0;
    size_t first_short_size = 0;
    std::optional<uint8_t> unknown_type;
    uint64_t unknown_type_offset = 0;
    bool out_of_order = false;
    uint64_t out_of_order_offset = 0;
  };

  Status Walk(const BlockLayout& layout, EntrySink* sink, EntryCounts* counts);
  bool FollowsPreviousKey(const EntryCursor& cursor) const;
  bool FollowsPreviousKeySlow(const EntryCursor& cursor) const;
  void NoteShortKey(const EntryCursor& cursor);
  Status KeyFaultStatus() const;

  const KeyOrder order_;
  const size_t min_key_bytes_;
  KeyBuffer key_;       // The previous or current one.
  KeyBuffer last_key_;  // The last one of the last good block.
  KeyFaults faults_;
  EntryCounts counts_;
  uint64_t short_keys_ = 0;
  bool sink_failed_ = false;
};

// Reads the range deletion block: start keys of the right type, counts. They
// need not be in order. Errors: as DataBlockChecker::Check().
Status CheckRangeDeletions(std::span<const uint8_t> contents, KeyOrder order,
                           EntrySink* sink, EntryCounts* counts);

}  // namespace sstr
