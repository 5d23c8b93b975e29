// SPDX-License-Identifier: Apache-2.0
//
// Transcodes every sound file there is: testdata/ and the shared files of many
// releases.

#include <gtest/gtest.h>

#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::Again;
using testing::Bytes;
using testing::EntriesOf;
using testing::KeptBlocksOf;
using testing::ReadBytes;
using testing::SoundSharedFiles;
using testing::SoundTestdata;
using testing::To;
using testing::Transcode;
using testing::TypeOf;

constexpr CompressionType kTypes[] = {
    CompressionType::kNone,  CompressionType::kSnappy, CompressionType::kZlib,
    CompressionType::kBZip2, CompressionType::kLZ4,    CompressionType::kLZ4HC,
    CompressionType::kZSTD};

void ExpectSameBytes(const std::string& path, const TranscodeOptions& options) {
  const Bytes file = ReadBytes(path);
  const auto transcoded = Transcode(file, options);
  ASSERT_TRUE(transcoded.ok()) << transcoded.status().message();
  EXPECT_EQ(transcoded->file, file) << path;
}

void ExpectSameTable(const std::string& path, CompressionType type) {
  const Bytes file = ReadBytes(path);
  const auto transcoded = Transcode(file, To(type));
  ASSERT_TRUE(transcoded.ok()) << transcoded.status().message();
  EXPECT_EQ(EntriesOf(transcoded->file), EntriesOf(file)) << path;
  EXPECT_EQ(KeptBlocksOf(transcoded->file), KeptBlocksOf(file)) << path;
  const auto image = TableImage::Open("f.sst", transcoded->file);
  EXPECT_EQ(image->footer().format_version,
            TableImage::Open("f.sst", file)->footer().format_version);
  for (const BlockHandle& handle : image->data_blocks()) {
    const CompressionType stored = image->ReadBlock(handle)->type;
    EXPECT_TRUE(stored == type || stored == CompressionType::kNone) << path;
  }
}

TEST(TranscodeFilesTest, AnUnchangedSettingGivesTheSameBytes) {
  for (const auto& [name, path] : SoundTestdata()) {
    ExpectSameBytes(path, To(TypeOf(ReadBytes(path))));
  }
}

TEST(TranscodeFilesTest, AnUnchangedSettingGivesTheSameBytesOfAnyRelease) {
  SSTR_REQUIRE_SHARED_DATA();
  const auto files = SoundSharedFiles();
  EXPECT_EQ(files.size(), 22u);
  for (const auto& [name, path] : files) {
    ExpectSameBytes(path, To(TypeOf(ReadBytes(path))));
  }
}

// Written by RocksDB 7.8 with Debian 12's codec libraries.
TEST(TranscodeFilesTest, EncodingAgainGivesTheSameBytes) {
  for (const auto& [name, path] : SoundTestdata()) {
    if (name == "dictionary.sst") continue;  // Next test.
    ExpectSameBytes(path, Again(TypeOf(ReadBytes(path))));
  }
}

TEST(TranscodeFilesTest, ADictionaryIsMadeAgainAsItWas) {
  // testdata/README.md has the maker's flags.
  TranscodeOptions options = To(CompressionType::kZSTD);
  options.codec.max_dict_bytes = 512;
  ExpectSameBytes(SoundTestdata().at("dictionary.sst"), options);
}

TEST(TranscodeFilesTest, EncodingAgainGivesTheSameBytesOfSeveralReleases) {
  SSTR_REQUIRE_SHARED_DATA();
  size_t count = 0;
  for (const auto* prefix : {"rocksdb7.8-", "rocksdb10.6-", "rocksdb11.8-"}) {
    for (const auto& [name, path] : SoundSharedFiles(prefix)) {
      if (name.find("dictionary") != std::string::npos) continue;
      ExpectSameBytes(path, Again(TypeOf(ReadBytes(path))));
      ++count;
    }
  }
  EXPECT_EQ(count, 11u);
}

TEST(TranscodeFilesTest, EveryTypeKeepsWhatTheTableHolds) {
  for (const auto& [name, path] : SoundTestdata()) {
    for (const CompressionType type : kTypes) ExpectSameTable(path, type);
  }
}

TEST(TranscodeFilesTest, EveryTypeKeepsWhatTablesOfAnyReleaseHold) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const auto& [name, path] : SoundSharedFiles()) {
    if (name == "dfindexeddb-100k-keys.ldb") continue;  // 1 MB: next test.
    for (const CompressionType type : kTypes) ExpectSameTable(path, type);
  }
}

TEST(TranscodeFilesTest, EveryTypeKeepsWhatALargerTableHolds) {
  SSTR_REQUIRE_SHARED_DATA();
  const std::string path = SoundSharedFiles().at("dfindexeddb-100k-keys.ldb");
  for (const CompressionType type :
       {CompressionType::kNone, CompressionType::kLZ4,
        CompressionType::kZSTD}) {
    ExpectSameTable(path, type);
  }
}

TEST(TranscodeFilesTest, GoingThereAndBackGivesTheSameBytes) {
  SSTR_REQUIRE_SHARED_DATA();
  for (const auto* prefix : {"rocksdb7.8-", "rocksdb10.6-", "rocksdb11.8-"}) {
    for (const auto& [name, path] : SoundSharedFiles(prefix)) {
      if (name.find("dictionary") != std::string::npos) continue;
      const Bytes file = ReadBytes(path);
      const auto there = Transcode(file, To(CompressionType::kNone));
      ASSERT_TRUE(there.ok()) << there.status().message();
      const auto back = Transcode(there->file, To(TypeOf(file)));
      ASSERT_TRUE(back.ok()) << back.status().message();
      EXPECT_EQ(back->file, file) << name;
    }
  }
}

}  // namespace
}  // namespace sstr
