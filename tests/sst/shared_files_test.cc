// SPDX-License-Identifier: Apache-2.0
//
// Every shared file against the table of its README, and the faults that users
// reported about some of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "sst/measure_sizes.h"
#include "sst/shared_data.h"
#include "sst/validate.h"

namespace sstr {
namespace {

using testing::Bytes;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::ReadSharedFacts;
using testing::ReadSharedFile;
using testing::SharedFileFacts;

Result<TableSummary> Validated(const std::string& name, const Bytes& file,
                               bool salvage = false) {
  const Result<TableImage> image =
      TableImage::Open(name, file, {.salvage = salvage});
  if (!image.ok()) return image.status();
  return ValidateTable(*image, {.salvage = salvage}, nullptr);
}

Status StatusOf(const std::string& name, const Bytes& file) {
  return Validated(name, file).status();
}

struct Refusal {
  StatusCode code;
  std::string text;
};

const std::map<std::string, Refusal>& Refusals() {
  static const std::map<std::string, Refusal> refusals = {
      {"besu-v1-000030.sst", {StatusCode::kCorruption, "the file lost 1 byte"}},
      {"leveldb2011-hamlet-none.sst",
       {StatusCode::kCorruption, "key too short for an internal key"}},
      {"pebble2019-bad-magic.sst",
       {StatusCode::kCorruption, "1 bit away from 0x88e241b785f4cff7"}},
      {"pebble2019-corrupted.sst",
       {StatusCode::kCorruption, "block 0 at 0: checksum mismatch"}},
      {"pebble2019-out-of-order.sst",
       {StatusCode::kCorruption, "block 0 at 0: keys out of order"}},
      {"pebble2022-range-keys.sst",
       {StatusCode::kNotSupported, "Pebble's own table format"}},
  };
  return refusals;
}

void ExpectSameFacts(const SharedFileFacts& facts,
                     const TableSummary& summary) {
  const auto expect = [&](const char* what, std::optional<uint64_t> expected,
                          uint64_t actual) {
    EXPECT_EQ(actual, expected.value_or(actual)) << facts.file << ": " << what;
  };
  expect("entries", facts.entries, summary.entries());
  expect("deletions", facts.deletions, summary.deletions);
  expect("merges", facts.merges, summary.merge_operands);
  expect("range tombstones", facts.range_tombstones, summary.range_deletions);
  expect("raw key bytes", facts.raw_key_bytes, summary.raw_key_bytes);
  expect("raw value bytes", facts.raw_value_bytes, summary.raw_value_bytes);
  expect("data size", facts.data_bytes, summary.sizes.data_bytes());
  // The README gives the stored property; its text says that 0 is wrong.
  if (facts.data_blocks != 0u) {
    expect("data blocks", facts.data_blocks, summary.sizes.data_blocks);
  }
  EXPECT_EQ(summary.sizes.SumOfParts(), facts.bytes) << facts.file;
}

TEST(SharedFilesTest, AreAsTheirReadmeSaysOrRefusedForTheirFault) {
  SSTR_REQUIRE_SHARED_DATA();
  size_t measured = 0;
  size_t refused = 0;
  for (const SharedFileFacts& facts : ReadSharedFacts()) {
    const Bytes file = ReadSharedFile(facts.file);
    ASSERT_EQ(file.size(), facts.bytes) << facts.file;
    const Result<TableSummary> summary = Validated(facts.file, file);
    const auto refusal = Refusals().find(facts.file);
    if (refusal != Refusals().end()) {
      ASSERT_FALSE(summary.ok()) << facts.file;
      EXPECT_EQ(summary.status().code(), refusal->second.code) << facts.file;
      EXPECT_THAT(summary.status().message(), HasSubstr(refusal->second.text));
      EXPECT_TRUE(summary.status().message().starts_with(facts.file + ": "));
      ++refused;
      continue;
    }
    ASSERT_TRUE(summary.ok()) << summary.status().message();
    ExpectSameFacts(facts, *summary);
    ++measured;
  }
  EXPECT_EQ(measured, 22u);
  EXPECT_EQ(refused, 6u);
}

TEST(SharedFilesTest, MeasuringAgreesWithReading) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const SharedFileFacts& facts : ReadSharedFacts()) {
    if (Refusals().contains(facts.file)) continue;
    const Bytes file = ReadSharedFile(facts.file);
    const Result<TableImage> image = TableImage::Open(facts.file, file);
    ASSERT_TRUE(image.ok());
    const Result<MeasuredSizes> all = MeasureSizes(*image);
    ASSERT_TRUE(all.ok()) << all.status().message();
    const SizeBreakdown* measured = &all->sizes;
    const SizeBreakdown read = Validated(facts.file, file)->sizes;
    EXPECT_EQ(measured->SumOfParts(), facts.bytes);
    EXPECT_EQ(measured->uncompressed_data_bytes, read.uncompressed_data_bytes)
        << facts.file;
    EXPECT_EQ(measured->data_blocks_by_stored_type,
              read.data_blocks_by_stored_type);
  }
}

// Counted by RocksDB 7.8.3's sst_dump, which scans them.
TEST(SharedFilesTest, FilesWithoutPropertiesAreCounted) {
  SSTR_REQUIRE_SHARED_DATA();
  const auto tiny = Validated("f", ReadSharedFile("leveldb2012-tiny-db.sst"));
  ASSERT_TRUE(tiny.ok()) << tiny.status().message();
  EXPECT_EQ(tiny->entries(), 5u);
  EXPECT_EQ(tiny->deletions, 1u);
  EXPECT_FALSE(tiny->key_order_checked);
  const auto large =
      Validated("f", ReadSharedFile("dfindexeddb-100k-keys.ldb"));
  ASSERT_TRUE(large.ok()) << large.status().message();
  EXPECT_EQ(large->entries(), 82387u);
}

TEST(SharedFilesTest, BlocksAreCountedFromTheIndexNotTheProperty) {
  SSTR_REQUIRE_SHARED_DATA();
  const auto summary =
      Validated("f", ReadSharedFile("rocksdb11.8-v7-dictionary-zstd.sst"));
  ASSERT_TRUE(summary.ok());
  EXPECT_GT(summary->sizes.data_blocks, 200u);  // 1 KiB each of 256 KiB.
  EXPECT_EQ(summary->sizes.dictionary_bytes, 4096u + 5u);
  EXPECT_THAT(summary->notes,
              Contains(HasSubstr("rocksdb.num.data.blocks is 0")));
}

// rocksdb#8060: stored types, not the property.
TEST(SharedFilesTest, TypesAreThoseStored) {
  SSTR_REQUIRE_SHARED_DATA();
  const auto mixed = Validated("f", ReadSharedFile("besu-v0-000008.sst"));
  ASSERT_TRUE(mixed.ok());
  const auto& types = mixed->sizes.data_blocks_by_stored_type;
  EXPECT_EQ(
      types.at(CompressionType::kNone) + types.at(CompressionType::kSnappy),
      20u);
  const auto old = Validated(
      "f", ReadSharedFile("rocksdb7.8-v5-range-deletions-zstd-not-final.sst"));
  EXPECT_EQ(
      old->sizes.data_blocks_by_stored_type.at(CompressionType::kZSTDNotFinal),
      43u);
}

// rocksdb#6673.
TEST(SharedFilesTest, KeysUnderAGlobalSeqnoAreAsStored) {
  SSTR_REQUIRE_SHARED_DATA();
  class SeqnoSink : public EntrySink {
   public:
    Status OnPoint(std::string_view key, std::string_view) override {
      largest = std::max(largest, SequenceOf(key));
      return Status::Ok();
    }
    uint64_t largest = 0;
  };
  const Bytes file = ReadSharedFile("rocksdb2020-ingested-global-seqno.sst");
  const Result<TableImage> image = TableImage::Open("f", file);
  ASSERT_TRUE(image.ok()) << image.status().message();
  EXPECT_TRUE(image->properties().global_seqno().has_value());
  SeqnoSink sink;
  const auto summary = ValidateTable(*image, {}, &sink);
  ASSERT_TRUE(summary.ok()) << summary.status().message();
  EXPECT_EQ(sink.largest, 0u);
  EXPECT_FALSE(summary->key_order_checked);
}

// rocksdb#11576.
TEST(SharedFilesTest, FlippedBitIsFoundInItsBlock) {
  SSTR_REQUIRE_SHARED_DATA();
  Bytes file = ReadSharedFile("besu-v1-000030-intact.sst");
  file[20000] ^= 1;
  const Status status = StatusOf("f.sst", file);
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(), HasSubstr(" at 19485: checksum mismatch"));
  EXPECT_THAT(status.message(), HasSubstr("1 of 20 blocks is bad"));
}

// rocksdb#2882.
TEST(SharedFilesTest, LostByteIsReportedWithItsExtent) {
  SSTR_REQUIRE_SHARED_DATA();
  const Bytes file = ReadSharedFile("besu-v1-000030.sst");
  const Status status = StatusOf("f.sst", file);
  EXPECT_THAT(status.message(), HasSubstr("f.sst: metaindex at 50143: "));
  EXPECT_THAT(status.message(), HasSubstr("20 of 20 blocks are bad"));
  EXPECT_THAT(status.message(), HasSubstr("from block 1 on all is moved"));
}

// The intact twin has the same blocks; only the first is lost.
TEST(SharedFilesTest, SalvageFindsTheBlocksBehindALostByte) {
  SSTR_REQUIRE_SHARED_DATA();
  const auto damaged =
      Validated("f", ReadSharedFile("besu-v1-000030.sst"), true);
  ASSERT_TRUE(damaged.ok()) << damaged.status().message();
  EXPECT_EQ(damaged->sizes.data_blocks, 16u);
  EXPECT_EQ(damaged->damage.lost_data_blocks, 1u);
  EXPECT_GT(damaged->entries(), 350u);
  EXPECT_LT(damaged->entries(), 396u);
}

// rust-rocksdb#499.
TEST(SharedFilesTest, CutFilesGiveOneClearError) {
  SSTR_REQUIRE_SHARED_DATA();
  const Bytes file = ReadSharedFile("besu-v1-000030-intact.sst");
  for (const size_t size :
       {file.size() / 2, size_t{53}, size_t{52}, size_t{8}, size_t{1}}) {
    const Bytes cut(file.begin(), file.begin() + size);
    const Status status = StatusOf("f.sst", cut);
    EXPECT_EQ(status.code(), StatusCode::kCorruption) << size;
    EXPECT_TRUE(status.message().starts_with("f.sst: ")) << size;
  }
  Bytes longer = file;
  longer.resize(file.size() + 16);
  EXPECT_THAT(StatusOf("f.sst", longer).message(),
              HasSubstr("unknown magic number 0x0000000000000000"));
  EXPECT_EQ(StatusOf("f.sst", {}).message(), "f.sst: empty file");
}

// rocksdb#624: 1362 of the 1710 words have fewer than 8 letters.
TEST(SharedFilesTest, BareUserKeysAreReportedOnceWithACount) {
  SSTR_REQUIRE_SHARED_DATA();
  const Status status =
      StatusOf("f.sst", ReadSharedFile("leveldb2011-hamlet-none.sst"));
  EXPECT_THAT(status.message(),
              HasSubstr("block 0 at 0: key too short for an internal key"));
  EXPECT_THAT(status.message(), HasSubstr("1362 such keys"));
  EXPECT_THAT(status.message(), HasSubstr("4 of 6 blocks are bad"));
}

}  // namespace
}  // namespace sstr
