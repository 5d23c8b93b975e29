// SPDX-License-Identifier: Apache-2.0

#include "sst/data_block_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <numeric>

namespace sstr {
namespace {

std::string ShortKeyText(size_t size, size_t min_size, uint64_t offset) {
  const bool has_suffix = size >= kInternalKeySuffixBytes;
  return fmt::format(
      "key too short for an internal key{} ({} bytes of at least {}, entry at "
      "{} of its contents)",
      has_suffix ? " with a timestamp" : "", size, min_size, offset);
}

// From the block where it can be: that does not wait for the key to be built.
uint8_t TypeCodeOf(const EntryCursor& cursor, const KeyBuffer& key) {
  const size_t from_end = kInternalKeySuffixBytes;
  if (cursor.suffix_size() >= from_end) [[likely]] {
    return cursor.suffix()[cursor.suffix_size() - from_end];
  }
  return key.data()[key.size() - from_end];
}

}  // namespace

uint64_t EntryCounts::entries() const {
  return std::accumulate(by_type.begin(), by_type.end(), uint64_t{0});
}

void EntryCounts::Add(const EntryCounts& other) {
  for (size_t i = 0; i < kTypeCodes; ++i) by_type[i] += other.by_type[i];
  raw_key_bytes += other.raw_key_bytes;
  raw_value_bytes += other.raw_value_bytes;
}

DataBlockChecker::DataBlockChecker(KeyOrder order)
    : order_(order), min_key_bytes_(MinInternalKeyBytes(order)) {}

Status DataBlockChecker::Check(std::span<const uint8_t> contents,
                               EntrySink* sink) {
  faults_ = KeyFaults();
  sink_failed_ = false;
  Result<BlockLayout> layout = ParseBlockLayout(contents);
  if (!layout.ok()) return layout.status();
  // Key and counts are copies: a bad block must not change what follows it.
  key_.Assign(last_key_.view());
  EntryCounts counts;
  Status status = Walk(*layout, sink, &counts);
  short_keys_ += faults_.short_keys;
  if (!status.ok()) return status;
  last_key_.Assign(key_.view());
  counts_.Add(counts);
  return status;
}

Status DataBlockChecker::Walk(const BlockLayout& layout, EntrySink* sink,
                              EntryCounts* counts) {
  EntryCursor cursor(layout);
  uint64_t raw_key_bytes = 0;
  uint64_t raw_value_bytes = 0;
  while (cursor.Next(key_.size())) {
    const size_t key_size = cursor.key_size();
    if (key_size < min_key_bytes_) [[unlikely]] {
      // The walk goes on: how many there are tells a foreign file from damage.
      NoteShortKey(cursor);
      cursor.Rebuild(&key_);
      continue;
    }
    if (!FollowsPreviousKey(cursor) && !faults_.out_of_order) [[unlikely]] {
      faults_.out_of_order = true;
      faults_.out_of_order_offset = cursor.entry_offset();
    }
    cursor.Rebuild(&key_);
    const uint8_t type = TypeCodeOf(cursor, key_);
    if (!IsPointValueType(type)) [[unlikely]] {
      if (!faults_.unknown_type) {
        faults_.unknown_type = type;
        faults_.unknown_type_offset = cursor.entry_offset();
      }
      continue;
    }
    ++counts->by_type[type];
    raw_key_bytes += key_size;
    raw_value_bytes += cursor.value().size();
    if (sink != nullptr) {
      Status status = sink->OnPoint(key_.view(), cursor.value());
      if (!status.ok()) {
        sink_failed_ = true;
        return status;
      }
    }
  }
  counts->raw_key_bytes = raw_key_bytes;
  counts->raw_value_bytes = raw_value_bytes;
  SSTR_RETURN_IF_ERROR(CursorStatus(cursor.fault(), cursor.entry_offset()));
  return KeyFaultStatus();
}

bool DataBlockChecker::FollowsPreviousKey(const EntryCursor& cursor) const {
  if (order_ == KeyOrder::kUnknown || key_.size() < min_key_bytes_) return true;
  if (order_ != KeyOrder::kBytewise) return FollowsPreviousKeySlow(cursor);
  // What both share is equal; mostly the first byte after it decides.
  const size_t shared = cursor.shared();
  const size_t user_key_bytes =
      std::min(key_.size(), cursor.key_size()) - kInternalKeySuffixBytes;
  if (shared < user_key_bytes) {
    const uint8_t* previous = key_.data() + shared;
    const uint8_t* current = cursor.suffix();
    if (*previous != *current) return *previous < *current;
    const int compared =
        std::memcmp(previous, current, user_key_bytes - shared);
    if (compared != 0) return compared < 0;
  }
  return FollowsPreviousKeySlow(cursor);
}

bool DataBlockChecker::FollowsPreviousKeySlow(const EntryCursor& cursor) const {
  return CompareToNext(order_, key_.view(), cursor.shared(),
                       AsStringView({cursor.suffix(), cursor.suffix_size()})) <
         0;
}

void DataBlockChecker::NoteShortKey(const EntryCursor& cursor) {
  if (faults_.short_keys++ > 0) return;
  faults_.first_short_offset = cursor.entry_offset();
  faults_.first_short_size = cursor.key_size();
}

// A fault that explains the others comes first: what is no internal key has no
// type and no order.
Status DataBlockChecker::KeyFaultStatus() const {
  if (faults_.short_keys > 0) {
    return Status::Corruption(ShortKeyText(
        faults_.first_short_size, min_key_bytes_, faults_.first_short_offset));
  }
  if (faults_.unknown_type) {
    return Status::Corruption(fmt::format(
        "value type 0x{:02X} does not belong in a data block (entry "
        "at {} of its contents)",
        *faults_.unknown_type, faults_.unknown_type_offset));
  }
  if (faults_.out_of_order) {
    return Status::Corruption(
        fmt::format("keys out of order (entry at {} of its contents)",
                    faults_.out_of_order_offset));
  }
  return Status::Ok();
}

Status CheckRangeDeletions(std::span<const uint8_t> contents, KeyOrder order,
                           EntrySink* sink, EntryCounts* counts) {
  SSTR_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(contents));
  const size_t min_key_bytes = MinInternalKeyBytes(order);
  EntryCursor cursor(layout);
  KeyBuffer key;
  while (cursor.Next(key.size())) {
    cursor.Rebuild(&key);
    if (key.size() < min_key_bytes) {
      return Status::Corruption(
          ShortKeyText(key.size(), min_key_bytes, cursor.entry_offset()));
    }
    const uint8_t type = ValueTypeCodeOf(key.view());
    if (type != static_cast<uint8_t>(ValueType::kRangeDeletion)) {
      return Status::Corruption(
          fmt::format("value type 0x{:02X} is no range deletion (entry at {} "
                      "of its contents)",
                      type, cursor.entry_offset()));
    }
    ++counts->by_type[type];
    counts->raw_key_bytes += key.size();
    counts->raw_value_bytes += cursor.value().size();
    if (sink != nullptr) {
      SSTR_RETURN_IF_ERROR(sink->OnRangeDeletion(key.view(), cursor.value()));
    }
  }
  return CursorStatus(cursor.fault(), cursor.entry_offset());
}

}  // namespace sstr
