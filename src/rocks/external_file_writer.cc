// SPDX-License-Identifier: Apache-2.0

#include "rocks/record_writer.h"
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

}  // namespace

std::unique_ptr<RecordWriter> NewExternalFileWriter(
    const rocksdb::Options& options, const std::string& path) {
  return std::make_unique<ExternalFileWriter>(options, path);
}

}  // namespace sstr
