// SPDX-License-Identifier: Apache-2.0
//
// What making a table does besides its bytes; those are compared with
// sst_dump's view of them in sst_maker_oracle_test.cc.

#include "rocks/sst_maker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// Ascending keys, then what a test wants to happen.
class ScriptedSource : public RecordSource {
 public:
  explicit ScriptedSource(int records) : records_(records) {}

  void FailAtEnd() { fails_ = true; }
  void AtEach(std::function<void(Record*)> change) {
    change_ = std::move(change);
  }

  Result<bool> Next(Record* record) override {
    if (next_ == records_) {
      if (fails_) return Status::IoError("source: gone");
      return false;
    }
    const std::string digits = std::to_string(next_++);
    *record = Record{RecordKind::kPut,
                     std::string(6 - digits.size(), '0') + digits, "value"};
    if (change_) change_(record);
    return true;
  }

 private:
  const int records_;
  int next_ = 0;
  bool fails_ = false;
  std::function<void(Record*)> change_;
};

class SstMakerTest : public ::testing::Test {
 protected:
  Result<MadeSst> Make(RecordSource* source, bool overwrite = false) {
    return MakeSst(shape_, source, path_, overwrite, cancel_);
  }

  bool DirectoryIsEmpty() const { return fs::is_empty(dir_.path()); }

  const testing::TempDir dir_;
  const std::string path_ = dir_.File("out.sst");
  TableShape shape_;
  CancelFlag cancel_{false};
};

TEST_F(SstMakerTest, CountsWhatItWrote) {
  ScriptedSource source(100);
  source.AtEach([](Record* record) {
    if (record->key < "000003") {
      record->kind = RecordKind::kDeleteRange;
      record->value = "1";
    }
  });
  const Result<MadeSst> made = Make(&source);
  ASSERT_TRUE(made.ok()) << made.status().message();
  EXPECT_EQ(made.value().entries, 100u);
  EXPECT_EQ(made.value().range_deletions, 3u);
  EXPECT_EQ(made.value().file_bytes, fs::file_size(path_));
}

TEST_F(SstMakerTest, BothWritersLeaveNothingWhenTheSourceFails) {
  for (const bool keep_versions : {false, true}) {
    shape_.keep_versions = keep_versions;
    ScriptedSource source(1000);
    source.FailAtEnd();
    const Result<MadeSst> made = Make(&source);
    ASSERT_FALSE(made.ok());
    EXPECT_EQ(made.status().message(), "source: gone");
    EXPECT_TRUE(DirectoryIsEmpty()) << keep_versions;
  }
}

TEST_F(SstMakerTest, FlushLeavesOnlyTheTable) {
  shape_.keep_versions = true;
  ScriptedSource source(10);
  ASSERT_TRUE(Make(&source).ok());
  EXPECT_EQ(std::distance(fs::directory_iterator(dir_.path()),
                          fs::directory_iterator()),
            1);
}

TEST_F(SstMakerTest, CancelLeavesNothing) {
  ScriptedSource source(1000);
  source.AtEach([this](Record* record) { cancel_ = record->key == "000500"; });
  const Result<MadeSst> made = Make(&source);
  EXPECT_EQ(made.status().code(), StatusCode::kInterrupted);
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(SstMakerTest, UnsortedKeysAreAnErrorNotAFile) {
  ScriptedSource source(3);
  source.AtEach([](Record* record) { record->key = "same"; });
  const Result<MadeSst> made = Make(&source);
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.status().message(), HasSubstr("order"));
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(SstMakerTest, NoRecordsAreAnErrorNotAFile) {
  ScriptedSource source(0);
  EXPECT_FALSE(Make(&source).ok());
  EXPECT_TRUE(DirectoryIsEmpty());
}

TEST_F(SstMakerTest, ExistingFileIsReplacedOnlyWhenAsked) {
  std::ofstream(path_) << "mine";
  ScriptedSource source(10);
  EXPECT_EQ(Make(&source).status().code(), StatusCode::kIoError);
  EXPECT_EQ(fs::file_size(path_), 4u);
  ASSERT_TRUE(Make(&source, /*overwrite=*/true).ok());
  EXPECT_GT(fs::file_size(path_), 4u);
}

class TableShapeTest : public ::testing::Test {
 protected:
  void ExpectUsage(const std::string& fact) {
    const Status status = CheckTableShape(shape_);
    EXPECT_EQ(status.code(), StatusCode::kUsage);
    EXPECT_THAT(status.message(), HasSubstr(fact));
  }

  TableShape shape_;
};

TEST_F(TableShapeTest, EveryPresetCanBeWritten) {
  for (const Preset& preset : Presets()) {
    EXPECT_TRUE(CheckTableShape(preset.shape).ok()) << preset.name;
  }
}

TEST_F(TableShapeTest, UnsupportedTypeListsTheSupportedOnes) {
  shape_.codec.type = CompressionType::kXpress;
  ExpectUsage("kXpressCompression is not supported by this build");
  ExpectUsage("supported: kNoCompression, kSnappyCompression, ");
}

TEST_F(TableShapeTest, LevelThatStoresUncompressedIsRefused) {
  shape_.codec.type = CompressionType::kZlib;
  for (const int level : {-2, 10, 11}) {
    shape_.codec.level = level;
    ExpectUsage("zlib takes levels -1 to 9");
  }
}

TEST_F(TableShapeTest, OptionsThatRocksDBDoesNotTakeAreRefused) {
  shape_.table_options = "nope=1";
  ExpectUsage("nope");
  // Libraries with assertions would end the process on this one.
  shape_.table_options = "format_version=99";
  ExpectUsage("format_version");
  shape_.table_options = "index_type=kHashSearch";
  ExpectUsage("prefix_extractor");
}

}  // namespace
}  // namespace sstr
