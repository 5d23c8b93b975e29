// SPDX-License-Identifier: Apache-2.0

#include "block/block_engine.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>

#include "base/units.h"
#include "codec/codec.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;

Corpus RawCorpus(const std::string& bytes) {
  const testing::TempDir dir;
  const std::string path = dir.File("raw");
  std::ofstream(path, std::ios::binary) << bytes;
  auto corpus = LoadCorpus(path, {.format = InputFormat::kRaw});
  EXPECT_TRUE(corpus.ok()) << corpus.status().message();
  return std::move(corpus).value();
}

PassSpec Spec(CompressionType type, uint64_t block_size = 0) {
  PassSpec spec;
  spec.engine = kBlockEngineName;
  spec.codec.type = type;
  spec.block_size = block_size;
  return spec;
}

class CountingTimer : public CallTimer {
 public:
  void OnCallStart() override { ++starts; }
  void OnCallEnd() override { ++ends; }
  uint64_t starts = 0;
  uint64_t ends = 0;
};

class BlockEngineTest : public ::testing::Test {
 protected:
  BlockEngineTest() {
    auto image = ImageBuffer::Reserve(64 * kMiB);
    EXPECT_TRUE(image.ok());
    image_ = std::make_unique<ImageBuffer>(std::move(image).value());
  }

  Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus& corpus,
                                                const PassSpec& spec) {
    // Made anew: an engine is for one corpus.
    engine_ = NewBlockEngine({}, &cancel_);
    return engine_->Prepare(corpus, spec, image_.get());
  }

  // One whole pass, verified; fails the test on any error.
  PassOutput RunPass(const Corpus& corpus, const PassSpec& spec) {
    auto pass = Prepare(corpus, spec);
    EXPECT_TRUE(pass.ok()) << pass.status().message();
    if (!pass.ok()) return {};
    if ((*pass)->can_write()) {
      EXPECT_TRUE((*pass)->Write().ok());
      EXPECT_TRUE((*pass)->Scan().ok());
    }
    const Status verified = (*pass)->Verify();
    EXPECT_TRUE(verified.ok()) << verified.message();
    auto output = (*pass)->Inspect();
    EXPECT_TRUE(output.ok()) << output.status().message();
    if (!output.ok()) return {};
    EXPECT_EQ(output->sizes.SumOfParts(), output->sizes.file_bytes);
    EXPECT_EQ(output->sizes.data_payload_bytes, image_->image().size());
    return std::move(output).value();
  }

  CancelFlag cancel_ = false;
  std::unique_ptr<PassEngine> engine_;
  std::unique_ptr<ImageBuffer> image_;
};

TEST_F(BlockEngineTest, RawInputIsOneBlockOrCutIntoBlocks) {
  const Corpus corpus = RawCorpus(std::string(10'000, 'a'));
  EXPECT_EQ(RunPass(corpus, Spec(CompressionType::kZSTD)).sizes.data_blocks,
            1u);
  const PassOutput cut = RunPass(corpus, Spec(CompressionType::kZSTD, 4096));
  EXPECT_EQ(cut.sizes.data_blocks, 3u);
  EXPECT_EQ(cut.blocks_compressed, 3u);
  EXPECT_EQ(cut.sizes.uncompressed_data_bytes, 10'000u);
  EXPECT_EQ(cut.sizes.data_trailer_bytes, 0u) << "raw bytes have no trailers";
}

TEST_F(BlockEngineTest, EmptyRawInputIsARowWithoutBlocks) {
  const Corpus corpus = RawCorpus("");
  const PassOutput output = RunPass(corpus, Spec(CompressionType::kZSTD));
  EXPECT_EQ(output.sizes.data_blocks, 0u);
  EXPECT_EQ(output.sizes.data_payload_bytes, 0u);
  EXPECT_FALSE(output.distributions.compression_ratio);
}

TEST_F(BlockEngineTest, NoneCopiesEveryBlock) {
  const std::string bytes(5000, 'x');
  const Corpus corpus = RawCorpus(bytes);
  const PassOutput output = RunPass(corpus, Spec(CompressionType::kNone, 4096));
  EXPECT_EQ(output.blocks_bypassed, 2u);
  EXPECT_EQ(output.sizes.data_payload_bytes, 5000u);
  EXPECT_EQ(std::string(image_->image().begin(), image_->image().end()), bytes);
}

// 4096 bytes of which 512 at most may be saved: the keep rule decides.
TEST_F(BlockEngineTest, TheKeepRuleDecidesWhatIsStoredRaw) {
  std::string half_random;
  uint32_t state = 1;
  for (int i = 0; i < 4096; ++i) {
    state = state * 1664525 + 1013904223;
    half_random += i < 3712 ? static_cast<char>(state >> 24) : 'z';
  }
  const Corpus corpus = RawCorpus(half_random);
  PassSpec spec = Spec(CompressionType::kZSTD);
  // 384 of 4096 bytes compress away, 9.4 %; RocksDB wants 12.5 %.
  spec.keep_rule = KeepRule::RocksDb7();
  EXPECT_EQ(RunPass(corpus, spec).blocks_rejected, 1u);
  EXPECT_EQ(RunPass(corpus, spec).sizes.data_payload_bytes, 4096u);
  // 970 of 1024 bytes may stay: 5.3 % are enough.
  spec.keep_rule = KeepRule::Limit(970);
  const PassOutput kept = RunPass(corpus, spec);
  EXPECT_EQ(kept.blocks_compressed, 1u);
  EXPECT_LT(kept.sizes.data_payload_bytes, 3800u);
}

TEST_F(BlockEngineTest, SaysWhatRunsForADefaultLevel) {
  const Corpus corpus = RawCorpus("abc");
  const PassOutput output = RunPass(corpus, Spec(CompressionType::kZSTD));
  ASSERT_TRUE(output.effective);
  EXPECT_EQ(output.effective->level, 3) << "ZSTD_CLEVEL_DEFAULT";
  EXPECT_EQ(output.effective->keep_rule, "rocksdb7");
  EXPECT_FALSE(RunPass(corpus, Spec(CompressionType::kSnappy)).effective->level)
      << "Snappy has no levels";
}

TEST_F(BlockEngineTest, OnlyAPoolReportsItsMemory) {
  const Corpus corpus = RawCorpus(std::string(100'000, 'a'));
  PassSpec spec = Spec(CompressionType::kZSTD, 4096);
  EXPECT_FALSE(RunPass(corpus, spec).compress_pool);
  spec.allocator = kPoolAllocator;
  const PassOutput output = RunPass(corpus, spec);
  ASSERT_TRUE(output.compress_pool);
  EXPECT_GT(output.compress_pool->held_bytes, 0u);
  EXPECT_LE(output.compress_pool->held_bytes,
            2 * output.compress_pool->peak_live_bytes);
}

TEST_F(BlockEngineTest, BrotliRefusesADictionaryBeforeItRuns) {
  const Corpus corpus = RawCorpus(std::string(10'000, 'a'));
  PassSpec spec = Spec(CompressionType::kBrotli, 4096);
  spec.codec.max_dict_bytes = 1024;
  const auto pass = Prepare(corpus, spec);
  EXPECT_EQ(pass.status().code(), StatusCode::kNotSupported);
  EXPECT_THAT(pass.status().message(), HasSubstr("takes no dictionary"));
}

TEST_F(BlockEngineTest, AnUnusedDictionaryIsCountedAndSaid) {
  const Corpus corpus = RawCorpus(std::string(10'000, 'a'));
  PassSpec spec = Spec(CompressionType::kSnappy, 4096);
  spec.codec.max_dict_bytes = 1024;
  const PassOutput output = RunPass(corpus, spec);
  EXPECT_EQ(output.sizes.dictionary_bytes, 1024u);
  EXPECT_THAT(output.note, HasSubstr("no effect"));
}

TEST_F(BlockEngineTest, MmapThresholdNeedsAProcessMadeForIt) {
  const Corpus corpus = RawCorpus("abc");
  PassSpec spec = Spec(CompressionType::kZSTD);
  spec.allocator = kMmapThresholdAllocator;
  EXPECT_EQ(Prepare(corpus, spec).status().code(), StatusCode::kFailed);
}

TEST_F(BlockEngineTest, EveryStridethCallIsTimedInBothDirections) {
  const Corpus corpus = RawCorpus(std::string(10 * 1024, 'a'));
  auto pass = Prepare(corpus, Spec(CompressionType::kLZ4, 1024));
  ASSERT_TRUE(pass.ok());
  ASSERT_TRUE((*pass)->Write().ok());
  EXPECT_EQ((*pass)->call_count(), 10u);
  const std::vector<uint8_t> image(image_->image().begin(),
                                   image_->image().end());
  for (const auto direction :
       {CallDirection::kCompress, CallDirection::kDecompress}) {
    CountingTimer timer;
    ASSERT_TRUE((*pass)->TimeCalls(direction, 3, &timer).ok());
    EXPECT_EQ(timer.starts, 4u) << "blocks 0, 3, 6 and 9";
    EXPECT_EQ(timer.ends, 4u);
  }
  EXPECT_TRUE(std::equal(image.begin(), image.end(), image_->image().begin(),
                         image_->image().end()));
}

TEST_F(BlockEngineTest, ADamagedImageFailsWithTheNumberOfItsBlock) {
  const Corpus corpus = RawCorpus(std::string(4 * 1024, 'a'));
  auto pass = Prepare(corpus, Spec(CompressionType::kZSTD, 1024));
  ASSERT_TRUE(pass.ok());
  ASSERT_TRUE((*pass)->Write().ok());
  // Four equal payloads; the first byte of the third.
  const size_t at = image_->image().size() / 4 * 2;
  const_cast<uint8_t&>(image_->image()[at]) ^= 0xFF;
  for (const Status& status : {(*pass)->Scan(), (*pass)->Verify()}) {
    EXPECT_FALSE(status.ok());
    EXPECT_THAT(status.message(), HasSubstr("block 2 of 4"));
  }
}

TEST_F(BlockEngineTest, StopsWhenCancelled) {
  const Corpus corpus = RawCorpus(std::string(4 * 1024, 'a'));
  auto pass = Prepare(corpus, Spec(CompressionType::kZSTD, 1024));
  ASSERT_TRUE(pass.ok());
  cancel_ = true;
  EXPECT_EQ((*pass)->Write().code(), StatusCode::kInterrupted);
}

}  // namespace
}  // namespace sstr
