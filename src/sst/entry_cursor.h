// SPDX-License-Identifier: Apache-2.0
//
// Walks the entries of one block whose values carry their length: data blocks
// (values inline or separated), metaindex, properties, range deletions. Checks
// bounds and the restart array on the way; keys are left in parts, so that the
// caller can compare before it rebuilds (see KeyBuffer). Not for index blocks:
// sst/index_cursor.h. Header-only: the innermost loop of reading.
// docs/sst_format.md draws entries.

#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sst/block_layout.h"
#include "sst/byte_reader.h"

namespace sstr {

// The current key of a walk over prefix-compressed entries, rebuilt in place
// without allocation per entry.
class KeyBuffer {
 public:
  KeyBuffer() : bytes_(kInitialBytes) {}

  size_t size() const { return size_; }
  const uint8_t* data() const { return bytes_.data(); }
  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes_.data()), size_};
  }

  void Clear() { size_ = 0; }
  void Assign(std::string_view key) {
    size_ = 0;
    Replace(0, reinterpret_cast<const uint8_t*>(key.data()), key.size(), 0);
  }

  // Keeps the first `shared` bytes and puts `count` bytes from `suffix` behind
  // them; `slack` bytes behind those may be read as well.
  // REQUIRES: shared <= size().
  void Replace(size_t shared, const uint8_t* suffix, size_t count,
               size_t slack) {
    const size_t new_size = shared + count;
    if (new_size + kChunk > bytes_.size()) bytes_.resize(new_size + kChunk);
    if (count <= kChunk && count + slack >= kChunk) {
      // One copy of constant size beats a call for the usual short suffix.
      std::memcpy(bytes_.data() + shared, suffix, kChunk);
    } else if (count > 0) {
      std::memcpy(bytes_.data() + shared, suffix, count);
    }
    size_ = new_size;
  }

 private:
  static constexpr size_t kChunk = 32;
  static constexpr size_t kInitialBytes = 256;

  std::vector<uint8_t> bytes_;
  size_t size_ = 0;
};

enum class EntryFault : uint8_t {
  kNone,
  kBadVarint,
  kSharedTooLong,    // Shares more than the previous key has.
  kSharedAtRestart,  // Shares something although it is a restart.
  kPastEnd,          // Key or value ends behind the section.
  kBadRestart,       // A restart that is no entry, or out of order.
  kBadValueOffset,   // Separated values are not one behind the other.
  kValuesLeft,       // Separated values that no entry owns.
};
// "an entry's key or value runs past the end", ...
std::string_view EntryFaultText(EntryFault fault);

// Follows the restart array along a walk in order.
class RestartTracker {
 public:
  explicit RestartTracker(const BlockLayout& layout)
      : next_(layout.restarts.data()),
        end_(next_ + layout.restarts.size()),
        next_offset_(next_ == end_ ? kNoRestart : LoadFixed32(next_)) {}

  bool IsRestart(uint64_t entry_offset) const {
    return entry_offset == next_offset_;
  }
  // Steps to the restart after that of `entry_offset`. False when it does not
  // lie behind. REQUIRES: IsRestart(entry_offset).
  bool Step(uint64_t entry_offset) {
    next_ += 4;
    next_offset_ = next_ == end_ ? kNoRestart : LoadFixed32(next_);
    return next_offset_ > entry_offset;
  }
  // Whether every restart was an entry; a block without entries has one more.
  bool IsDone(bool no_entries) const { return next_ == end_ || no_entries; }

 private:
  static constexpr uint64_t kNoRestart = ~uint64_t{0};

  const uint8_t* next_;
  const uint8_t* end_;
  uint64_t next_offset_;
};

class EntryCursor {
 public:
  // `layout` need not outlive the cursor; the bytes it borrows must.
  explicit EntryCursor(const BlockLayout& layout)
      : begin_(layout.entries.data()),
        p_(begin_),
        end_(begin_ + layout.entries.size()),
        separated_(layout.separated),
        values_begin_(layout.values.data()),
        value_end_(values_begin_),
        values_end_(values_begin_ + layout.values.size()),
        restarts_(layout) {}

  // Moves to the next entry, the key before it having `previous_key_size`
  // bytes. False at the end and at a fault.
  bool Next(size_t previous_key_size) {
    entry_ = p_;
    if (p_ == end_) return Finish();
    if (end_ - p_ >= 3 && (p_[0] | p_[1] | p_[2]) < 0x80) {
      shared_ = p_[0];
      suffix_size_ = p_[1];
      value_size_ = p_[2];
      p_ += 3;
    } else if (!ParseLengths()) {
      return Fail(EntryFault::kBadVarint);
    }
    const uint64_t offset = static_cast<uint64_t>(entry_ - begin_);
    const bool at_restart = restarts_.IsRestart(offset);
    if (at_restart) {
      if (shared_ != 0) return Fail(EntryFault::kSharedAtRestart);
      if (!restarts_.Step(offset)) return Fail(EntryFault::kBadRestart);
      if (separated_ && !ParseValueOffset()) {
        return Fail(EntryFault::kBadValueOffset);
      }
    }
    if (shared_ > previous_key_size) return Fail(EntryFault::kSharedTooLong);
    if (suffix_size_ > static_cast<size_t>(end_ - p_)) {
      return Fail(EntryFault::kPastEnd);
    }
    suffix_ = p_;
    p_ += suffix_size_;
    if (separated_) {
      value_ = value_end_;
      if (value_size_ > static_cast<size_t>(values_end_ - value_)) {
        return Fail(EntryFault::kPastEnd);
      }
      value_end_ += value_size_;
      return true;
    }
    value_ = p_;
    if (value_size_ > static_cast<size_t>(end_ - p_)) {
      return Fail(EntryFault::kPastEnd);
    }
    p_ += value_size_;
    return true;
  }

  EntryFault fault() const { return fault_; }
  // Where the current or faulty entry is in the block's contents.
  uint64_t entry_offset() const {
    return static_cast<uint64_t>(entry_ - begin_);
  }

  // Valid after Next() returned true.
  size_t shared() const { return shared_; }
  const uint8_t* suffix() const { return suffix_; }
  size_t suffix_size() const { return suffix_size_; }
  size_t key_size() const { return size_t{shared_} + suffix_size_; }
  std::string_view value() const {
    return {reinterpret_cast<const char*>(value_), value_size_};
  }
  // Turns the previous key into the current one.
  void Rebuild(KeyBuffer* key) const {
    key->Replace(shared_, suffix_, suffix_size_,
                 static_cast<size_t>(end_ - suffix_) - suffix_size_);
  }

 private:
  bool ParseLengths() {
    const uint8_t* p = ParseVarint32(p_, end_, &shared_);
    if (p != nullptr) p = ParseVarint32(p, end_, &suffix_size_);
    if (p != nullptr) p = ParseVarint32(p, end_, &value_size_);
    if (p != nullptr) p_ = p;
    return p != nullptr;
  }
  // A fourth varint at restarts: where the value starts in its section.
  bool ParseValueOffset() {
    uint32_t offset = 0;
    p_ = ParseVarint32(p_, end_, &offset);
    return p_ != nullptr &&
           offset == static_cast<uint64_t>(value_end_ - values_begin_);
  }
  bool Finish() {
    if (!restarts_.IsDone(begin_ == end_)) return Fail(EntryFault::kBadRestart);
    if (value_end_ != values_end_) return Fail(EntryFault::kValuesLeft);
    return false;
  }
  bool Fail(EntryFault fault) {
    fault_ = fault;
    return false;
  }

  const uint8_t* begin_;
  const uint8_t* p_;
  const uint8_t* end_;
  bool separated_;
  const uint8_t* values_begin_;
  const uint8_t* value_end_;  // Where the last value ended, when separated.
  const uint8_t* values_end_;
  RestartTracker restarts_;
  const uint8_t* entry_ = nullptr;
  const uint8_t* suffix_ = nullptr;
  const uint8_t* value_ = nullptr;
  uint32_t shared_ = 0;
  uint32_t suffix_size_ = 0;
  uint32_t value_size_ = 0;
  EntryFault fault_ = EntryFault::kNone;
};

// The fault of a finished walk as a status: ok, or kCorruption with the bare
// fact and the entry's offset in the block.
Status CursorStatus(EntryFault fault, uint64_t entry_offset);

// What the keys of a block visited as below may have together: prefix
// compression must not make a small block large.
constexpr uint64_t MaxNameBytes(uint64_t contents_bytes) {
  return (uint64_t{1} << 20) + 16 * contents_bytes;
}

// All entries of a small block, in order, keys strictly ascending bytewise:
// metaindex and properties. Calls `visit(key, value)` for each; a status that
// is not ok ends the walk. Error: kCorruption, the bare fact.
template <typename Visitor>
Status VisitSortedEntries(std::span<const uint8_t> contents, Visitor visit) {
  SSTR_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(contents));
  EntryCursor cursor(layout);
  KeyBuffer key;
  std::string previous;
  uint64_t name_bytes = 0;
  bool first = true;
  while (cursor.Next(key.size())) {
    cursor.Rebuild(&key);
    name_bytes += key.size();
    if (name_bytes > MaxNameBytes(contents.size())) {
      return Status::Corruption("names are longer than a sound file has them");
    }
    if (!first && key.view() <= previous) {
      return Status::Corruption("names are not in order");
    }
    first = false;
    previous = key.view();
    SSTR_RETURN_IF_ERROR(visit(key.view(), cursor.value()));
  }
  return CursorStatus(cursor.fault(), cursor.entry_offset());
}

}  // namespace sstr
