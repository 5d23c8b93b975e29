// SPDX-License-Identifier: Apache-2.0
//
// Inputs that are no tables: how they are told apart, described and cut.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "corpus/block_list.h"
#include "corpus/file_list.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class RawInputTest : public ::testing::Test {
 protected:
  std::string File(const std::string& name, const std::string& bytes) {
    const std::string path = dir_.File(name);
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  testing::TempDir dir_;
};

// LevelDB's magic number, little-endian.
const std::string kMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb";

TEST_F(RawInputTest, AutoDecidesByTheMagicNumberAtTheEnd) {
  const CorpusOptions options = {.format = InputFormat::kAuto};
  const auto text = LoadCorpus(File("a", "hello"), options);
  ASSERT_TRUE(text.ok());
  EXPECT_TRUE(text->is_raw);
  EXPECT_THAT(text->format_note, HasSubstr("raw bytes"));
  // A table, if a damaged one.
  const auto table = LoadCorpus(File("b", "hello" + kMagic), options);
  EXPECT_EQ(table.status().code(), StatusCode::kCorruption);
}

TEST_F(RawInputTest, RawTakesEvenTables) {
  const auto corpus =
      LoadCorpus(File("a", "hello" + kMagic), {.format = InputFormat::kRaw});
  ASSERT_TRUE(corpus.ok());
  EXPECT_EQ(corpus->summary.sizes.file_bytes, 13u);
  EXPECT_EQ(corpus->summary.sizes.data_blocks, 1u);
  EXPECT_EQ(corpus->summary.sizes.SumOfParts(), 13u);
  EXPECT_EQ(corpus->bytes_hash, corpus->entries_hash);
}

TEST_F(RawInputTest, IsCutIntoBlocksOfWhichTheLastMayBeShorter) {
  const auto corpus =
      LoadCorpus(File("a", "abcdefgh"), {.format = InputFormat::kRaw});
  ASSERT_TRUE(corpus.ok());
  const BlockList cut = CutRawInput(*corpus, 3);
  ASSERT_EQ(cut.size(), 3u);
  EXPECT_EQ(cut[2].size(), 2u);
  EXPECT_EQ(cut[2][1], 'h');
  EXPECT_EQ(cut.total_bytes(), 8u);
  EXPECT_EQ(cut.largest_bytes(), 3u);
  EXPECT_EQ(CutRawInput(*corpus, 8).size(), 1u);
  EXPECT_EQ(CutRawInput(*corpus, 0).size(), 1u);
}

TEST_F(RawInputTest, ADirectoryOfRawInputsIsAllItsFiles) {
  File("b.txt", "b");
  File("a", "a");
  const auto files = ListInputFiles({dir_.path()}, InputFormat::kRaw);
  ASSERT_TRUE(files.ok()) << files.status().message();
  EXPECT_THAT(*files, ElementsAre(dir_.File("a"), dir_.File("b.txt")));
  EXPECT_FALSE(ListInputFiles({dir_.path()}).ok()) << "no table among them";
}

}  // namespace
}  // namespace sstr
