// SPDX-License-Identifier: Apache-2.0

#include "sst/table_properties.h"

#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::AsBytes;
using testing::Fixed32;
using testing::Fixed64;
using testing::TestBlock;
using testing::Varint;

TableProperties Parsed(const TestBlock& block) {
  const std::string contents = block.Finish();
  Result<TableProperties> properties =
      TableProperties::Parse(AsBytes(contents));
  EXPECT_TRUE(properties.ok()) << properties.status().message();
  return properties.ok() ? *properties : TableProperties();
}

TEST(TablePropertiesTest, KeepsNamesAndValuesInFileOrder) {
  const TableProperties properties =
      Parsed(TestBlock().Add("mine", "x").Add("rocksdb.comparator", "c"));
  ASSERT_EQ(properties.all().size(), 2u);
  EXPECT_EQ(properties.all()[0].name, "mine");
  EXPECT_EQ(properties.all()[0].value, "x");
  EXPECT_EQ(properties.all()[1].name, "rocksdb.comparator");
  EXPECT_EQ(*properties.Find("mine"), "x");
  EXPECT_EQ(properties.Find("other"), nullptr);
}

TEST(TablePropertiesTest, ValueOffsetsPointIntoTheBlock) {
  const std::string contents =
      TestBlock().Add("name1", "first").Add("name2", "second").Finish();
  const Result<TableProperties> properties =
      TableProperties::Parse(AsBytes(contents));
  ASSERT_TRUE(properties.ok());
  EXPECT_EQ(contents.substr(properties->all()[1].value_offset, 6), "second");
}

TEST(TablePropertiesTest, ReadsIntegersByTheirEncoding) {
  const TableProperties properties = Parsed(
      TestBlock()
          .Add("rocksdb.block.based.table.index.type", Fixed32(2))
          .Add("rocksdb.external_sst_file.global_seqno", Fixed64(1234567890123))
          .Add("rocksdb.num.entries", Varint(300)));
  EXPECT_EQ(properties.index_type(), IndexType::kTwoLevel);
  EXPECT_EQ(properties.global_seqno(), 1234567890123u);
  EXPECT_EQ(properties.num_entries(), 300u);
}

TEST(TablePropertiesTest, MissingAndMalformedValuesAreAbsent) {
  const TableProperties properties =
      Parsed(TestBlock()
                 .Add("rocksdb.block.based.table.index.type", "\x01")
                 .Add("rocksdb.data.size", Varint(5) + "x")
                 .Add("rocksdb.num.entries", "\x80"));
  EXPECT_FALSE(properties.index_type().has_value());
  EXPECT_FALSE(properties.data_bytes().has_value());
  EXPECT_FALSE(properties.num_entries().has_value());
  EXPECT_FALSE(properties.num_deletions().has_value());
  EXPECT_FALSE(properties.comparator().has_value());
}

TEST(TablePropertiesTest, FlagsHaveTheDefaultsOfOldFiles) {
  const TableProperties none;
  EXPECT_TRUE(none.empty());
  EXPECT_TRUE(none.timestamps_persisted());
  EXPECT_FALSE(none.index_key_is_user_key());
  EXPECT_FALSE(none.index_value_is_delta_encoded());
  const TableProperties some =
      Parsed(TestBlock()
                 .Add("rocksdb.index.key.is.user.key", Varint(1))
                 .Add("rocksdb.index.value.is.delta.encoded", Varint(1))
                 .Add("rocksdb.user.defined.timestamps.persisted", Varint(0)));
  EXPECT_FALSE(some.timestamps_persisted());
  EXPECT_TRUE(some.index_key_is_user_key());
  EXPECT_TRUE(some.index_value_is_delta_encoded());
}

TEST(TablePropertiesTest, NamesOutOfOrderAreCorruption) {
  const std::string contents = TestBlock().Add("b", "").Add("a", "").Finish();
  EXPECT_EQ(TableProperties::Parse(AsBytes(contents)).status().code(),
            StatusCode::kCorruption);
}

}  // namespace
}  // namespace sstr
