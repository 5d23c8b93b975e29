// SPDX-License-Identifier: Apache-2.0

#include "sst/block_layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Fixed32;
using ::testing::HasSubstr;
using testing::TestBlock;

constexpr uint32_t kHash = 1u << 31;
constexpr uint32_t kUniform = 1u << 29;
constexpr uint32_t kSeparated = 1u << 28;

// 12 entries in 3 restart intervals.
TestBlock TwelveEntries() {
  TestBlock block(4);
  for (char c = 'a'; c <= 'l'; ++c) block.Add(std::string(1, c), "v");
  return block;
}

std::string FaultOf(const std::string& contents) {
  const Result<BlockLayout> layout = ParseBlockLayout(AsBytes(contents));
  return layout.ok() ? "" : layout.status().message();
}

TEST(BlockLayoutTest, FindsEntriesAndRestarts) {
  const std::string contents = TwelveEntries().Finish();
  const Result<BlockLayout> layout = ParseBlockLayout(AsBytes(contents));
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(AsStringView(layout->entries), TwelveEntries().entries());
  ASSERT_EQ(layout->restart_count(), 3u);
  EXPECT_EQ(layout->restart(0), 0u);
  EXPECT_EQ(layout->restart(1), 20u);  // Four entries of 3 + 1 + 1 bytes.
  EXPECT_EQ(layout->restart(2), 40u);
  EXPECT_FALSE(layout->separated);
  EXPECT_FALSE(layout->uniform_keys);
  EXPECT_TRUE(layout->hash_buckets.empty());
}

TEST(BlockLayoutTest, BlockWithoutEntriesIsSound) {
  EXPECT_EQ(FaultOf(Fixed32(0)), "");
  EXPECT_EQ(FaultOf(Fixed32(0) + Fixed32(1)), "");
}

TEST(BlockLayoutTest, HashIndexLiesBehindRestarts) {
  const TestBlock block = TwelveEntries();
  const std::string buckets = "\x02\xFF\xFE\x01\xFF";
  const std::string contents =
      block.entries() +
      block.FinishRestarts(kHash, buckets + std::string("\x05\x00", 2));
  const Result<BlockLayout> layout = ParseBlockLayout(AsBytes(contents));
  ASSERT_TRUE(layout.ok()) << layout.status().message();
  EXPECT_EQ(AsStringView(layout->hash_buckets), buckets);
  EXPECT_EQ(AsStringView(layout->entries), block.entries());
  EXPECT_EQ(layout->restart_count(), 3u);
}

TEST(BlockLayoutTest, HashBucketsMustFitAndNameRestarts) {
  const TestBlock block = TwelveEntries();
  const auto with = [&](const std::string& before_word) {
    return FaultOf(block.entries() + block.FinishRestarts(kHash, before_word));
  };
  EXPECT_THAT(with("\xFF\xFF"), HasSubstr("65535 hash buckets do not fit"));
  EXPECT_THAT(with(std::string("\x00\x00", 2)), HasSubstr("0 hash buckets"));
  EXPECT_THAT(with(std::string("\x03\x01\x00", 3)),
              HasSubstr("names restart 3 of 3"));
  EXPECT_THAT(FaultOf(Fixed32(kHash)), HasSubstr("no room"));
}

TEST(BlockLayoutTest, SeparatedValuesLieBetweenEntriesAndRestarts) {
  const TestBlock block = TwelveEntries();
  const std::string contents =
      block.entries() + "values" +
      block.FinishRestarts(
          kSeparated, Fixed32(static_cast<uint32_t>(block.entries().size())));
  const Result<BlockLayout> layout = ParseBlockLayout(AsBytes(contents));
  ASSERT_TRUE(layout.ok()) << layout.status().message();
  EXPECT_TRUE(layout->separated);
  EXPECT_EQ(AsStringView(layout->entries), block.entries());
  EXPECT_EQ(AsStringView(layout->values), "values");
}

TEST(BlockLayoutTest, ValuesSectionMustStartBeforeRestarts) {
  const TestBlock block = TwelveEntries();
  const uint32_t end = static_cast<uint32_t>(block.entries().size());
  EXPECT_THAT(FaultOf(block.entries() +
                      block.FinishRestarts(kSeparated, Fixed32(end + 1))),
              HasSubstr("values section starts at 61, behind its end at 60"));
  EXPECT_THAT(FaultOf(Fixed32(kSeparated)), HasSubstr("no room"));
}

TEST(BlockLayoutTest, UniformKeysFlagChangesNothingElse) {
  const TestBlock block = TwelveEntries();
  const std::string contents = block.entries() + block.FinishRestarts(kUniform);
  const Result<BlockLayout> layout = ParseBlockLayout(AsBytes(contents));
  ASSERT_TRUE(layout.ok());
  EXPECT_TRUE(layout->uniform_keys);
  EXPECT_EQ(layout->restart_count(), 3u);
}

TEST(BlockLayoutTest, RestartArrayMustFit) {
  EXPECT_THAT(FaultOf(""), HasSubstr("too short"));
  EXPECT_THAT(FaultOf("abc"), HasSubstr("too short"));
  EXPECT_THAT(FaultOf(Fixed32(1)), HasSubstr("1 restarts do not fit"));
  EXPECT_THAT(FaultOf("abcdefg" + Fixed32(2)), HasSubstr("do not fit"));
  EXPECT_THAT(FaultOf(Fixed32((1u << 28) - 1)), HasSubstr("do not fit"));
}

TEST(BlockLayoutTest, Bit30HasNoMeaning) {
  EXPECT_THAT(FaultOf("entries" + Fixed32(0) + Fixed32(1u << 30)),
              HasSubstr("bit 30"));
}

TEST(BlockLayoutTest, FirstRestartIsTheFirstEntry) {
  EXPECT_THAT(FaultOf("abcd" + Fixed32(1) + Fixed32(1)),
              HasSubstr("first restart is at 1"));
  EXPECT_THAT(FaultOf("abcd" + Fixed32(0)), HasSubstr("without restarts"));
}

}  // namespace
}  // namespace sstr
