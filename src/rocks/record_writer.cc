// SPDX-License-Identifier: Apache-2.0

#include "rocks/record_writer.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "rocksdb/convenience.h"
#include "rocksdb/db.h"
#include "rocksdb/merge_operator.h"
#include "rocksdb/sst_file_writer.h"

namespace sstr {
namespace {

class ExternalFileWriter : public RecordWriter {
 public:
  ExternalFileWriter(const rocksdb::Options& options, const std::string& path)
      : writer_(rocksdb::EnvOptions(options), options,
                /*column_family=*/nullptr, /*invalidate_page_cache=*/false),
        open_status_(writer_.Open(path)) {}

  rocksdb::Status Add(const Record& record) override {
    if (!open_status_.ok()) return open_status_;
    switch (record.kind) {
      case RecordKind::kPut:
        return writer_.Put(record.key, record.value);
      case RecordKind::kMerge:
        return writer_.Merge(record.key, record.value);
      case RecordKind::kDelete:
        return writer_.Delete(record.key);
      case RecordKind::kDeleteRange:
        return writer_.DeleteRange(record.key, record.value);
      case RecordKind::kSingleDelete:
        break;
    }
    return rocksdb::Status::NotSupported(
        "external files have no single deletions");
  }

  rocksdb::Status Finish() override {
    return open_status_.ok() ? writer_.Finish() : open_status_;
  }

 private:
  rocksdb::SstFileWriter writer_;
  rocksdb::Status open_status_;
};

namespace fs = std::filesystem;

// Releases differ in what the database is handed back in.
template <typename Database>
rocksdb::Status OpenDatabase(const rocksdb::Options& options,
                             const std::string& path,
                             std::unique_ptr<Database>* database) {
  if constexpr (requires { Database::Open(options, path, database); }) {
    return Database::Open(options, path, database);
  } else {
    Database* raw = nullptr;
    const rocksdb::Status status = Database::Open(options, path, &raw);
    database->reset(raw);
    return status;
  }
}

class FlushWriter : public RecordWriter {
 public:
  FlushWriter(const rocksdb::Options& options, const std::string& path)
      : path_(path), database_path_(path + ".db") {
    rocksdb::Options database_options = options;
    database_options.create_if_missing = true;
    database_options.error_if_exists = true;
    database_options.disable_auto_compactions = true;
    // Without an operator RocksDB refuses merges; operands are kept unmerged.
    open_status_ = rocksdb::MergeOperator::CreateFromString(
        rocksdb::ConfigOptions(), "stringappend",
        &database_options.merge_operator);
    if (!open_status_.ok()) return;
    open_status_ = OpenDatabase(database_options, database_path_, &database_);
  }

  ~FlushWriter() override {
    Close();
    std::error_code ignored;
    fs::remove_all(database_path_, ignored);
  }

  rocksdb::Status Add(const Record& record) override {
    if (!open_status_.ok()) return open_status_;
    const rocksdb::Status status = Write(record);
    // A flush keeps the versions that some snapshot can see.
    snapshots_.push_back(database_->GetSnapshot());
    return status;
  }

  rocksdb::Status Finish() override {
    if (!open_status_.ok()) return open_status_;
    rocksdb::Status status = database_->Flush(rocksdb::FlushOptions());
    if (!status.ok()) return status;
    std::vector<rocksdb::LiveFileMetaData> files;
    database_->GetLiveFilesMetaData(&files);
    Close();
    if (files.size() != 1) {
      return rocksdb::Status::Aborted("a flush left not one file but " +
                                      std::to_string(files.size()));
    }
    std::error_code error;
    fs::rename(files[0].directory + "/" + files[0].relative_filename, path_,
               error);
    return error ? rocksdb::Status::IOError(path_, error.message())
                 : rocksdb::Status::OK();
  }

 private:
  rocksdb::Status Write(const Record& record) {
    rocksdb::WriteOptions options;
    options.disableWAL = true;
    switch (record.kind) {
      case RecordKind::kPut:
        return database_->Put(options, record.key, record.value);
      case RecordKind::kMerge:
        return database_->Merge(options, record.key, record.value);
      case RecordKind::kDelete:
        return database_->Delete(options, record.key);
      case RecordKind::kSingleDelete:
        return database_->SingleDelete(options, record.key);
      case RecordKind::kDeleteRange:
        break;
    }
    return database_->DeleteRange(options, database_->DefaultColumnFamily(),
                                  record.key, record.value);
  }

  void Close() {
    for (const rocksdb::Snapshot* snapshot : snapshots_) {
      database_->ReleaseSnapshot(snapshot);
    }
    snapshots_.clear();
    database_.reset();
  }

  const std::string path_;
  const std::string database_path_;
  rocksdb::Status open_status_;
  std::unique_ptr<rocksdb::DB> database_;
  std::vector<const rocksdb::Snapshot*> snapshots_;
};

}  // namespace

std::unique_ptr<RecordWriter> NewExternalFileWriter(
    const rocksdb::Options& options, const std::string& path) {
  return std::make_unique<ExternalFileWriter>(options, path);
}

std::unique_ptr<RecordWriter> NewFlushWriter(const rocksdb::Options& options,
                                             const std::string& path) {
  return std::make_unique<FlushWriter>(options, path);
}

}  // namespace sstr
