// SPDX-License-Identifier: Apache-2.0

#include "sst/internal_key.h"

#include <fmt/format.h>

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

// A key that is known by what it shares with the key before it.
class NextKey {
 public:
  NextKey(std::string_view previous, size_t shared, std::string_view suffix)
      : shared_(previous.substr(0, shared)), suffix_(suffix) {}

  size_t size() const { return shared_.size() + suffix_.size(); }
  // The fixed64 that ends `from_end` bytes before the end.
  uint64_t Fixed64Before(size_t from_end) const {
    uint8_t bytes[8];
    const size_t begin = size() - from_end - sizeof(bytes);
    for (size_t i = 0; i < sizeof(bytes); ++i) {
      const size_t at = begin + i;
      bytes[i] = static_cast<uint8_t>(
          at < shared_.size() ? shared_[at] : suffix_[at - shared_.size()]);
    }
    return LoadFixed64(bytes);
  }

 private:
  std::string_view shared_;
  std::string_view suffix_;
};

// Compares the first `previous_size` bytes of the one with the first
// `next_size` bytes of the other key.
int CompareBytewise(std::string_view previous, size_t previous_size,
                    size_t shared, std::string_view suffix, size_t next_size) {
  if (shared < previous_size && shared < next_size) {
    return previous.substr(shared, previous_size - shared)
        .compare(suffix.substr(0, next_size - shared));
  }
  // One of them is the beginning of the other.
  return previous_size < next_size ? -1 : (previous_size > next_size ? 1 : 0);
}

}  // namespace

std::string ValueTypeName(ValueType type) {
  switch (type) {
    case ValueType::kDeletion:
      return "kTypeDeletion";
    case ValueType::kValue:
      return "kTypeValue";
    case ValueType::kMerge:
      return "kTypeMerge";
    case ValueType::kSingleDeletion:
      return "kTypeSingleDeletion";
    case ValueType::kRangeDeletion:
      return "kTypeRangeDeletion";
    case ValueType::kBlobIndex:
      return "kTypeBlobIndex";
    case ValueType::kDeletionWithTimestamp:
      return "kTypeDeletionWithTimestamp";
    case ValueType::kWideColumnEntity:
      return "kTypeWideColumnEntity";
    case ValueType::kValuePreferredSeqno:
      return "kTypeValuePreferredSeqno";
  }
  return fmt::format("type 0x{:02X}", static_cast<unsigned>(type));
}

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

int CompareToNext(KeyOrder order, std::string_view previous, size_t shared,
                  std::string_view suffix) {
  assert(order != KeyOrder::kUnknown);
  const NextKey next(previous, shared, suffix);
  const NextKey whole_previous(previous, previous.size(), {});
  const size_t tail_bytes = MinInternalKeyBytes(order);
  const int by_key = CompareBytewise(previous, previous.size() - tail_bytes,
                                     shared, suffix, next.size() - tail_bytes);
  if (by_key != 0) return IsReverse(order) ? -by_key : by_key;
  if (HasTimestamps(order)) {
    const int by_timestamp =
        CompareDescending(whole_previous.Fixed64Before(kInternalKeySuffixBytes),
                          next.Fixed64Before(kInternalKeySuffixBytes));
    if (by_timestamp != 0) return by_timestamp;
  }
  return CompareDescending(whole_previous.Fixed64Before(0),
                           next.Fixed64Before(0));
}

}  // namespace sstr
