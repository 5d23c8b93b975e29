// SPDX-License-Identifier: Apache-2.0
//
// The key of every entry: user key, then 8 bytes of sequence number and value
// type; and the order of such keys under the comparators whose order this
// project knows. Source of the codes: rocksdb/db/dbformat.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "sst/byte_reader.h"
#include "sst/table_properties.h"

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

// How a file orders its keys: user keys by the comparator, then sequence number
// and type descending. Nothing is assumed of comparators not listed here.
enum class KeyOrder {
  kUnknown,
  kBytewise,         // leveldb.BytewiseComparator
  kReverseBytewise,  // rocksdb.ReverseBytewiseComparator
  // The same with ".u64ts": user keys end in a 64-bit timestamp, by which
  // equal keys are ordered newest first.
  kBytewiseU64Ts,
  kReverseBytewiseU64Ts,
};

// The order of the keys as they are stored. kUnknown without a comparator
// property, as in LevelDB's files: their writer may have used any.
KeyOrder KeyOrderOf(const TableProperties& properties);

// Bytes that a stored internal key has at least.
size_t MinInternalKeyBytes(KeyOrder order);

// Negative, 0 or positive as `previous` comes before, is, or comes after the
// key that is its first `shared` bytes and `suffix`. Does not look at the
// shared bytes, however many they are.
// REQUIRES: a known order; shared <= previous.size(); both keys have
// MinInternalKeyBytes(order).
int CompareToNext(KeyOrder order, std::string_view previous, size_t shared,
                  std::string_view suffix);

inline int CompareInternalKeys(KeyOrder order, std::string_view a,
                               std::string_view b) {
  return CompareToNext(order, a, 0, b);
}

}  // namespace sstr
