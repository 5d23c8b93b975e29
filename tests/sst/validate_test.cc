// SPDX-License-Identifier: Apache-2.0

#include "sst/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/measure_sizes.h"
#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::Bytes;
using ::testing::Contains;
using testing::EncodedHandle;
using ::testing::HasSubstr;
using testing::InternalKey;
using ::testing::IsEmpty;
using testing::SmallTable;
using testing::TestBlock;
using testing::TestEntry;
using testing::TestTable;
using testing::TestTableParts;
using testing::Varint;

class RecordingSink : public EntrySink {
 public:
  Status OnDataBlock(const DataBlockView& block) override {
    calls.push_back("block " + std::to_string(block.number));
    contents_bytes += block.contents.size();
    return Status::Ok();
  }
  Status OnPoint(std::string_view key, std::string_view value) override {
    calls.push_back(std::string(UserKeyOf(key)) + "=" + std::string(value));
    return calls.size() >= fail_after ? Status::Interrupted("enough")
                                      : Status::Ok();
  }
  Status OnRangeDeletion(std::string_view start,
                         std::string_view end) override {
    calls.push_back(std::string(UserKeyOf(start)) + ".." + std::string(end));
    return Status::Ok();
  }

  std::vector<std::string> calls;
  size_t fail_after = ~size_t{0};
  uint64_t contents_bytes = 0;
};

Result<TableSummary> Validated(const Bytes& file, EntrySink* sink = nullptr,
                               bool salvage = false) {
  const Result<TableImage> image =
      TableImage::Open("f.sst", file, {.salvage = salvage});
  if (!image.ok()) return image.status();
  return ValidateTable(*image, {.salvage = salvage}, sink);
}

BlockHandle DataBlock(const Bytes& file, size_t number) {
  return TableImage::Open("f.sst", file)->data_blocks()[number];
}

TestTableParts TableWithTombstones() {
  TestTableParts parts = SmallTable();
  parts.blocks[1][1] = {InternalKey("b1", 9, ValueType::kDeletion), ""};
  parts.blocks[1][2] = {InternalKey("b2", 9, ValueType::kMerge), "more"};
  parts.range_deletions = {
      {InternalKey("x", 7, ValueType::kRangeDeletion), "z"}};
  return parts;
}

TEST(ValidateTest, CountsAsRocksDbCounts) {
  const Result<TableSummary> summary = Validated(TableWithTombstones().Build());
  ASSERT_TRUE(summary.ok()) << summary.status().message();
  EXPECT_EQ(summary->points, 6u);
  EXPECT_EQ(summary->entries(), 7u);
  EXPECT_EQ(summary->range_deletions, 1u);
  EXPECT_EQ(summary->deletions, 2u);  // The range tombstone is one.
  EXPECT_EQ(summary->merge_operands, 1u);
  EXPECT_EQ(summary->raw_key_bytes, 6 * 10u + 9u);
  EXPECT_EQ(summary->raw_value_bytes, 4 * 6u + 0u + 4u + 1u);
  EXPECT_EQ(summary->entries_by_type,
            (std::map<ValueType, uint64_t>{{ValueType::kDeletion, 1},
                                           {ValueType::kValue, 4},
                                           {ValueType::kMerge, 1},
                                           {ValueType::kRangeDeletion, 1}}));
  EXPECT_TRUE(summary->key_order_checked);
  EXPECT_THAT(summary->notes, IsEmpty());
  EXPECT_EQ(summary->damage.lost_data_blocks, 0u);
}

TEST(ValidateTest, HandsOnBlocksThenPointsThenTombstones) {
  RecordingSink sink;
  ASSERT_TRUE(Validated(TableWithTombstones().Build(), &sink).ok());
  EXPECT_EQ(sink.calls, (std::vector<std::string>{
                            "block 0", "a0=value0", "a1=value1", "a2=value2",
                            "block 1", "b0=value3", "b1=", "b2=more", "x..z"}));
}

TEST(ValidateTest, StatusOfTheSinkIsTheResult) {
  RecordingSink sink;
  sink.fail_after = 3;
  const Result<TableSummary> summary =
      Validated(TableWithTombstones().Build(), &sink);
  EXPECT_EQ(summary.status().code(), StatusCode::kInterrupted);
  EXPECT_EQ(summary.status().message(), "enough");
  EXPECT_EQ(sink.calls.size(), 3u);
}

TEST(ValidateTest, PartsAddUpToTheFile) {
  TestTableParts parts = TableWithTombstones();
  const Bytes file = parts.Build();
  const Result<TableSummary> summary = Validated(file);
  ASSERT_TRUE(summary.ok());
  const SizeBreakdown& sizes = summary->sizes;
  EXPECT_EQ(sizes.file_bytes, file.size());
  EXPECT_EQ(sizes.SumOfParts(), file.size());
  EXPECT_EQ(sizes.data_blocks, 2u);
  EXPECT_EQ(sizes.data_trailer_bytes, 10u);
  EXPECT_EQ(sizes.footer_bytes, 53u);
  EXPECT_EQ(sizes.padding_bytes, 0u);
  // One entry: three lengths, 9 bytes of key, 1 of value; two restart words.
  EXPECT_EQ(sizes.range_del_bytes, 3u + 9u + 1u + 8u + 5u);
  EXPECT_EQ(sizes.uncompressed_data_bytes, sizes.data_payload_bytes);
  EXPECT_EQ(sizes.data_blocks_by_stored_type.at(CompressionType::kNone), 2u);
}

TEST(ValidateTest, PaddingIsWhatIsInNoBlock) {
  TestTable table;
  table.AddPadding("0123456789");
  const BlockHandle data =
      table.AddBlock(TestBlock().Add(InternalKey("a", 1), "v").Finish());
  table.AddPadding("012");
  const BlockHandle index = table.AddBlock(
      TestBlock().Add(InternalKey("a", 1), EncodedHandle(data)).Finish());
  table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
  const Result<TableSummary> summary = Validated(table.Finish(index));
  ASSERT_TRUE(summary.ok()) << summary.status().message();
  EXPECT_EQ(summary->sizes.padding_bytes, 13u);
}

TEST(ValidateTest, NoDataBlockMeansNoRatioAndNoDistribution) {
  TestTableParts parts;
  parts.range_deletions = {
      {InternalKey("a", 7, ValueType::kRangeDeletion), "b"}};
  const Result<TableSummary> summary = Validated(parts.Build());
  ASSERT_TRUE(summary.ok()) << summary.status().message();
  EXPECT_EQ(summary->entries(), 1u);
  EXPECT_EQ(summary->sizes.data_blocks, 0u);
  EXPECT_FALSE(summary->payload_bytes.has_value());
  EXPECT_FALSE(summary->compression_ratio.has_value());
}

TEST(ValidateTest, DamagedBlockIsNamedWithTheExtent) {
  Bytes file = SmallTable().Build();
  const BlockHandle first = DataBlock(file, 0);
  const BlockHandle second = DataBlock(file, 1);
  file[second.offset + 3] ^= 1;
  Result<TableSummary> summary = Validated(file);
  EXPECT_EQ(summary.status().code(), StatusCode::kCorruption);
  EXPECT_THAT(summary.status().message(),
              HasSubstr("f.sst: block 1 at " + std::to_string(second.offset) +
                        ": checksum mismatch"));
  EXPECT_THAT(summary.status().message(), HasSubstr("1 of 5 blocks is bad"));
  file[first.offset] ^= 1;
  summary = Validated(file);
  EXPECT_THAT(summary.status().message(), HasSubstr("block 0 at 0: "));
  EXPECT_THAT(summary.status().message(), HasSubstr("2 of 5 blocks are bad"));
}

TEST(ValidateTest, SalvageKeepsTheGoodBlocksAndCountsTheLost) {
  Bytes file = SmallTable().Build();
  const BlockHandle second = DataBlock(file, 1);
  file[second.offset + 3] ^= 1;
  RecordingSink sink;
  const Result<TableSummary> summary = Validated(file, &sink, true);
  ASSERT_TRUE(summary.ok()) << summary.status().message();
  EXPECT_EQ(sink.calls, (std::vector<std::string>{"block 0", "a0=value0",
                                                  "a1=value1", "a2=value2"}));
  EXPECT_EQ(summary->points, 3u);
  EXPECT_EQ(summary->sizes.data_blocks, 1u);
  EXPECT_EQ(summary->damage.lost_data_blocks, 1u);
  EXPECT_EQ(summary->damage.lost_data_bytes, second.size + 5);
  EXPECT_EQ(summary->damage.bad_meta_blocks, 0u);
  ASSERT_EQ(summary->damage.messages.size(), 1u);
  EXPECT_THAT(summary->damage.messages[0], HasSubstr("block 1 at "));
  EXPECT_EQ(summary->sizes.SumOfParts() + summary->damage.lost_data_bytes,
            file.size());
}

TEST(ValidateTest, SalvageHandsOnNothingOfABadBlock) {
  TestTableParts parts = SmallTable();
  std::swap(parts.blocks[1][1], parts.blocks[1][2]);
  RecordingSink sink;
  const Result<TableSummary> summary = Validated(parts.Build(), &sink, true);
  ASSERT_TRUE(summary.ok());
  EXPECT_EQ(sink.calls.size(), 4u);
  EXPECT_EQ(summary->points, 3u);
}

TEST(ValidateTest, SalvageNeedsTheIndex) {
  Bytes file = SmallTable().Build();
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  const uint64_t offset = image->FindMeta(BlockKind::kIndex)->handle.offset;
  file[offset] ^= 1;
  EXPECT_EQ(Validated(file, nullptr, true).status().code(),
            StatusCode::kCorruption);
}

TEST(ValidateTest, LostByteMovesTheBlocksBehindIt) {
  Bytes file = SmallTable().Build();
  const BlockHandle second = DataBlock(file, 1);
  file.erase(file.begin() + 7);
  const Status status = Validated(file).status();
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(), HasSubstr("the file lost 1 byte"));
  EXPECT_THAT(status.message(), HasSubstr("5 of 5 blocks are bad"));
  const Result<TableSummary> salvaged = Validated(file, nullptr, true);
  ASSERT_TRUE(salvaged.ok()) << salvaged.status().message();
  EXPECT_EQ(salvaged->points, 3u);
  EXPECT_EQ(salvaged->damage.lost_data_blocks, 1u);
  // One of the bytes that its handle spans is not in the file any more.
  EXPECT_EQ(salvaged->damage.lost_data_bytes, second.offset - 1);
}

TEST(ValidateTest, EntriesMustBeAsManyAsTheProperty) {
  TestTableParts parts = SmallTable();
  parts.properties["rocksdb.num.entries"] = Varint(7);
  const Status status = Validated(parts.Build()).status();
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(), HasSubstr("rocksdb.num.entries is 7, but the "
                                          "blocks hold 6 entries"));
  const Result<TableSummary> salvaged = Validated(parts.Build(), nullptr, true);
  ASSERT_TRUE(salvaged.ok());
  EXPECT_THAT(
      salvaged->notes,
      Contains("property rocksdb.num.entries is 7, but the blocks hold 6"));
}

TEST(ValidateTest, OtherPropertiesThatDifferAreNoted) {
  TestTableParts parts = SmallTable();
  parts.properties["rocksdb.num.data.blocks"] = Varint(0);
  parts.properties["rocksdb.merge.operands"] = Varint(3);
  const Result<TableSummary> summary = Validated(parts.Build());
  ASSERT_TRUE(summary.ok());
  EXPECT_THAT(
      summary->notes,
      Contains("property rocksdb.num.data.blocks is 0, but the blocks hold 2"));
  EXPECT_THAT(
      summary->notes,
      Contains("property rocksdb.merge.operands is 3, but the blocks hold 0"));
}

TEST(ValidateTest, UnknownComparatorLeavesTheOrderUnchecked) {
  TestTableParts parts = SmallTable();
  parts.properties["rocksdb.comparator"] = "mine";
  std::swap(parts.blocks[0], parts.blocks[1]);
  const Result<TableSummary> summary = Validated(parts.Build());
  ASSERT_TRUE(summary.ok()) << summary.status().message();
  EXPECT_FALSE(summary->key_order_checked);
}

TEST(ValidateTest, UnknownCompressionTypesAreNamed) {
  for (const uint8_t type : {0x06, 0x08, 0x3F, 0x80, 0xFE}) {
    TestTable table;
    const BlockHandle data = table.AddBlock("whatever this is", type);
    const BlockHandle index = table.AddBlock(
        TestBlock().Add(InternalKey("a", 1), EncodedHandle(data)).Finish());
    table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
    const Status status = Validated(table.Finish(index)).status();
    EXPECT_EQ(status.code(), StatusCode::kNotSupported);
    EXPECT_THAT(
        status.message(),
        HasSubstr(CompressionTypeName(static_cast<CompressionType>(type))));
  }
}

TEST(MeasureSizesTest, AgreesWithValidation) {
  const Bytes file = TableWithTombstones().Build();
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok());
  const Result<MeasuredSizes> measured = MeasureSizes(*image);
  ASSERT_TRUE(measured.ok());
  const auto summary = Validated(file);
  const SizeBreakdown& sizes = measured->sizes;
  EXPECT_EQ(sizes.data_payload_bytes, summary->sizes.data_payload_bytes);
  EXPECT_EQ(sizes.uncompressed_data_bytes,
            summary->sizes.uncompressed_data_bytes);
  EXPECT_EQ(sizes.SumOfParts(), file.size());
  const BlockDistributions& spread = measured->distributions;
  EXPECT_EQ(spread.payload_bytes->p50, summary->payload_bytes->p50);
  EXPECT_EQ(spread.compression_ratio->p95, summary->compression_ratio->p95);
}

TEST(MeasureSizesTest, HandleOutsideTheFileIsCorruption) {
  TestTable table;
  const BlockHandle index = table.AddBlock(
      TestBlock()
          .Add("k", EncodedHandle({.offset = 0, .size = 1 << 20}))
          .Finish());
  table.AddMeta("rocksdb.properties", table.AddBlock(TestBlock().Finish()));
  const Bytes file = table.Finish(index);
  const Result<TableImage> image = TableImage::Open("f.sst", file);
  ASSERT_TRUE(image.ok());
  EXPECT_THAT(MeasureSizes(*image).status().message(),
              HasSubstr("f.sst: block 0 at 0: its handle"));
}

}  // namespace
}  // namespace sstr
