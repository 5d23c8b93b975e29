// SPDX-License-Identifier: Apache-2.0

#include "rocks/table_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/units.h"
#include "rocks/stored_engine.h"
#include "testing/preset_corpus.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::MakePresetCorpus;

class TableEngineTest : public ::testing::Test {
 protected:
  TableEngineTest() {
    auto image = ImageBuffer::Reserve(256 * kMiB);
    EXPECT_TRUE(image.ok());
    image_ = std::make_unique<ImageBuffer>(std::move(image).value());
  }

  static PassSpec Spec(CompressionType type,
                       int level = kDefaultCompressionLevel) {
    PassSpec spec;
    spec.codec.type = type;
    spec.codec.level = level;
    return spec;
  }

  // One whole pass, verified; fails the test on any error.
  PassOutput RunPass(const Corpus& corpus, const PassSpec& spec) {
    auto pass = engine_->Prepare(corpus, spec, image_.get());
    EXPECT_TRUE(pass.ok()) << pass.status().message();
    if (!pass.ok()) return {};
    const Status wrote = (*pass)->Write();
    (*pass)->Reset();
    EXPECT_TRUE(wrote.ok()) << wrote.message();
    const Status scanned = (*pass)->Scan();
    (*pass)->Reset();
    EXPECT_TRUE(scanned.ok()) << scanned.message();
    const Status verified = (*pass)->Verify();
    EXPECT_TRUE(verified.ok()) << verified.message();
    auto output = (*pass)->Inspect();
    EXPECT_TRUE(output.ok()) << output.status().message();
    if (!output.ok()) return {};
    EXPECT_EQ(output->sizes.SumOfParts(), output->sizes.file_bytes);
    EXPECT_EQ(output->sizes.file_bytes, image_->image().size());
    return std::move(output).value();
  }

  CancelFlag cancel_ = false;
  std::unique_ptr<PassEngine> engine_ = NewTableEngine(&cancel_);
  std::unique_ptr<ImageBuffer> image_;
};

// Report row 2.
TEST_F(TableEngineTest, BlocksThatShrinkTooLittleCountAsRejected) {
  const Corpus corpus = MakePresetCorpus("ten_percent");
  PassSpec spec = Spec(CompressionType::kLZ4);
  spec.block_size = 4096;
  const PassOutput output = RunPass(corpus, spec);
  EXPECT_EQ(output.sizes.data_blocks, 200u);
  EXPECT_EQ(output.blocks_compressed, 0u);
  EXPECT_EQ(output.blocks_rejected, 200u);
  EXPECT_EQ(output.blocks_bypassed, 0u);
}

TEST_F(TableEngineTest, AlternatingBlocksAreHalfCompressedHalfRejected) {
  const Corpus corpus = MakePresetCorpus("alternate");
  PassSpec spec = Spec(CompressionType::kZSTD);
  spec.block_size = 4096;
  const PassOutput output = RunPass(corpus, spec);
  EXPECT_EQ(output.blocks_compressed, 100u);
  EXPECT_EQ(output.blocks_rejected, 100u);
}

TEST_F(TableEngineTest, WithoutCodecEveryBlockIsBypassed) {
  const Corpus corpus = MakePresetCorpus("alternate");
  PassSpec spec = Spec(CompressionType::kNone);
  spec.block_size = 4096;
  const PassOutput output = RunPass(corpus, spec);
  EXPECT_EQ(output.blocks_bypassed, 200u);
  EXPECT_EQ(output.blocks_rejected, 0u);
}

// Report row 15.
TEST_F(TableEngineTest, TombstonesAreKeptAndCounted) {
  const Corpus corpus = MakePresetCorpus("range_mixed");
  const PassOutput output = RunPass(corpus, Spec(CompressionType::kZlib));
  EXPECT_EQ(output.entries, 1100u);
  EXPECT_EQ(output.range_deletions, 100u);
  EXPECT_GT(output.sizes.range_del_bytes, 0u);
}

// Report rows 14 and 22.
TEST_F(TableEngineTest, OnlyTombstonesWithADictionaryGiveNoDataBlock) {
  const Corpus corpus = MakePresetCorpus("range_only");
  PassSpec spec = Spec(CompressionType::kZSTD);
  spec.codec.max_dict_bytes = 16384;
  spec.codec.zstd_max_train_bytes = 1638400;
  const PassOutput output = RunPass(corpus, spec);
  EXPECT_EQ(output.sizes.data_blocks, 0u);
  EXPECT_EQ(output.entries, 10u);
  EXPECT_FALSE(CompressionRatio(output.sizes.uncompressed_data_bytes,
                                output.sizes.data_payload_bytes)
                   .has_value());
}

// Report row 16.
TEST_F(TableEngineTest, ReverseOrderIsBuiltWithItsComparator) {
  const Corpus corpus = MakePresetCorpus("reverse");
  EXPECT_EQ(corpus.properties.comparator(),
            "rocksdb.ReverseBytewiseComparator");
  const PassOutput output = RunPass(corpus, Spec(CompressionType::kLZ4));
  EXPECT_EQ(output.entries, 1000u);
  EXPECT_THAT(output.note, IsEmpty());
}

// Report row 21.
TEST_F(TableEngineTest, EveryVersionOfAKeyIsKept) {
  const Corpus corpus = MakePresetCorpus("versions");
  // Put 5 times, deleted, merged 3 times, single-deleted.
  EXPECT_EQ(corpus.points.size(), 10u);
  EXPECT_EQ(RunPass(corpus, Spec(CompressionType::kSnappy)).entries, 10u);
}

// Report row 10.
TEST_F(TableEngineTest, IndexCompressionChangesTheIndexAndNotTheData) {
  const Corpus corpus = MakePresetCorpus("json_users");
  PassSpec spec = Spec(CompressionType::kZSTD);
  spec.block_size = 1024;
  const PassOutput on = RunPass(corpus, spec);
  spec.enable_index_compression = false;
  const PassOutput off = RunPass(corpus, spec);
  EXPECT_EQ(on.sizes.data_bytes(), off.sizes.data_bytes());
  EXPECT_EQ(on.sizes.data_blocks, off.sizes.data_blocks);
  EXPECT_LT(on.sizes.index_bytes, off.sizes.index_bytes);
}

// Report row 11, with the order the peer's sizes show.
TEST_F(TableEngineTest, DictionariesPayAtSmallBlocksAndShowTheirCost) {
  const Corpus corpus = MakePresetCorpus("json_users");
  PassSpec plain = Spec(CompressionType::kZSTD);
  plain.block_size = 1024;
  PassSpec raw = plain;
  raw.codec.max_dict_bytes = 16384;
  PassSpec trained = raw;
  trained.codec.zstd_max_train_bytes = 1638400;
  const PassOutput without = RunPass(corpus, plain);
  const PassOutput with_raw = RunPass(corpus, raw);
  const PassOutput with_trained = RunPass(corpus, trained);
  EXPECT_EQ(without.sizes.dictionary_bytes, 0u);
  // The dictionary with its trailer.
  EXPECT_EQ(with_raw.sizes.dictionary_bytes, 16384u + 5u);
  EXPECT_LT(with_raw.sizes.file_bytes, without.sizes.file_bytes);
  EXPECT_LT(with_trained.sizes.file_bytes, with_raw.sizes.file_bytes);

  plain.block_size = raw.block_size = 16384;
  EXPECT_GT(RunPass(corpus, raw).sizes.file_bytes,
            RunPass(corpus, plain).sizes.file_bytes);
}

// Report row 12: releases up to 9.0 store a dictionary that nothing uses.
TEST_F(TableEngineTest, ADictionaryWithoutCodecShowsAsWaste) {
  const Corpus corpus = MakePresetCorpus("json_users");
  PassSpec spec = Spec(CompressionType::kNone);
  spec.block_size = 1024;
  const PassOutput without = RunPass(corpus, spec);
  spec.codec.max_dict_bytes = 16384;
  spec.codec.zstd_max_train_bytes = 1638400;
  const PassOutput with = RunPass(corpus, spec);
  EXPECT_EQ(with.sizes.data_bytes(), without.sizes.data_bytes());
  EXPECT_EQ(with.sizes.file_bytes - without.sizes.file_bytes,
            with.sizes.dictionary_bytes +
                (with.sizes.metaindex_bytes - without.sizes.metaindex_bytes) +
                (with.sizes.properties_bytes - without.sizes.properties_bytes));
}

// Report row 5: releases up to 8.6 ignore LZ4's level.
TEST_F(TableEngineTest, ALevelWithoutEffectIsSaid) {
  const Corpus corpus = MakePresetCorpus("json_users");
  const PassOutput a = RunPass(corpus, Spec(CompressionType::kLZ4, -1));
  const PassOutput b = RunPass(corpus, Spec(CompressionType::kLZ4, -10));
  const bool same = a.sizes.data_bytes() == b.sizes.data_bytes();
  const bool said = b.note.find("no effect") != std::string::npos;
  EXPECT_EQ(same, said) << b.note;
}

// Report row 6.
TEST_F(TableEngineTest, LevelsFarOutOfRangeDoNotCrash) {
  const Corpus corpus = MakePresetCorpus("one_key");
  for (const CompressionType type :
       {CompressionType::kLZ4, CompressionType::kLZ4HC}) {
    for (const int level : {-2147483647 - 1, -70000, -5, 0, 1, 9, 12, 13}) {
      EXPECT_EQ(RunPass(corpus, Spec(type, level)).entries, 1u);
    }
  }
  EXPECT_THAT(RunPass(corpus, Spec(CompressionType::kLZ4HC, 13)).note,
              HasSubstr("level 13 runs as 12"));
}

// Report row 7.
TEST_F(TableEngineTest, ZlibLevelsThatTheLibraryRejectsAreRefused) {
  const Corpus corpus = MakePresetCorpus("one_key");
  for (const int level : {-2, 10, 11}) {
    const auto pass = engine_->Prepare(
        corpus, Spec(CompressionType::kZlib, level), image_.get());
    ASSERT_FALSE(pass.ok()) << level;
    EXPECT_THAT(pass.status().message(), HasSubstr("store every block "
                                                   "uncompressed"));
  }
  RunPass(corpus, Spec(CompressionType::kZlib, 0));
  RunPass(corpus, Spec(CompressionType::kZlib, 9));
}

// Report row 19.
TEST_F(TableEngineTest, SourceOptionsKeepAHashIndexWhoseExtractorIsKnown) {
  const Corpus corpus = MakePresetCorpus("hash");
  PassSpec spec = Spec(CompressionType::kLZ4);
  spec.table_options = "source";
  const PassOutput output = RunPass(corpus, spec);
  EXPECT_EQ(output.entries, 5000u);
}

TEST_F(TableEngineTest, SourceOptionsMirrorPartitionsAndFilter) {
  const Corpus corpus = MakePresetCorpus("partitioned");
  PassSpec spec = Spec(CompressionType::kZSTD);
  const PassOutput plain = RunPass(corpus, spec);
  EXPECT_EQ(plain.sizes.filter_bytes, 0u);
  spec.table_options = "source";
  const PassOutput mirrored = RunPass(corpus, spec);
  EXPECT_GT(mirrored.sizes.filter_bytes, 0u);
  EXPECT_EQ(mirrored.sizes.data_bytes(), plain.sizes.data_bytes());
}

TEST_F(TableEngineTest, OptionStringsReachTheTable) {
  const Corpus corpus = MakePresetCorpus("json_users");
  PassSpec spec = Spec(CompressionType::kNone);
  const PassOutput plain = RunPass(corpus, spec);
  spec.table_options = "filter_policy=bloomfilter:10:false";
  const PassOutput filtered = RunPass(corpus, spec);
  // 20000 keys at 10 bits, with the filter's own and the block's trailer.
  EXPECT_GE(filtered.sizes.filter_bytes, 25000u);
  EXPECT_LT(filtered.sizes.filter_bytes, 25100u);
  EXPECT_EQ(plain.sizes.filter_bytes, 0u);
}

TEST_F(TableEngineTest, BadTableOptionsAreUsageErrors) {
  EXPECT_TRUE(CheckTableOptions("sst_dump").ok());
  EXPECT_TRUE(CheckTableOptions("source").ok());
  EXPECT_TRUE(CheckTableOptions("checksum=kxxHash64").ok());
  for (const char* bad : {"fast=yes", "checksum=kMD5", "block_size=1024"}) {
    const Status status = CheckTableOptions(bad);
    EXPECT_EQ(status.code(), StatusCode::kUsage) << bad;
    EXPECT_THAT(status.message(), HasSubstr(bad));
  }
  const Corpus corpus = MakePresetCorpus("one_key");
  PassSpec spec = Spec(CompressionType::kNone);
  spec.table_options = "format_version=99";
  EXPECT_EQ(engine_->Prepare(corpus, spec, image_.get()).status().code(),
            StatusCode::kUsage);
}

TEST_F(TableEngineTest, CodecTimesCoverCompressionAndDecompression) {
  const Corpus corpus = MakePresetCorpus("json_users");
  auto pass =
      engine_->Prepare(corpus, Spec(CompressionType::kZSTD), image_.get());
  ASSERT_TRUE(pass.ok());
  ASSERT_TRUE((*pass)->Write().ok());
  (*pass)->Reset();
  const CodecTimes written = (*pass)->TakeCodecTimes();
  EXPECT_TRUE(written.compress_nanos.has_value());
  EXPECT_FALSE(written.decompress_nanos.has_value());
  ASSERT_TRUE((*pass)->Scan().ok());
  (*pass)->Reset();
  const CodecTimes read = (*pass)->TakeCodecTimes();
  EXPECT_FALSE(read.compress_nanos.has_value());
  EXPECT_TRUE(read.decompress_nanos.has_value());
}

TEST_F(TableEngineTest, WithoutCodecThereIsNoCodecTime) {
  const Corpus corpus = MakePresetCorpus("one_key");
  auto pass =
      engine_->Prepare(corpus, Spec(CompressionType::kNone), image_.get());
  ASSERT_TRUE(pass.ok());
  ASSERT_TRUE((*pass)->Write().ok());
  (*pass)->Reset();
  EXPECT_FALSE((*pass)->TakeCodecTimes().compress_nanos.has_value());
}

TEST_F(TableEngineTest, ACancelledPassStopsBeforeItsEnd) {
  const Corpus corpus = MakePresetCorpus("json_users");
  auto pass =
      engine_->Prepare(corpus, Spec(CompressionType::kZSTD), image_.get());
  ASSERT_TRUE(pass.ok());
  cancel_ = true;
  EXPECT_EQ((*pass)->Write().code(), StatusCode::kInterrupted);
  (*pass)->Reset();
}

TEST_F(TableEngineTest, AFullImageIsAnErrorNotACrash) {
  const Corpus corpus = MakePresetCorpus("json_users");
  auto small = ImageBuffer::Reserve(64 * kKiB);
  ASSERT_TRUE(small.ok());
  auto pass = engine_->Prepare(corpus, Spec(CompressionType::kNone), &*small);
  ASSERT_TRUE(pass.ok());
  const Status status = (*pass)->Write();
  (*pass)->Reset();
  EXPECT_FALSE(status.ok());
  EXPECT_THAT(status.message(), HasSubstr("outgrew"));
}

TEST_F(TableEngineTest, VerifyFindsAnImageOfOtherEntries) {
  const Corpus one = MakePresetCorpus("one_key");
  const Corpus other = MakePresetCorpus("odd_keys");
  auto writer =
      engine_->Prepare(one, Spec(CompressionType::kNone), image_.get());
  auto checker =
      engine_->Prepare(other, Spec(CompressionType::kNone), image_.get());
  ASSERT_TRUE(writer.ok() && checker.ok());
  ASSERT_TRUE((*writer)->Write().ok());
  (*writer)->Reset();
  const Status status = (*checker)->Verify();
  EXPECT_EQ(status.code(), StatusCode::kVerificationFailed);
  EXPECT_THAT(status.message(), HasSubstr("entry 0"));
}

TEST_F(TableEngineTest, VerifyFindsMissingTombstones) {
  const Corpus mixed = MakePresetCorpus("range_mixed");
  Corpus points_only = MakePresetCorpus("range_mixed");
  points_only.range_deletions = EntryList();
  auto writer =
      engine_->Prepare(points_only, Spec(CompressionType::kNone), image_.get());
  auto checker =
      engine_->Prepare(mixed, Spec(CompressionType::kNone), image_.get());
  ASSERT_TRUE(writer.ok() && checker.ok());
  ASSERT_TRUE((*writer)->Write().ok());
  (*writer)->Reset();
  EXPECT_EQ((*checker)->Verify().code(), StatusCode::kVerificationFailed);
}

TEST_F(TableEngineTest, EntriesThatTheReleaseDoesNotKnowAreNotGivenToIt) {
  Corpus corpus = MakePresetCorpus("one_key");
  corpus.summary.entries_by_type[ValueType::kValuePreferredSeqno] = 3;
  const auto pass =
      engine_->Prepare(corpus, Spec(CompressionType::kNone), image_.get());
  const auto stored = NewStoredEngine(&cancel_);
  auto baseline = stored->Prepare(corpus, PassSpec(), image_.get());
  ASSERT_TRUE(baseline.ok());
  if (pass.ok()) {
    EXPECT_TRUE((*baseline)->can_scan());  // RocksDB 9.0 and newer.
    return;
  }
  EXPECT_EQ(pass.status().code(), StatusCode::kNotSupported);
  EXPECT_THAT(pass.status().message(), HasSubstr("3 entries of"));
  EXPECT_FALSE((*baseline)->can_scan());
}

TEST_F(TableEngineTest, TheStoredFileHasSizesAndAScanButNoWrite) {
  const Corpus corpus = MakePresetCorpus("alternate");
  const auto stored = NewStoredEngine(&cancel_);
  auto pass = stored->Prepare(corpus, PassSpec(), image_.get());
  ASSERT_TRUE(pass.ok());
  EXPECT_FALSE((*pass)->can_write());
  EXPECT_TRUE((*pass)->can_scan());
  EXPECT_TRUE((*pass)->Scan().ok());
  const auto output = (*pass)->Inspect();
  ASSERT_TRUE(output.ok());
  EXPECT_EQ(output->sizes.file_bytes, corpus.stored.size());
  EXPECT_EQ(output->entries, 200u);
}

}  // namespace
}  // namespace sstr
