// SPDX-License-Identifier: Apache-2.0

#include "sst/data_block_checker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Fixed64;
using ::testing::HasSubstr;
using testing::InternalKey;
using testing::TestBlock;
using testing::TestEntry;

class CollectingSink : public EntrySink {
 public:
  Status OnPoint(std::string_view key, std::string_view value) override {
    points.emplace_back(key, value);
    return status;
  }
  Status OnRangeDeletion(std::string_view key, std::string_view end) override {
    range_deletions.emplace_back(key, end);
    return status;
  }

  std::vector<TestEntry> points;
  std::vector<TestEntry> range_deletions;
  Status status;
};

std::string BlockOf(const std::vector<std::string>& keys) {
  TestBlock block(2);
  for (const std::string& key : keys) block.Add(key, "v");
  return block.Finish();
}

Status CheckOne(KeyOrder order, const std::vector<std::string>& keys) {
  DataBlockChecker checker(order);
  const std::string contents = BlockOf(keys);
  return checker.Check(AsBytes(contents), nullptr);
}

uint64_t CountOf(const EntryCounts& counts, ValueType type) {
  return counts.by_type[static_cast<size_t>(type)];
}

TEST(DataBlockCheckerTest, CountsTypesAndBytes) {
  const std::string contents =
      TestBlock()
          .Add(InternalKey("a", 9, ValueType::kMerge), "12345")
          .Add(InternalKey("a", 8, ValueType::kDeletion), "")
          .Add(InternalKey("bb", 7), "123")
          .Finish();
  DataBlockChecker checker(KeyOrder::kBytewise);
  CollectingSink sink;
  ASSERT_TRUE(checker.Check(AsBytes(contents), &sink).ok());
  const EntryCounts& counts = checker.counts();
  EXPECT_EQ(counts.entries(), 3u);
  EXPECT_EQ(CountOf(counts, ValueType::kMerge), 1u);
  EXPECT_EQ(CountOf(counts, ValueType::kDeletion), 1u);
  EXPECT_EQ(CountOf(counts, ValueType::kValue), 1u);
  EXPECT_EQ(counts.raw_key_bytes, 9u + 9u + 10u);
  EXPECT_EQ(counts.raw_value_bytes, 8u);
  EXPECT_EQ(sink.points, (std::vector<TestEntry>{
                             {InternalKey("a", 9, ValueType::kMerge), "12345"},
                             {InternalKey("a", 8, ValueType::kDeletion), ""},
                             {InternalKey("bb", 7), "123"}}));
}

TEST(DataBlockCheckerTest, KeysMustAscendInsideAndAcrossBlocks) {
  EXPECT_THAT(
      CheckOne(KeyOrder::kBytewise, {InternalKey("b", 1), InternalKey("a", 1)})
          .message(),
      HasSubstr("keys out of order"));
  EXPECT_THAT(
      CheckOne(KeyOrder::kBytewise, {InternalKey("a", 1), InternalKey("a", 1)})
          .message(),
      HasSubstr("keys out of order"));
  DataBlockChecker checker(KeyOrder::kBytewise);
  EXPECT_TRUE(
      checker.Check(AsBytes(BlockOf({InternalKey("m", 1)})), nullptr).ok());
  EXPECT_FALSE(
      checker.Check(AsBytes(BlockOf({InternalKey("c", 1)})), nullptr).ok());
  EXPECT_TRUE(
      checker.Check(AsBytes(BlockOf({InternalKey("n", 1)})), nullptr).ok());
  EXPECT_EQ(checker.counts().entries(), 2u);
}

// Pairs whose shared bytes reach into the suffixes of either key.
TEST(DataBlockCheckerTest, OrderIsRightWhereverTheKeysFirstDiffer) {
  const std::string suffix = InternalKey("", 1);
  const std::string keys[] = {"",       "a",     "a" + suffix, "ab", "ab\x01",
                              "ab\x02", "abcde", "b",          "ba"};
  for (const std::string& first : keys) {
    for (const std::string& second : keys) {
      for (const uint64_t sequence : {uint64_t{1}, uint64_t{2}}) {
        const bool ascends =
            first < second || (first == second && sequence == 1);
        EXPECT_EQ(CheckOne(KeyOrder::kBytewise, {InternalKey(first, 2),
                                                 InternalKey(second, sequence)})
                      .ok(),
                  ascends)
            << first << " " << second << " " << sequence;
      }
    }
  }
}

TEST(DataBlockCheckerTest, FollowsTheReverseOrder) {
  const std::string a = InternalKey("a", 1);
  const std::string b = InternalKey("b", 1);
  EXPECT_TRUE(CheckOne(KeyOrder::kReverseBytewise, {b, a}).ok());
  EXPECT_FALSE(CheckOne(KeyOrder::kReverseBytewise, {a, b}).ok());
}

TEST(DataBlockCheckerTest, UnknownOrderTakesAnyKeysThatParse) {
  EXPECT_TRUE(
      CheckOne(KeyOrder::kUnknown, {InternalKey("b", 1), InternalKey("a", 1)})
          .ok());
  EXPECT_FALSE(CheckOne(KeyOrder::kUnknown, {"short"}).ok());
}

TEST(DataBlockCheckerTest, ShortKeysAreCounted) {
  DataBlockChecker checker(KeyOrder::kUnknown);
  const Status status = checker.Check(
      AsBytes(BlockOf({"seven77", "", InternalKey("a", 1)})), nullptr);
  EXPECT_THAT(status.message(),
              HasSubstr("key too short for an internal key (7 bytes"));
  EXPECT_EQ(checker.short_keys(), 2u);
  EXPECT_EQ(checker.counts().entries(), 0u);
}

TEST(DataBlockCheckerTest, KeysWithTimestampsNeedRoomForThem) {
  EXPECT_TRUE(
      CheckOne(KeyOrder::kBytewiseU64Ts, {InternalKey(Fixed64(3), 1)}).ok());
  EXPECT_THAT(
      CheckOne(KeyOrder::kBytewiseU64Ts, {InternalKey("1234567", 1)}).message(),
      HasSubstr("key too short for an internal key with a timestamp"));
}

TEST(DataBlockCheckerTest, TypesThatDoNotBelongAreNamed) {
  for (const uint8_t type : {0x03, 0x0F, 0x19, 0x7F, 0xFF}) {
    const Status status =
        CheckOne(KeyOrder::kBytewise,
                 {InternalKey("a", 1, static_cast<ValueType>(type))});
    EXPECT_EQ(status.code(), StatusCode::kCorruption);
    EXPECT_THAT(status.message(), HasSubstr("does not belong in a data block"));
  }
}

TEST(DataBlockCheckerTest, StatusOfTheSinkEndsTheWalk) {
  DataBlockChecker checker(KeyOrder::kBytewise);
  CollectingSink sink;
  sink.status = Status::Interrupted("enough");
  const std::string contents =
      BlockOf({InternalKey("a", 1), InternalKey("b", 1)});
  EXPECT_EQ(checker.Check(AsBytes(contents), &sink).code(),
            StatusCode::kInterrupted);
  EXPECT_TRUE(checker.sink_failed());
  EXPECT_EQ(sink.points.size(), 1u);
}

TEST(RangeDeletionsTest, AreHandedOnAsStoredInAnyOrder) {
  const std::string later = InternalKey("m", 5, ValueType::kRangeDeletion);
  const std::string earlier = InternalKey("a", 9, ValueType::kRangeDeletion);
  const std::string contents =
      TestBlock(1).Add(later, "p").Add(earlier, "zz").Finish();
  CollectingSink sink;
  EntryCounts counts;
  ASSERT_TRUE(CheckRangeDeletions(AsBytes(contents), KeyOrder::kBytewise, &sink,
                                  &counts)
                  .ok());
  EXPECT_EQ(sink.range_deletions,
            (std::vector<TestEntry>{{later, "p"}, {earlier, "zz"}}));
  EXPECT_EQ(CountOf(counts, ValueType::kRangeDeletion), 2u);
  EXPECT_EQ(counts.raw_key_bytes, 18u);
  EXPECT_EQ(counts.raw_value_bytes, 3u);
}

TEST(RangeDeletionsTest, OtherTypesAreCorruption) {
  EntryCounts counts;
  const std::string contents =
      TestBlock(1).Add(InternalKey("a", 1), "b").Finish();
  EXPECT_THAT(CheckRangeDeletions(AsBytes(contents), KeyOrder::kBytewise,
                                  nullptr, &counts)
                  .message(),
              HasSubstr("is no range deletion"));
}

}  // namespace
}  // namespace sstr
