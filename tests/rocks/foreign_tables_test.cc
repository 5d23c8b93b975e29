// SPDX-License-Identifier: Apache-2.0
//
// Tables that RocksDB writes in other formats than the block-based one: named
// and refused. Report row 20.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "corpus/corpus.h"
#include "rocksdb/db.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

// The only table file of a database with a few keys, flushed by `factory`.
std::string FlushedTable(const std::string& directory,
                         rocksdb::TableFactory* factory) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.table_factory.reset(factory);
  options.allow_mmap_reads = true;  // Both formats are read no other way.
  options.prefix_extractor.reset(rocksdb::NewNoopTransform());
  rocksdb::DB* raw = nullptr;
  const rocksdb::Status opened = rocksdb::DB::Open(options, directory, &raw);
  EXPECT_TRUE(opened.ok()) << opened.ToString();
  if (!opened.ok()) return "";
  const std::unique_ptr<rocksdb::DB> db(raw);
  for (const char* key : {"k1", "k2", "k3"}) {
    EXPECT_TRUE(db->Put(rocksdb::WriteOptions(), key, "value").ok());
  }
  EXPECT_TRUE(db->Flush(rocksdb::FlushOptions()).ok());
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() == ".sst") return entry.path().string();
  }
  ADD_FAILURE() << "no table file";
  return "";
}

void ExpectRefused(const std::string& file, const std::string& name) {
  const auto corpus = LoadCorpus(file);
  ASSERT_FALSE(corpus.ok());
  EXPECT_EQ(corpus.status().code(), StatusCode::kNotSupported);
  EXPECT_THAT(corpus.status().message(), HasSubstr(name));
  EXPECT_THAT(corpus.status().message(), HasSubstr("not supported"));
}

TEST(ForeignTablesTest, PlainTablesAreRefusedByName) {
  const testing::TempDir dir;
  ExpectRefused(FlushedTable(dir.File("db"), rocksdb::NewPlainTableFactory()),
                "plain table");
}

TEST(ForeignTablesTest, CuckooTablesAreRefusedByName) {
  const testing::TempDir dir;
  ExpectRefused(FlushedTable(dir.File("db"), rocksdb::NewCuckooTableFactory()),
                "cuckoo table");
}

}  // namespace
}  // namespace sstr
