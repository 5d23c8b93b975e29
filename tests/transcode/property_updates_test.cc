// SPDX-License-Identifier: Apache-2.0

#include "transcode/property_updates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;
using testing::Varint;

constexpr char kBypassed[] = "rocksdb.num.data.blocks.compression.bypassed";
constexpr char kRejected[] = "rocksdb.num.data.blocks.compression.rejected";

TranscodeOptions To(CompressionType type) { return {.codec = {.type = type}}; }

TranscodeFacts Counts(uint64_t copied, uint64_t compressed, uint64_t rejected,
                      uint64_t bypassed) {
  return {.format_version = 6,
          .summary = {.data_blocks = copied + compressed + rejected + bypassed,
                      .copied = copied,
                      .compressed = compressed,
                      .rejected = rejected,
                      .bypassed = bypassed}};
}

TEST(PropertyUpdatesTest, WhatIsNotThereIsNotAdded) {
  TranscodeFacts facts = Counts(0, 3, 0, 0);
  facts.new_data_end = 1000;
  facts.index_growth_bytes = 5;
  const std::vector<NamedValue> properties = {{"user", "x"}};
  EXPECT_EQ(UpdateProperties(properties, {}, To(CompressionType::kLZ4), facts),
            properties);
}

TEST(PropertyUpdatesTest, RecentFilesCountRawBlocksWhereThereAreAny) {
  TranscodePlan plan;
  plan.writer.counts_raw_blocks = true;
  const TranscodeOptions options = To(CompressionType::kLZ4);
  EXPECT_THAT(UpdateProperties({}, plan, options, Counts(0, 5, 3, 1)),
              ElementsAre(NamedValue{kBypassed, Varint(1)},
                          NamedValue{kRejected, Varint(3)}));
  EXPECT_THAT(UpdateProperties({{kRejected, Varint(9)}}, plan, options,
                               Counts(0, 9, 0, 0)),
              ElementsAre());
  // Files of a release that does not know these do not get them.
  plan.writer.counts_raw_blocks = false;
  EXPECT_THAT(UpdateProperties({}, plan, options, Counts(0, 5, 3, 1)),
              ElementsAre());
}

TEST(PropertyUpdatesTest, WithoutCompressionAllBlocksAreBypassed) {
  TranscodePlan plan;
  plan.writer.counts_raw_blocks = true;
  plan.copies_raw = true;
  EXPECT_THAT(UpdateProperties({{kRejected, Varint(4)}}, plan,
                               To(CompressionType::kNone), Counts(4, 0, 0, 6)),
              ElementsAre(NamedValue{kBypassed, Varint(10)}));
}

TEST(PropertyUpdatesTest, CopiedRawBlocksCountAsBefore) {
  TranscodePlan plan;
  plan.writer.counts_raw_blocks = true;
  plan.written_with_type = true;
  plan.copies_raw = true;
  const TranscodeOptions options = To(CompressionType::kLZ4);
  const std::vector<NamedValue> before = {{kRejected, Varint(2)}};
  // A block of another type was encoded and rejected.
  EXPECT_THAT(UpdateProperties(before, plan, options, Counts(5, 0, 1, 0)),
              ElementsAre(NamedValue{kRejected, Varint(3)}));
  EXPECT_EQ(UpdateProperties(before, plan, options, Counts(6, 0, 0, 0)),
            before);
}

TEST(PropertyUpdatesTest, TheSettingIsDescribedOnlyWhereItWasUsed) {
  TranscodePlan plan;
  plan.written_with_type = true;
  plan.copies_raw = true;
  const std::vector<NamedValue> before = {
      {"rocksdb.compression", "ZSTD"},
      {"rocksdb.compression_options", "level=9; max_dict_bytes=100; _type=7; "},
  };
  const TranscodeOptions options = To(CompressionType::kZSTD);
  EXPECT_EQ(UpdateProperties(before, plan, options, Counts(3, 0, 0, 0)),
            before);
  plan.copies_raw = false;
  EXPECT_EQ(
      UpdateProperties(before, plan, options, Counts(0, 3, 0, 0))[1].value,
      "level=32767; max_dict_bytes=0; _type=7; ");
  plan.keeps_dictionary = true;
  EXPECT_EQ(UpdateProperties(before, plan, To(CompressionType::kLZ4),
                             Counts(2, 1, 0, 0))[1]
                .value,
            "level=32767; max_dict_bytes=100; _type=4; ");
}

TEST(PropertyUpdatesTest, SizesGrowAndShrinkButNotBelowZero) {
  TranscodeFacts facts = Counts(0, 1, 0, 0);
  facts.index_growth_bytes = -10;
  facts.top_index_growth_bytes = 20;
  const auto updated =
      UpdateProperties({{"rocksdb.index.size", Varint(100)},
                        {"rocksdb.top-level.index.size", Varint(200)}},
                       {}, To(CompressionType::kLZ4), facts);
  EXPECT_THAT(updated, ElementsAre(NamedValue{"rocksdb.index.size", Varint(90)},
                                   NamedValue{"rocksdb.top-level.index.size",
                                              Varint(220)}));
  // A stored size that is wrong to begin with.
  const std::vector<NamedValue> wrong = {{"rocksdb.index.size", Varint(3)}};
  EXPECT_EQ(UpdateProperties(wrong, {}, To(CompressionType::kLZ4), facts),
            wrong);
}

}  // namespace
}  // namespace sstr
