// SPDX-License-Identifier: Apache-2.0
//
// The block engine against the table engine of the same release: equal blocks
// in, equal payloads out, byte for byte. What either gets wrong shows here.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "base/units.h"
#include "block/block_engine.h"
#include "rocks/block_cutter.h"
#include "rocks/library_info.h"
#include "rocks/table_engine.h"
#include "sst/table_image.h"
#include "testing/preset_corpus.h"

namespace sstr {
namespace {

std::string Text(std::span<const uint8_t> bytes) {
  return std::string(bytes.begin(), bytes.end());
}

class EnginesAgreeTest : public ::testing::TestWithParam<std::string> {
 protected:
  EnginesAgreeTest() {
    auto image = ImageBuffer::Reserve(256 * kMiB);
    EXPECT_TRUE(image.ok());
    image_ = std::make_unique<ImageBuffer>(std::move(image).value());
  }

  static PassSpec Spec(const char* engine, uint64_t block_size,
                       const CodecSetting& codec) {
    PassSpec spec;
    spec.engine = engine;
    spec.block_size = block_size;
    spec.codec = codec;
    if (spec.engine == kBlockEngineName) {
      spec.keep_rule = GetRocksLibraryInfo().keep_rule;
    }
    return spec;
  }

  PassOutput Write(PassEngine* engine, const Corpus& corpus,
                   const PassSpec& spec) {
    auto pass = engine->Prepare(corpus, spec, image_.get());
    EXPECT_TRUE(pass.ok()) << pass.status().message();
    if (!pass.ok()) return {};
    const Status wrote = (*pass)->Write();
    (*pass)->Reset();
    EXPECT_TRUE(wrote.ok()) << wrote.message();
    auto output = (*pass)->Inspect();
    EXPECT_TRUE(output.ok()) << output.status().message();
    return output.ok() ? std::move(output).value() : PassOutput();
  }

  void ExpectAgreement(const Corpus& corpus, uint64_t block_size,
                       const CodecSetting& codec) {
    SCOPED_TRACE(ToString(Spec(kTableEngineName, block_size, codec)));
    const PassOutput table = Write(table_engine_.get(), corpus,
                                   Spec(kTableEngineName, block_size, codec));
    const std::vector<uint8_t> table_image(image_->image().begin(),
                                           image_->image().end());
    const auto parsed = TableImage::Open("table", table_image);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    std::string table_payloads;
    for (const BlockHandle& handle : parsed->data_blocks()) {
      const auto block = parsed->ReadBlock(handle);
      ASSERT_TRUE(block.ok());
      table_payloads += Text(block->payload);
    }

    BlockEngineOptions options;
    options.cut = [this](const Corpus& cut, const PassSpec& spec) {
      return CutIntoBlocks(cut, spec, cancel_);
    };
    options.trainer_use = GetRocksLibraryInfo().trainer_use;
    const auto block_engine = NewBlockEngine(options, &cancel_);
    const PassOutput block = Write(block_engine.get(), corpus,
                                   Spec(kBlockEngineName, block_size, codec));
    EXPECT_TRUE(Text(image_->image()) == table_payloads)
        << image_->image().size() << " and " << table_payloads.size()
        << " bytes";
    EXPECT_EQ(block.sizes.data_blocks_by_stored_type,
              table.sizes.data_blocks_by_stored_type);
    EXPECT_EQ(block.sizes.data_payload_bytes, table.sizes.data_payload_bytes);
    EXPECT_EQ(block.sizes.data_trailer_bytes, table.sizes.data_trailer_bytes);
    EXPECT_EQ(block.sizes.dictionary_bytes, table.sizes.dictionary_bytes);
    EXPECT_EQ(block.sizes.uncompressed_data_bytes,
              table.sizes.uncompressed_data_bytes);
    EXPECT_EQ(block.blocks_compressed, table.blocks_compressed);
    EXPECT_EQ(block.blocks_rejected, table.blocks_rejected);
    EXPECT_EQ(block.blocks_bypassed, table.blocks_bypassed);
    EXPECT_EQ(block.entries, table.entries);
  }

  CancelFlag cancel_ = false;
  std::unique_ptr<PassEngine> table_engine_ = NewTableEngine(&cancel_);
  std::unique_ptr<ImageBuffer> image_;
};

TEST_P(EnginesAgreeTest, OnEveryTypeWithoutDictionary) {
  const Corpus corpus = testing::MakePresetCorpus(GetParam());
  for (const CompressionType type : GetRocksLibraryInfo().supported_types) {
    for (const uint64_t block_size : {1024, 4096, 16384}) {
      ExpectAgreement(corpus, block_size, {.type = type});
    }
  }
}

TEST_P(EnginesAgreeTest, OnZstdWithEachKindOfDictionary) {
  const Corpus corpus = testing::MakePresetCorpus(GetParam());
  const CodecSetting raw = {.type = CompressionType::kZSTD,
                            .max_dict_bytes = 16384};
  CodecSetting trained = raw;
  trained.zstd_max_train_bytes = 100 * 16384;
  CodecSetting finalised = trained;
  finalised.use_zstd_dict_trainer = false;
  for (const CodecSetting& codec : {raw, trained, finalised}) {
    ExpectAgreement(corpus, 1024, codec);
  }
}

INSTANTIATE_TEST_SUITE_P(Presets, EnginesAgreeTest,
                         ::testing::Values("json_users", "alternate",
                                           "ten_percent", "range_mixed", "hash",
                                           "versions", "one_key"),
                         [](const auto& instance) { return instance.param; });

// Own blocks of a table that RocksDB wrote: what the table engine makes at that
// block size, so both ways to blocks must meet.
TEST_F(EnginesAgreeTest, OwnBlocksEqualThoseThatAreCut) {
  const Corpus corpus = testing::MakePresetCorpus("json_users");
  const auto own = DecodeOwnBlocks(corpus);
  ASSERT_TRUE(own.ok()) << own.status().message();
  EXPECT_EQ(own->size(), corpus.summary.sizes.data_blocks);
  PassSpec spec;
  spec.block_size = 16384;  // The preset's.
  const auto cut = CutIntoBlocks(corpus, spec, cancel_);
  ASSERT_TRUE(cut.ok()) << cut.status().message();
  ASSERT_EQ(own->total_bytes(), cut->total_bytes());
  for (size_t i = 0; i < own->size(); ++i) {
    ASSERT_EQ(Text((*own)[i]), Text((*cut)[i])) << i;
  }
}

}  // namespace
}  // namespace sstr
