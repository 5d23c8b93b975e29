// SPDX-License-Identifier: Apache-2.0
//
// The order of internal keys under the comparators whose order this project
// knows: user key by comparator, then sequence number and type descending.
// Nothing is assumed of other comparators.

#pragma once

#include <cstddef>
#include <string_view>

#include "sst/internal_key.h"
#include "sst/table_properties.h"

namespace sstr {

enum class KeyOrder {
  kUnknown,
  kBytewise,         // leveldb.BytewiseComparator
  kReverseBytewise,  // rocksdb.ReverseBytewiseComparator
  // The same with ".u64ts": user keys end in a 64-bit timestamp, by which
  // equal keys are ordered newest first.
  kBytewiseU64Ts,
  kReverseBytewiseU64Ts,
};

// Of the keys as they are stored. kUnknown without a comparator property, as
// in LevelDB's files: their writer may have used any.
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
