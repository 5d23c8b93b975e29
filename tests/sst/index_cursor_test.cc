// SPDX-License-Identifier: Apache-2.0

#include "sst/index_cursor.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using ::testing::ElementsAre;
using testing::EncodedHandle;
using testing::Fixed32;
using ::testing::HasSubstr;
using testing::TestBlock;
using testing::Varint;

const std::string kOneRestart = Fixed32(0) + Fixed32(1);

struct Walk {
  std::vector<std::string> keys;
  std::vector<BlockHandle> handles;
  std::vector<std::string> first_keys;
  Status status;
};

Walk WalkOver(const std::string& contents, const IndexEncoding& encoding) {
  Walk walk;
  Result<IndexCursor> cursor = IndexCursor::Open(AsBytes(contents), encoding);
  if (!cursor.ok()) {
    walk.status = cursor.status();
    return walk;
  }
  while (cursor->Next()) {
    walk.keys.emplace_back(cursor->key());
    walk.handles.push_back(cursor->handle());
    walk.first_keys.emplace_back(cursor->first_key());
  }
  walk.status = cursor->status();
  return walk;
}

TEST(IndexCursorTest, ReadsWholeHandles) {
  const std::string contents =
      TestBlock(1)
          .Add("k1", EncodedHandle({.offset = 0, .size = 1000}))
          .Add("k2", EncodedHandle({.offset = 1005, .size = 70000}))
          .Finish();
  const Walk walk = WalkOver(contents, {});
  ASSERT_TRUE(walk.status.ok()) << walk.status.message();
  EXPECT_THAT(walk.keys, ElementsAre("k1", "k2"));
  EXPECT_THAT(walk.handles,
              ElementsAre(BlockHandle{0, 1000}, BlockHandle{1005, 70000}));
}

// Entries of formats 4 and up: shared, suffix length, suffix, handle.
std::string DeltaEntry(uint32_t shared, const std::string& suffix,
                       const std::string& value) {
  return Varint(shared) + Varint(suffix.size()) + suffix + value;
}

TEST(IndexCursorTest, ReadsHandleDifferences) {
  // Zigzag: +30 is 60, -50 is 99.
  const std::string contents =
      DeltaEntry(0, "key1", EncodedHandle({.offset = 7, .size = 100})) +
      DeltaEntry(3, "2", Varint(60)) + DeltaEntry(3, "3", Varint(99)) +
      DeltaEntry(0, "x", EncodedHandle({.offset = 400, .size = 9})) +
      kOneRestart;
  const Walk walk = WalkOver(contents, {.value_is_delta = true});
  ASSERT_TRUE(walk.status.ok()) << walk.status.message();
  EXPECT_THAT(walk.keys, ElementsAre("key1", "key2", "key3", "x"));
  EXPECT_THAT(walk.handles,
              ElementsAre(BlockHandle{7, 100}, BlockHandle{112, 130},
                          BlockHandle{247, 80}, BlockHandle{400, 9}));
}

TEST(IndexCursorTest, ReadsFirstKeysBehindHandles) {
  const std::string contents =
      DeltaEntry(0, "k",
                 EncodedHandle({.offset = 0, .size = 10}) + "\x03" + "abc") +
      DeltaEntry(1, "2", Varint(2) + std::string(1, '\0')) + kOneRestart;
  const Walk walk =
      WalkOver(contents, {.value_is_delta = true, .has_first_key = true});
  ASSERT_TRUE(walk.status.ok()) << walk.status.message();
  EXPECT_THAT(walk.first_keys, ElementsAre("abc", ""));
  EXPECT_THAT(walk.handles,
              ElementsAre(BlockHandle{0, 10}, BlockHandle{15, 11}));
}

TEST(IndexCursorTest, IndexOfNoBlocksIsSound) {
  const Walk walk = WalkOver(kOneRestart, {});
  EXPECT_TRUE(walk.status.ok());
  EXPECT_TRUE(walk.keys.empty());
}

TEST(IndexCursorTest, ValueMustBeOneHandle) {
  const auto fact = [](const std::string& value) {
    return WalkOver(TestBlock(1).Add("k", value).Finish(), {}).status.message();
  };
  EXPECT_THAT(fact(""), HasSubstr("no block handle"));
  EXPECT_THAT(fact("\x05"), HasSubstr("no block handle"));
  EXPECT_THAT(fact("\x05\x06\x07"), HasSubstr("longer than its handle"));
}

TEST(IndexCursorTest, ValuesMayNotRunIntoTheRestarts) {
  const Walk cut = WalkOver(DeltaEntry(0, "k", "\x85") + kOneRestart,
                            {.value_is_delta = true});
  EXPECT_EQ(cut.status.code(), StatusCode::kCorruption);
  const Walk first_key = WalkOver(
      DeltaEntry(0, "k", std::string("\x00\x05\x09zz", 5)) + kOneRestart,
      {.value_is_delta = true, .has_first_key = true});
  EXPECT_THAT(first_key.status.message(), HasSubstr("no first key"));
}

TEST(IndexCursorTest, DifferencesThatLeaveTheNumbersWrapHarmlessly) {
  const std::string contents =
      DeltaEntry(0, "key1",
                 EncodedHandle({.offset = ~uint64_t{0}, .size = 5})) +
      DeltaEntry(3, "2", Varint(99)) + kOneRestart;
  const Walk walk = WalkOver(contents, {.value_is_delta = true});
  ASSERT_TRUE(walk.status.ok());
  EXPECT_FALSE(walk.handles[0].FitsIn(1 << 20));
  EXPECT_FALSE(walk.handles[1].FitsIn(1 << 20));
}

TEST(IndexCursorTest, KeysAndValuesApartAreNotSupported) {
  const std::string contents = Fixed32(0) + Fixed32(0) + Fixed32(1 | 1u << 28);
  EXPECT_EQ(WalkOver(contents, {}).status.code(), StatusCode::kNotSupported);
}

}  // namespace
}  // namespace sstr
