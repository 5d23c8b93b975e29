// SPDX-License-Identifier: Apache-2.0
//
// Transcoded tables in a database of RocksDB's own: ingested or imported, every
// key read by Get through the filter that was carried over.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "rocksdb/comparator.h"
#include "rocksdb/convenience.h"
#include "rocksdb/db.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/statistics.h"
#include "rocksdb/table.h"
#include "rocksdb/utilities/checkpoint.h"
#include "testing/preset_corpus.h"
#include "testing/temp_dir.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using testing::Bytes;
using testing::MakePresetFile;
using testing::ReadBytes;
using testing::TempDir;
using testing::To;

constexpr CompressionType kTypes[] = {
    CompressionType::kNone,  CompressionType::kSnappy, CompressionType::kZlib,
    CompressionType::kBZip2, CompressionType::kLZ4,    CompressionType::kLZ4HC,
    CompressionType::kZSTD};

void ExpectOk(const rocksdb::Status& status) {
  EXPECT_TRUE(status.ok()) << status.ToString();
}

// Transcodes the file at `from`, verified, and writes it to `to`.
void TranscodeFile(const std::string& from, const std::string& to,
                   const TranscodeOptions& options) {
  const Bytes file = testing::MustTranscode(ReadBytes(from), options).file;
  std::ofstream(to, std::ios::binary)
      .write(reinterpret_cast<const char*>(file.data()),
             static_cast<std::streamsize>(file.size()));
}

class TranscodeRocksTest : public ::testing::Test {
 protected:
  TranscodeRocksTest() : statistics_(rocksdb::CreateDBStatistics()) {
    options_.create_if_missing = true;
    options_.statistics = statistics_;
    options_.disable_auto_compactions = true;
    UseNewBlockCache();
  }

  // Cached blocks are found by the file's identity, which transcoding keeps:
  // files of one identity must not share a cache.
  void UseNewBlockCache() {
    rocksdb::BlockBasedTableOptions table_options;
    table_options.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
    options_.table_factory.reset(
        rocksdb::NewBlockBasedTableFactory(table_options));
  }

  void Open(const std::string& name) {
    database_.reset();
    rocksdb::DB* raw = nullptr;
    ExpectOk(rocksdb::DB::Open(options_, dir_.File(name), &raw));
    database_.reset(raw);
  }

  // All that an iterator finds, tombstones applied.
  std::vector<std::pair<std::string, std::string>> Scan() {
    std::vector<std::pair<std::string, std::string>> entries;
    const std::unique_ptr<rocksdb::Iterator> iterator(
        database_->NewIterator(rocksdb::ReadOptions()));
    for (iterator->SeekToFirst(); iterator->Valid(); iterator->Next()) {
      entries.emplace_back(iterator->key().ToString(),
                           iterator->value().ToString());
    }
    ExpectOk(iterator->status());
    return entries;
  }

  // A database with nothing but this file in it.
  void Ingest(const std::string& file, const std::string& name) {
    UseNewBlockCache();
    IngestWithSameCache(file, name);
  }
  void IngestWithSameCache(const std::string& file, const std::string& name) {
    Open(name);
    ExpectOk(database_->IngestExternalFile(
        {file}, rocksdb::IngestExternalFileOptions()));
    ExpectOk(database_->VerifyChecksum());
  }

  // Get finds all `entries`, asking the filter for each, and no other key.
  void ExpectGets(
      const std::vector<std::pair<std::string, std::string>>& entries,
      bool has_filter) {
    ExpectOk(statistics_->Reset());
    std::string value;
    for (const auto& [key, want] : entries) {
      ExpectOk(database_->Get(rocksdb::ReadOptions(), key, &value));
      EXPECT_EQ(value, want);
    }
    const auto passed = [&] {
      return statistics_->getTickerCount(rocksdb::BLOOM_FILTER_FULL_POSITIVE);
    };
    EXPECT_EQ(passed(), has_filter ? entries.size() : 0u);
    if (!has_filter) return;
    uint64_t kept_out_before =
        statistics_->getTickerCount(rocksdb::BLOOM_FILTER_USEFUL);
    constexpr int kAbsent = 200;
    for (int i = 0; i < kAbsent; ++i) {
      // Between keys that are there, or the file itself would be passed over.
      EXPECT_TRUE(database_
                      ->Get(rocksdb::ReadOptions(),
                            entries[i].first + "~absent", &value)
                      .IsNotFound());
    }
    // 10 bits per key let about 1 % through.
    EXPECT_GT(statistics_->getTickerCount(rocksdb::BLOOM_FILTER_USEFUL) -
                  kept_out_before,
              kAbsent * 9 / 10);
  }

  // The preset's table and a transcode of it to every type, ingested.
  void ExpectSameWhenIngested(const std::string& preset, uint64_t num,
                              const std::optional<TableShape>& shape,
                              bool has_filter) {
    const std::string source = dir_.File(preset + ".sst");
    MakePresetFile(preset, source, num, shape);
    Ingest(source, preset + ".db");
    const auto entries = Scan();
    ASSERT_GT(entries.size(), 0u);
    ExpectGets(entries, has_filter);
    for (const CompressionType type : kTypes) {
      SCOPED_TRACE(CompressionTypeName(type));
      const std::string name =
          fmt::format("{}-{}", preset, static_cast<int>(type));
      TranscodeFile(source, dir_.File(name + ".sst"), To(type));
      Ingest(dir_.File(name + ".sst"), name + ".db");
      EXPECT_EQ(Scan(), entries);
      ExpectGets(entries, has_filter);
    }
  }

  TableShape ShapeOf(const std::string& preset, const std::string& options) {
    TableShape shape = FindPreset(preset)->shape;
    if (!shape.table_options.empty()) shape.table_options += ';';
    shape.table_options += options;
    return shape;
  }

  const TempDir dir_;
  const std::shared_ptr<rocksdb::Statistics> statistics_;
  rocksdb::Options options_;
  std::unique_ptr<rocksdb::DB> database_;
};

TEST_F(TranscodeRocksTest, PlainTableWithFilter) {
  ExpectSameWhenIngested(
      "json_users", 2000,
      ShapeOf("json_users", "filter_policy=bloomfilter:10:false"), true);
}

TEST_F(TranscodeRocksTest, PartitionedIndexAndFilter) {
  ExpectSameWhenIngested("partitioned", 2000, std::nullopt, true);
}

TEST_F(TranscodeRocksTest, IndexWithFirstKeysAndFilter) {
  ExpectSameWhenIngested(
      "json_users", 2000,
      ShapeOf("json_users",
              "block_size=1024;index_type=kBinarySearchWithFirstKey;"
              "filter_policy=bloomfilter:10:false"),
      true);
}

TEST_F(TranscodeRocksTest, HandlesThatAreDifferences) {
  ExpectSameWhenIngested(
      "json_users", 2000,
      ShapeOf("json_users", "block_size=1024;index_block_restart_interval=16"),
      false);
}

TEST_F(TranscodeRocksTest, HashIndex) {
  options_.prefix_extractor.reset(rocksdb::NewFixedPrefixTransform(4));
  ExpectSameWhenIngested("hash", 2000, std::nullopt, false);
}

TEST_F(TranscodeRocksTest, RangeTombstones) {
  ExpectSameWhenIngested("range_mixed", 1000, std::nullopt, false);
}

TEST_F(TranscodeRocksTest, ReverseComparator) {
  options_.comparator = rocksdb::ReverseBytewiseComparator();
  ExpectSameWhenIngested("reverse", 1000, std::nullopt, false);
}

TEST_F(TranscodeRocksTest, PaddedBlocks) {
  ExpectSameWhenIngested("random", 200, ShapeOf("random", "block_align=true"),
                         false);
}

TEST_F(TranscodeRocksTest, DictionaryOnBothSides) {
  TableShape shape = FindPreset("json_users")->shape;
  shape.block_size = 1024;
  shape.codec = {.type = CompressionType::kZSTD, .max_dict_bytes = 4096};
  ExpectSameWhenIngested("json_users", 2000, shape, false);

  const std::string source = dir_.File("json_users.sst");
  TranscodeOptions options = To(CompressionType::kLZ4);
  options.codec.max_dict_bytes = 2000;
  const std::string path = dir_.File("lz4-dictionary.sst");
  TranscodeFile(source, path, options);
  Ingest(source, "before.db");
  const auto entries = Scan();
  Ingest(path, "after.db");
  EXPECT_EQ(Scan(), entries);
}

TEST_F(TranscodeRocksTest, ANewIdentityMakesOneBlockCacheSafeForBoth) {
  const std::string source = dir_.File("partitioned.sst");
  MakePresetFile("partitioned", source, 2000);
  Ingest(source, "before.db");
  const auto entries = Scan();
  for (const CompressionType type : kTypes) {
    SCOPED_TRACE(CompressionTypeName(type));
    TranscodeOptions options = To(type);
    options.session_identity =
        fmt::format("NEWIDENTITY00000000{}", static_cast<int>(type));
    const std::string name =
        fmt::format("new-identity-{}", static_cast<int>(type));
    TranscodeFile(source, dir_.File(name + ".sst"), options);
    IngestWithSameCache(dir_.File(name + ".sst"), name + ".db");
    EXPECT_EQ(Scan(), entries);
  }
}

// Files with sequence numbers come back by import, not by ingestion.
TEST_F(TranscodeRocksTest, DatabaseFilesAreImported) {
  Open("source.db");
  for (int i = 0; i < 3000; ++i) {
    const std::string key = fmt::format("key{:06}", i);
    ExpectOk(database_->Put({}, key, "old"));
    ExpectOk(database_->Put({}, key, std::string(50, 'a' + i % 26)));
  }
  ExpectOk(database_->Delete({}, "key000100"));
  ExpectOk(database_->DeleteRange({}, database_->DefaultColumnFamily(),
                                  "key000200", "key000210"));
  ExpectOk(database_->Flush({}));
  const auto entries = Scan();
  EXPECT_EQ(entries.size(), 3000u - 11);
  rocksdb::Checkpoint* checkpoint_raw = nullptr;
  ExpectOk(rocksdb::Checkpoint::Create(database_.get(), &checkpoint_raw));
  const std::unique_ptr<rocksdb::Checkpoint> checkpoint(checkpoint_raw);
  rocksdb::ExportImportFilesMetaData* exported_raw = nullptr;
  ExpectOk(checkpoint->ExportColumnFamily(
      database_->DefaultColumnFamily(), dir_.File("exported"), &exported_raw));
  const std::unique_ptr<rocksdb::ExportImportFilesMetaData> exported(
      exported_raw);
  ASSERT_EQ(exported->files.size(), 1u);

  for (const CompressionType type : kTypes) {
    SCOPED_TRACE(CompressionTypeName(type));
    const std::string name = fmt::format("import-{}", static_cast<int>(type));
    const std::string folder = dir_.File(name);
    fs::create_directory(folder);
    rocksdb::ExportImportFilesMetaData metadata = *exported;
    for (auto& file : metadata.files) {
      TranscodeFile(file.db_path + file.name, folder + file.name, To(type));
      file.db_path = folder;
    }
    UseNewBlockCache();
    Open(name + ".db");
    rocksdb::ColumnFamilyHandle* handle = nullptr;
    ExpectOk(database_->CreateColumnFamilyWithImport(
        options_, "imported", rocksdb::ImportColumnFamilyOptions(), metadata,
        &handle));
    ASSERT_NE(handle, nullptr);
    ExpectOk(database_->VerifyChecksum());
    std::string value;
    for (const auto& [key, want] : entries) {
      ExpectOk(database_->Get({}, handle, key, &value));
      EXPECT_EQ(value, want);
    }
    EXPECT_TRUE(database_->Get({}, handle, "key000100", &value).IsNotFound());
    EXPECT_TRUE(database_->Get({}, handle, "key000205", &value).IsNotFound());
    EXPECT_GE(statistics_->getAndResetTickerCount(
                  rocksdb::BLOOM_FILTER_FULL_POSITIVE),
              entries.size());
    ExpectOk(database_->DestroyColumnFamilyHandle(handle));
  }
}

}  // namespace
}  // namespace sstr
