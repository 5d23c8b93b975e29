// SPDX-License-Identifier: Apache-2.0

#include "sst/internal_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Fixed64;
using testing::InternalKey;
using testing::TestBlock;
using testing::Varint;

KeyOrder OrderOf(const std::string& comparator, bool timestamps = true) {
  const std::string contents =
      TestBlock()
          .Add("rocksdb.comparator", comparator)
          .Add("rocksdb.user.defined.timestamps.persisted", Varint(timestamps))
          .Finish();
  return KeyOrderOf(*TableProperties::Parse(AsBytes(contents)));
}

void ExpectOrder(KeyOrder order, const std::string& first,
                 const std::string& second) {
  EXPECT_LT(CompareInternalKeys(order, first, second), 0);
  EXPECT_GT(CompareInternalKeys(order, second, first), 0);
  EXPECT_EQ(CompareInternalKeys(order, first, first), 0);
}

TEST(KeyOrderTest, KnowsComparatorsByName) {
  EXPECT_EQ(OrderOf("leveldb.BytewiseComparator"), KeyOrder::kBytewise);
  EXPECT_EQ(OrderOf("rocksdb.ReverseBytewiseComparator"),
            KeyOrder::kReverseBytewise);
  EXPECT_EQ(OrderOf("leveldb.BytewiseComparator.u64ts"),
            KeyOrder::kBytewiseU64Ts);
  EXPECT_EQ(OrderOf("rocksdb.ReverseBytewiseComparator.u64ts"),
            KeyOrder::kReverseBytewiseU64Ts);
  EXPECT_EQ(OrderOf("idb_cmp1"), KeyOrder::kUnknown);
  EXPECT_EQ(KeyOrderOf(TableProperties()), KeyOrder::kUnknown);
}

TEST(KeyOrderTest, TimestampsThatAreNotStoredDoNotOrder) {
  EXPECT_EQ(OrderOf("leveldb.BytewiseComparator.u64ts", false),
            KeyOrder::kBytewise);
  EXPECT_EQ(OrderOf("rocksdb.ReverseBytewiseComparator.u64ts", false),
            KeyOrder::kReverseBytewise);
}

TEST(KeyOrderTest, BytewiseComparesUnsignedAndPrefixesFirst) {
  ExpectOrder(KeyOrder::kBytewise, InternalKey("a", 1), InternalKey("b", 1));
  ExpectOrder(KeyOrder::kBytewise, InternalKey("a", 1), InternalKey("ab", 1));
  ExpectOrder(KeyOrder::kBytewise, InternalKey("\x7F", 1),
              InternalKey("\x80", 1));
  ExpectOrder(KeyOrder::kBytewise, InternalKey("", 1), InternalKey("a", 1));
}

TEST(KeyOrderTest, EqualUserKeysAreNewestFirst) {
  for (const KeyOrder order :
       {KeyOrder::kBytewise, KeyOrder::kReverseBytewise}) {
    ExpectOrder(order, InternalKey("a", 256), InternalKey("a", 255));
    ExpectOrder(order, InternalKey("a", 5, ValueType::kMerge),
                InternalKey("a", 5, ValueType::kValue));
  }
}

TEST(KeyOrderTest, ReverseTurnsUserKeysOnly) {
  ExpectOrder(KeyOrder::kReverseBytewise, InternalKey("b", 1),
              InternalKey("a", 1));
  ExpectOrder(KeyOrder::kReverseBytewise, InternalKey("ab", 1),
              InternalKey("a", 1));
}

TEST(KeyOrderTest, TimestampsOrderEqualKeysNewestFirst) {
  const auto key = [](const std::string& user, uint64_t timestamp) {
    return InternalKey(user + Fixed64(timestamp), 9);
  };
  const KeyOrder order = KeyOrder::kBytewiseU64Ts;
  ExpectOrder(order, key("a", 256), key("a", 255));
  ExpectOrder(order, key("a", 1), key("b", 2));
  ExpectOrder(order, key("a", 1), key("aa", 2));
  ExpectOrder(KeyOrder::kReverseBytewiseU64Ts, key("b", 1), key("a", 2));
  ExpectOrder(KeyOrder::kReverseBytewiseU64Ts, key("a", 2), key("a", 1));
  EXPECT_EQ(MinInternalKeyBytes(order), 16u);
  EXPECT_EQ(MinInternalKeyBytes(KeyOrder::kBytewise), 8u);
}

TEST(KeyOrderTest, SplitKeysCompareLikeWholeOnes) {
  std::vector<std::string> keys;
  for (const std::string user : {"", "a", "ab", "b"}) {
    for (const uint64_t timestamp : {1, 256}) {
      for (const uint64_t sequence : {1, 256}) {
        keys.push_back(InternalKey(user + Fixed64(timestamp), sequence));
      }
    }
  }
  for (const KeyOrder order :
       {KeyOrder::kBytewise, KeyOrder::kReverseBytewise,
        KeyOrder::kBytewiseU64Ts, KeyOrder::kReverseBytewiseU64Ts}) {
    for (const std::string& a : keys) {
      for (const std::string& b : keys) {
        const auto differ = std::ranges::mismatch(a, b);
        const size_t most = static_cast<size_t>(differ.in1 - a.begin());
        for (size_t shared = 0; shared <= most; ++shared) {
          EXPECT_EQ(CompareToNext(order, a, shared,
                                  std::string_view(b).substr(shared)) < 0,
                    CompareInternalKeys(order, a, b) < 0);
        }
      }
    }
  }
}

}  // namespace
}  // namespace sstr
