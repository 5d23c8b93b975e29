// SPDX-License-Identifier: Apache-2.0

#include "sst/index_cursor.h"

#include <fmt/format.h>

namespace sstr {
namespace {

// Zigzag: 0, -1, 1, -2, ... are stored as 0, 1, 2, 3, ...
// Wrapping arithmetic: a sum that leaves the file is found by its bounds.
uint64_t DecodeZigzag(uint64_t value) { return value >> 1 ^ -(value & 1); }

}  // namespace

IndexEncoding IndexEncodingOf(const TableProperties& properties) {
  return {.key_is_user_key = properties.index_key_is_user_key(),
          .value_is_delta = properties.index_value_is_delta_encoded(),
          .has_first_key =
              properties.index_type() == IndexType::kBinarySearchWithFirstKey};
}

Result<IndexCursor> IndexCursor::Open(std::span<const uint8_t> contents,
                                      const IndexEncoding& encoding) {
  SSTR_ASSIGN_OR_RETURN(const BlockLayout layout, ParseBlockLayout(contents));
  if (layout.separated) {
    return Status::NotSupported(
        "an index block with keys and values stored apart");
  }
  return IndexCursor(layout, encoding);
}

bool IndexCursor::Next() {
  if (rest_.empty()) {
    if (!restarts_.IsDone(layout_.entries.empty())) {
      return Fail(EntryFaultText(EntryFault::kBadRestart));
    }
    return false;
  }
  return ReadKey() && ReadValue();
}

bool IndexCursor::Fail(std::string_view fact) {
  status_ = Status::Corruption(fmt::format(
      "{} ({} bytes before the end of its entries)", fact, rest_.remaining()));
  return false;
}

bool IndexCursor::ReadKey() {
  const uint64_t offset = layout_.entries.size() - rest_.remaining();
  uint32_t suffix_size = 0;
  std::span<const uint8_t> suffix;
  if (!rest_.ReadVarint32(&shared_) || !rest_.ReadVarint32(&suffix_size) ||
      (!encoding_.value_is_delta && !rest_.ReadVarint32(&value_size_))) {
    return Fail(EntryFaultText(EntryFault::kBadVarint));
  }
  at_restart_ = restarts_.IsRestart(offset);
  if (at_restart_) {
    if (shared_ != 0) {
      return Fail(EntryFaultText(EntryFault::kSharedAtRestart));
    }
    if (!restarts_.Step(offset)) {
      return Fail(EntryFaultText(EntryFault::kBadRestart));
    }
  }
  if (shared_ > key_.size()) {
    return Fail(EntryFaultText(EntryFault::kSharedTooLong));
  }
  if (!rest_.ReadBytes(suffix_size, &suffix)) {
    return Fail(EntryFaultText(EntryFault::kPastEnd));
  }
  key_.Replace(shared_, suffix.data(), suffix.size(), rest_.remaining());
  whole_handle_ = !encoding_.value_is_delta || shared_ == 0;
  return true;
}

bool IndexCursor::ReadValue() {
  if (encoding_.value_is_delta) return ReadHandle(&rest_);
  std::span<const uint8_t> value;
  if (!rest_.ReadBytes(value_size_, &value)) {
    return Fail(EntryFaultText(EntryFault::kPastEnd));
  }
  ByteReader reader(value);
  if (!ReadHandle(&reader)) return false;
  return reader.empty() || Fail("an index value is longer than its handle");
}

bool IndexCursor::ReadHandle(ByteReader* reader) {
  if (whole_handle_) {
    const std::optional<BlockHandle> handle = ReadBlockHandle(reader);
    if (!handle) return Fail("an index value is no block handle");
    handle_ = *handle;
  } else {
    uint64_t zigzag = 0;
    if (!reader->ReadVarint64(&zigzag)) {
      return Fail("an index value is no handle difference");
    }
    handle_.offset += handle_.size + kBlockTrailerBytes;
    handle_.size += DecodeZigzag(zigzag);
  }
  first_key_ = {};
  if (encoding_.has_first_key) {
    std::span<const uint8_t> first_key;
    if (!reader->ReadLengthPrefixed(&first_key)) {
      return Fail("an index value has no first key");
    }
    first_key_ = AsStringView(first_key);
  }
  return true;
}

}  // namespace sstr
