// SPDX-License-Identifier: Apache-2.0

#include "sst/key_order.h"

#include <cassert>

#include "sst/byte_reader.h"

namespace sstr {
namespace {

constexpr size_t kTimestampBytes = 8;

struct NamedOrder {
  std::string_view comparator;
  KeyOrder order;
  KeyOrder without_timestamps;  // When these are not stored.
};
constexpr NamedOrder kNamedOrders[] = {
    {"leveldb.BytewiseComparator", KeyOrder::kBytewise, KeyOrder::kBytewise},
    {"rocksdb.ReverseBytewiseComparator", KeyOrder::kReverseBytewise,
     KeyOrder::kReverseBytewise},
    {"leveldb.BytewiseComparator.u64ts", KeyOrder::kBytewiseU64Ts,
     KeyOrder::kBytewise},
    {"rocksdb.ReverseBytewiseComparator.u64ts", KeyOrder::kReverseBytewiseU64Ts,
     KeyOrder::kReverseBytewise},
};

bool HasTimestamps(KeyOrder order) {
  return order == KeyOrder::kBytewiseU64Ts ||
         order == KeyOrder::kReverseBytewiseU64Ts;
}

bool IsReverse(KeyOrder order) {
  return order == KeyOrder::kReverseBytewise ||
         order == KeyOrder::kReverseBytewiseU64Ts;
}

// Larger numbers first.
int CompareDescending(uint64_t a, uint64_t b) {
  return a > b ? -1 : (a < b ? 1 : 0);
}

uint64_t TakeTimestamp(std::string_view* user_key) {
  const char* end = user_key->data() + user_key->size();
  user_key->remove_suffix(kTimestampBytes);
  return LoadFixed64(reinterpret_cast<const uint8_t*>(end) - kTimestampBytes);
}

}  // namespace

KeyOrder KeyOrderOf(const TableProperties& properties) {
  const std::string* name = properties.Find("rocksdb.comparator");
  if (name == nullptr) return KeyOrder::kUnknown;
  for (const NamedOrder& named : kNamedOrders) {
    if (*name != named.comparator) continue;
    return properties.timestamps_persisted() ? named.order
                                             : named.without_timestamps;
  }
  return KeyOrder::kUnknown;
}

size_t MinInternalKeyBytes(KeyOrder order) {
  return kInternalKeySuffixBytes + (HasTimestamps(order) ? kTimestampBytes : 0);
}

int CompareInternalKeys(KeyOrder order, std::string_view a,
                        std::string_view b) {
  assert(order != KeyOrder::kUnknown);
  std::string_view user_a = UserKeyOf(a);
  std::string_view user_b = UserKeyOf(b);
  int by_timestamp = 0;
  if (HasTimestamps(order)) {
    const uint64_t timestamp_a = TakeTimestamp(&user_a);
    by_timestamp = CompareDescending(timestamp_a, TakeTimestamp(&user_b));
  }
  const int by_key = user_a.compare(user_b);
  if (by_key != 0) return IsReverse(order) ? -by_key : by_key;
  if (by_timestamp != 0) return by_timestamp;
  return CompareDescending(PackedSuffixOf(a), PackedSuffixOf(b));
}

}  // namespace sstr
