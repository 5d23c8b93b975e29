// SPDX-License-Identifier: Apache-2.0

#include "sst/entry_cursor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Fixed32;
using testing::TestBlock;
using testing::TestEntry;
using testing::Varint;

constexpr uint32_t kSeparated = 1u << 28;

struct Walk {
  std::vector<TestEntry> entries;
  EntryFault fault = EntryFault::kNone;
};

Walk WalkOver(const std::string& contents) {
  Walk walk;
  const Result<BlockLayout> layout = ParseBlockLayout(AsBytes(contents));
  EXPECT_TRUE(layout.ok()) << layout.status().message();
  if (!layout.ok()) return walk;
  EntryCursor cursor(*layout);
  KeyBuffer key;
  while (cursor.Next(key.size())) {
    cursor.Rebuild(&key);
    walk.entries.emplace_back(key.view(), cursor.value());
  }
  walk.fault = cursor.fault();
  return walk;
}

EntryFault FaultOf(const std::string& contents) {
  return WalkOver(contents).fault;
}

std::string Entry(uint32_t shared, const std::string& suffix,
                  const std::string& value) {
  return Varint(shared) + Varint(suffix.size()) + Varint(value.size()) +
         suffix + value;
}

const std::string kOneRestart = Fixed32(0) + Fixed32(1);

TEST(EntryCursorTest, RebuildsPrefixCompressedKeys) {
  const Walk walk =
      WalkOver(Entry(0, "apple", "1") + Entry(4, "y", "") +
               Entry(0, "banana", std::string(300, 'x')) + kOneRestart);
  EXPECT_EQ(walk.fault, EntryFault::kNone);
  EXPECT_EQ(
      walk.entries,
      (std::vector<TestEntry>{
          {"apple", "1"}, {"apply", ""}, {"banana", std::string(300, 'x')}}));
}

TEST(EntryCursorTest, KeysAndValuesMayBeEmpty) {
  const Walk walk = WalkOver(Entry(0, "", "") + kOneRestart);
  EXPECT_EQ(walk.fault, EntryFault::kNone);
  EXPECT_EQ(walk.entries, (std::vector<TestEntry>{{"", ""}}));
}

TEST(EntryCursorTest, WalksManyRestartsAndLongKeys) {
  TestBlock block(3);
  std::vector<TestEntry> entries;
  for (int i = 0; i < 100; ++i) {
    entries.push_back({std::string(10 * i, 'k') + "z", std::to_string(i)});
    block.Add(entries.back().first, entries.back().second);
  }
  const Walk walk = WalkOver(block.Finish());
  EXPECT_EQ(walk.fault, EntryFault::kNone);
  EXPECT_EQ(walk.entries, entries);
}

TEST(EntryCursorTest, BlockWithoutEntriesEndsAtOnce) {
  EXPECT_EQ(FaultOf(kOneRestart), EntryFault::kNone);
  EXPECT_TRUE(WalkOver(kOneRestart).entries.empty());
}

TEST(EntryCursorTest, KeyAndValueMustEndInTheBlock) {
  EXPECT_EQ(FaultOf(Varint(0) + Varint(5) + Varint(0) + "abcd" + kOneRestart),
            EntryFault::kPastEnd);
  EXPECT_EQ(FaultOf(Varint(0) + Varint(1) + Varint(4) + "abcd" + kOneRestart),
            EntryFault::kPastEnd);
  EXPECT_EQ(FaultOf(Varint(0) + Varint(0xFFFFFFFF) + Varint(0xFFFFFFFF) +
                    "abcd" + kOneRestart),
            EntryFault::kPastEnd);
}

TEST(EntryCursorTest, LengthsMustBeReadable) {
  EXPECT_EQ(FaultOf("\x01" + kOneRestart), EntryFault::kBadVarint);
  EXPECT_EQ(FaultOf("\xFF\xFF\xFF\xFF\xFF\xFF" + kOneRestart),
            EntryFault::kBadVarint);
}

TEST(EntryCursorTest, CannotShareMoreThanThePreviousKeyHas) {
  EXPECT_EQ(FaultOf(Entry(0, "ab", "") + Entry(3, "c", "") + kOneRestart),
            EntryFault::kSharedTooLong);
}

TEST(EntryCursorTest, RestartSharesNothing) {
  EXPECT_EQ(FaultOf(Entry(1, "ab", "") + kOneRestart),
            EntryFault::kSharedAtRestart);
}

TEST(EntryCursorTest, EveryRestartIsAnEntryAndTheyAscend) {
  const std::string entries = Entry(0, "a", "") + Entry(0, "b", "");
  const auto with = [&](uint32_t second) {
    return FaultOf(entries + Fixed32(0) + Fixed32(second) + Fixed32(2));
  };
  EXPECT_EQ(with(4), EntryFault::kNone);
  EXPECT_EQ(with(3), EntryFault::kBadRestart);
  EXPECT_EQ(with(0), EntryFault::kBadRestart);
  EXPECT_EQ(with(8), EntryFault::kBadRestart);
  EXPECT_EQ(with(0xFFFFFFFF), EntryFault::kBadRestart);
}

// Entries without their values; the last restart's value starts at 3.
std::string SeparatedEntries() {
  return Varint(0) + Varint(1) + Varint(2) + Varint(0) + "a" +  //
         Varint(0) + Varint(1) + Varint(1) + "b" +              //
         Varint(0) + Varint(1) + Varint(3) + Varint(3) + "c";
}

std::string SeparatedBlock(const std::string& entries,
                           const std::string& values) {
  return entries + values + Fixed32(0) + Fixed32(9) +
         Fixed32(static_cast<uint32_t>(entries.size())) +
         Fixed32(2 | kSeparated);
}

TEST(EntryCursorTest, SeparatedValuesFollowEachOther) {
  const Walk walk = WalkOver(SeparatedBlock(SeparatedEntries(), "112333"));
  EXPECT_EQ(walk.fault, EntryFault::kNone);
  EXPECT_EQ(walk.entries,
            (std::vector<TestEntry>{{"a", "11"}, {"b", "2"}, {"c", "333"}}));
}

TEST(EntryCursorTest, SeparatedValuesFillTheirSection) {
  EXPECT_EQ(FaultOf(SeparatedBlock(SeparatedEntries(), "1123334")),
            EntryFault::kValuesLeft);
  EXPECT_EQ(FaultOf(SeparatedBlock(SeparatedEntries(), "11233")),
            EntryFault::kPastEnd);
}

TEST(EntryCursorTest, SeparatedValueOffsetMustBeWhereTheLastValueEnded) {
  std::string entries = SeparatedEntries();
  entries[entries.size() - 2] = 4;
  EXPECT_EQ(FaultOf(SeparatedBlock(entries, "1123333")),
            EntryFault::kBadValueOffset);
}

TEST(VisitSortedEntriesTest, NamesMustAscend) {
  const auto accept = [](std::string_view, std::string_view) {
    return Status::Ok();
  };
  const auto status = [&](const TestBlock& block) {
    return VisitSortedEntries(AsBytes(block.Finish()), accept);
  };
  EXPECT_TRUE(status(TestBlock().Add("a", "").Add("b", "")).ok());
  EXPECT_FALSE(status(TestBlock().Add("b", "").Add("a", "")).ok());
  EXPECT_FALSE(status(TestBlock().Add("a", "").Add("a", "")).ok());
}

TEST(VisitSortedEntriesTest, SharedNamesMustNotMakeASmallBlockLarge) {
  std::string entries = Entry(0, std::string(4000, 'n'), "");
  uint32_t shared = 4000;
  for (int i = 0; i < 1000; ++i) entries += Entry(shared++, "n", "");
  const std::string contents = entries + kOneRestart;
  EXPECT_GT(4000u * 1000u, MaxNameBytes(contents.size()));
  const Status status = VisitSortedEntries(
      AsBytes(contents),
      [](std::string_view, std::string_view) { return Status::Ok(); });
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
}

}  // namespace
}  // namespace sstr
