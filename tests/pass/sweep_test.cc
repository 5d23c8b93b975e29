// SPDX-License-Identifier: Apache-2.0

#include "pass/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

using enum CompressionType;

// RocksDB's types of a release from 8.2 on.
const ReleaseTraits kRelease = {
    .types = {kNone, kSnappy, kZlib, kBZip2, kLZ4, kLZ4HC, kZSTD},
    .keep_rule = KeepRule::RocksDb8()};

std::vector<std::string> Texts(const Sweep& sweep, bool raw_input = false) {
  std::vector<std::string> texts;
  const auto specs = Expand(sweep, kRelease, raw_input);
  EXPECT_TRUE(specs.ok()) << specs.status().message();
  if (!specs.ok()) return texts;
  for (const PassSpec& spec : *specs) texts.push_back(ToString(spec));
  return texts;
}

std::string Refusal(const Sweep& sweep) {
  const auto specs = Expand(sweep, kRelease);
  EXPECT_EQ(specs.status().code(), StatusCode::kUsage);
  return specs.status().message();
}

TEST(SweepTest, TypesKeepTheOrderAsked) {
  Sweep sweep;
  sweep.types = {CompressionType::kZSTD, CompressionType::kNone,
                 CompressionType::kSnappy};
  EXPECT_THAT(Texts(sweep), ElementsAre("table:kZSTD", "table:kNoCompression",
                                        "table:kSnappyCompression"));
}

TEST(SweepTest, TypesWithoutLevelsRunOnce) {
  Sweep sweep;
  sweep.types = {CompressionType::kNone, CompressionType::kSnappy,
                 CompressionType::kBZip2, CompressionType::kZSTD};
  sweep.levels = {1, 3};
  EXPECT_THAT(Texts(sweep),
              ElementsAre("table:kNoCompression", "table:kSnappyCompression",
                          "table:kBZip2Compression", "table:kZSTD:level=1",
                          "table:kZSTD:level=3"));
}

TEST(SweepTest, ListsMultiply) {
  Sweep sweep;
  sweep.types = {CompressionType::kZSTD};
  sweep.block_sizes = {4096, 16384};
  sweep.max_dict_bytes = {0, 1024};
  sweep.threads = {1, 2};
  EXPECT_THAT(
      Texts(sweep),
      ElementsAre("table:kZSTD:block_size=4096",
                  "table:kZSTD:block_size=4096:threads=2",
                  "table:kZSTD:block_size=4096:max_dict_bytes=1024",
                  "table:kZSTD:block_size=4096:max_dict_bytes=1024:threads=2",
                  "table:kZSTD", "table:kZSTD:threads=2",
                  "table:kZSTD:max_dict_bytes=1024",
                  "table:kZSTD:max_dict_bytes=1024:threads=2"));
}

TEST(SweepTest, BaseSettingsReachEverySpec) {
  Sweep sweep;
  sweep.types = {CompressionType::kZSTD, CompressionType::kLZ4};
  sweep.base.verify_compression = true;
  const auto specs = Expand(sweep, kRelease);
  ASSERT_TRUE(specs.ok());
  for (const PassSpec& spec : *specs) {
    EXPECT_TRUE(spec.verify_compression);
  }
}

TEST(SweepTest, AutoTakesTheBlockEngineForWhatRocksDbLacks) {
  Sweep sweep;
  sweep.types = {kSnappy, kBrotli};
  EXPECT_THAT(Texts(sweep),
              ElementsAre("table:kSnappyCompression",
                          "block:kBrotli:variant=fresh:allocator=pool:"
                          "keep_rule=rocksdb8"));
  sweep.types = {kSnappy, kLZ4};
  sweep.variants["lz4_api"] = {"one_shot", "stream_reuse"};
  EXPECT_THAT(
      Texts(sweep),
      ElementsAre("table:kSnappyCompression",
                  "block:kLZ4Compression:variant=one_shot:allocator=malloc:"
                  "keep_rule=rocksdb8",
                  "block:kLZ4Compression:variant=stream_reuse:"
                  "allocator=malloc:keep_rule=rocksdb8"));
}

TEST(SweepTest, CallVariantsAndAllocatorsMultiply) {
  Sweep sweep;
  sweep.engine = EngineChoice::kBlock;
  sweep.types = {kZSTD};
  sweep.variants["codec_context"] = {"fresh", "reused"};
  sweep.allocators = {"malloc", "pool"};
  sweep.keep_rule = KeepRule::RocksDb7();
  EXPECT_THAT(
      Texts(sweep),
      ElementsAre("block:kZSTD:block_size=0:variant=fresh:allocator=malloc",
                  "block:kZSTD:block_size=0:variant=fresh:allocator=pool",
                  "block:kZSTD:block_size=0:variant=reused:allocator=malloc",
                  "block:kZSTD:block_size=0:variant=reused:allocator=pool"));
}

TEST(SweepTest, RawInputsAreOneBlockForTheBlockEngine) {
  Sweep sweep;
  sweep.types = {kSnappy};
  sweep.threads = {1, 8};
  EXPECT_THAT(Texts(sweep, /*raw_input=*/true),
              ElementsAre("block:kSnappyCompression:block_size=0:"
                          "variant=one_shot:allocator=malloc:"
                          "keep_rule=rocksdb8"));
}

TEST(SweepTest, WhatACodecLacksIsRefusedWithWhatItHas) {
  Sweep sweep;
  sweep.types = {kLZ4};
  sweep.variants["lz4_api"] = {"two_shot"};
  EXPECT_THAT(Refusal(sweep),
              HasSubstr("valid are stream_per_block, stream_reuse, one_shot, "
                        "ext_state"));
  sweep.variants.clear();
  sweep.allocators = {"pool"};
  EXPECT_THAT(Refusal(sweep), HasSubstr("valid are malloc, mmap_threshold"));
  sweep = Sweep();
  sweep.engine = EngineChoice::kBlock;
  sweep.types = {kBrotli};
  sweep.levels = {12};
  EXPECT_THAT(Refusal(sweep), HasSubstr("valid are 0 to 11"));
}

TEST(SweepTest, AChoiceThatTouchesNothingIsRefused) {
  Sweep sweep;
  sweep.types = {kZSTD};
  sweep.variants["lz4_api"] = {"one_shot"};
  EXPECT_THAT(Refusal(sweep), HasSubstr("lz4_api: none of the types asked"));
  sweep = Sweep();
  sweep.engine = EngineChoice::kTable;
  sweep.types = {kZSTD};
  sweep.allocators = {"pool"};
  EXPECT_THAT(Refusal(sweep),
              HasSubstr("allocator: RocksDB's table builder has no"));
}

TEST(SweepTest, ChoicesAreNamedAsTheirCodecsNameThem) {
  Sweep sweep;
  sweep.types = {kZSTD};
  sweep.variants["lz4hc_api"] = {"one_shot"};
  const auto unused = FindUnusedChoice(sweep);
  ASSERT_TRUE(unused.has_value());
  EXPECT_EQ(unused->choice, "lz4hc_api");
  EXPECT_EQ(unused->why, "none of the types asked for has such a choice");
  sweep.types = {kZSTD, kLZ4HC};
  EXPECT_EQ(FindUnusedChoice(sweep), std::nullopt);
  // Types that are not named yet may have the choice.
  sweep.types.clear();
  EXPECT_EQ(FindUnusedChoice(sweep), std::nullopt);
  sweep.variants["brotli_api"] = {};
  EXPECT_EQ(FindUnusedChoice(sweep), std::nullopt) << "nothing is chosen";
}

TEST(SweepTest, WhatIsTheBlockEnginesAloneIsUnusedByTheTableEngine) {
  Sweep sweep;
  sweep.engine = EngineChoice::kTable;
  EXPECT_EQ(FindUnusedChoice(sweep), std::nullopt);
  sweep.keep_rule = KeepRule::RocksDb7();
  EXPECT_EQ(FindUnusedChoice(sweep)->choice, "keep_rule");
  sweep.allocators = {"malloc"};
  EXPECT_EQ(FindUnusedChoice(sweep)->choice, "allocator");
  sweep.variants["lz4_api"] = {"one_shot"};
  EXPECT_EQ(FindUnusedChoice(sweep)->choice, "lz4_api");
}

TEST(SweepTest, TypesThatNoEngineHasAreRefused) {
  Sweep sweep;
  sweep.types = {kXpress};
  EXPECT_THAT(Refusal(sweep), HasSubstr("kXpressCompression is not supported"));
  sweep.types = {kBrotli};
  sweep.engine = EngineChoice::kTable;
  EXPECT_THAT(Refusal(sweep), HasSubstr("kBrotli is not supported"));
}

}  // namespace
}  // namespace sstr
