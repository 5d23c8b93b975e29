// SPDX-License-Identifier: Apache-2.0
//
// The key of every entry: user key, then 8 bytes of sequence number and value
// type. Source of the codes: rocksdb/db/dbformat.h.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sst/byte_reader.h"

namespace sstr {

inline constexpr size_t kInternalKeySuffixBytes = 8;

// The types that table files hold; others belong to logs.
enum class ValueType : uint8_t {
  kDeletion = 0x00,
  kValue = 0x01,
  kMerge = 0x02,
  kSingleDeletion = 0x07,
  kRangeDeletion = 0x0F,  // In the range deletion block only.
  kBlobIndex = 0x11,
  kDeletionWithTimestamp = 0x14,
  kWideColumnEntity = 0x16,
  kValuePreferredSeqno = 0x18,
};

// Whether a data block may hold this code.
constexpr bool IsPointValueType(uint8_t code) {
  switch (static_cast<ValueType>(code)) {
    case ValueType::kDeletion:
    case ValueType::kValue:
    case ValueType::kMerge:
    case ValueType::kSingleDeletion:
    case ValueType::kBlobIndex:
    case ValueType::kDeletionWithTimestamp:
    case ValueType::kWideColumnEntity:
    case ValueType::kValuePreferredSeqno:
      return true;
    case ValueType::kRangeDeletion:
      return false;
  }
  return false;
}

// "kTypeValue" and so on, RocksDB's spellings; "type 0x19" for other codes.
std::string ValueTypeName(ValueType type);

// The parts of an internal key. REQUIRES: at least 8 bytes.
inline std::string_view UserKeyOf(std::string_view internal_key) {
  return internal_key.substr(0, internal_key.size() - kInternalKeySuffixBytes);
}
// Sequence number << 8 | value type.
inline uint64_t PackedSuffixOf(std::string_view internal_key) {
  return LoadFixed64(reinterpret_cast<const uint8_t*>(internal_key.data()) +
                     internal_key.size() - kInternalKeySuffixBytes);
}
inline uint64_t SequenceOf(std::string_view internal_key) {
  return PackedSuffixOf(internal_key) >> 8;
}
inline uint8_t ValueTypeCodeOf(std::string_view internal_key) {
  return static_cast<uint8_t>(PackedSuffixOf(internal_key));
}

}  // namespace sstr
