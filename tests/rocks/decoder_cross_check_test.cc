// SPDX-License-Identifier: Apache-2.0
//
// This project's decoder and RocksDB's reader on every file that both can
// read: the same entries in the same order.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "rocks/library_info.h"
#include "rocks/stored_engine.h"
#include "sst/shared_data.h"
#include "testing/preset_corpus.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

// Whether RocksDB's reader opened it and found the same.
bool BothAgree(const Corpus& corpus) {
  const CancelFlag never = false;
  const auto engine = NewStoredEngine(&never);
  const auto pass = engine->Prepare(corpus, PassSpec(), nullptr);
  EXPECT_TRUE(pass.ok());
  if (!pass.ok() || !(*pass)->can_scan()) return false;
  const Status status = (*pass)->Verify();
  EXPECT_TRUE(status.ok()) << status.message();
  return status.ok();
}

TEST(DecoderCrossCheckTest, PresetsReadTheSame) {
  for (const Preset& preset : Presets()) {
    const uint64_t num = preset.name == "bench" ? 5000 : 0;
    EXPECT_TRUE(
        BothAgree(testing::MakePresetCorpus(std::string(preset.name), num)))
        << preset.name;
  }
}

// RocksDB's own counts stand in the properties it wrote.
TEST(DecoderCrossCheckTest, PresetsCountAsTheirWriterCounted) {
  for (const Preset& preset : Presets()) {
    SCOPED_TRACE(preset.name);
    const uint64_t num = preset.name == "bench" ? 5000 : 0;
    const Corpus corpus =
        testing::MakePresetCorpus(std::string(preset.name), num);
    const TableProperties& stored = corpus.properties;
    const TableSummary& found = corpus.summary;
    EXPECT_EQ(stored.num_entries(), found.entries());
    EXPECT_EQ(stored.num_deletions(), found.deletions);
    EXPECT_EQ(stored.num_merge_operands(), found.merge_operands);
    EXPECT_EQ(stored.num_range_deletions(), found.range_deletions);
    EXPECT_EQ(stored.raw_key_bytes(), found.raw_key_bytes);
    EXPECT_EQ(stored.raw_value_bytes(), found.raw_value_bytes);
    EXPECT_EQ(stored.num_data_blocks(), found.sizes.data_blocks);
    EXPECT_EQ(stored.data_bytes(), found.sizes.data_bytes());
  }
}

TEST(DecoderCrossCheckTest, FilesOfOtherWritersReadTheSame) {
  SSTR_REQUIRE_SHARED_DATA();
  int agreed = 0;
  for (const auto& entry : fs::directory_iterator(testing::SharedDataDir())) {
    if (entry.path().extension() == ".md") continue;
    const auto corpus = LoadCorpus(entry.path().string());
    // What is damaged or foreign is tests/sst/'s business.
    if (corpus.ok() && BothAgree(*corpus)) ++agreed;
  }
  // RocksDB 7.8 opens 12 of the 22 sound files: those of formats 0 to 5.
  if (GetRocksLibraryInfo().library_version.starts_with("7.8.")) {
    EXPECT_EQ(agreed, 12);
  } else {
    EXPECT_GT(agreed, 0);
  }
}

}  // namespace
}  // namespace sstr
