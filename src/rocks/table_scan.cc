// SPDX-License-Identifier: Apache-2.0

#include "rocks/table_scan.h"

#include "rocks/memory_files.h"

namespace sstr {
namespace {

constexpr uint64_t kEntriesBetweenCancelChecks = 4096;

}  // namespace

Status FromRocks(const rocksdb::Status& status) {
  if (status.ok()) return Status::Ok();
  const std::string message = "RocksDB: " + status.ToString();
  if (status.IsCorruption()) return Status::Corruption(message);
  if (status.IsInvalidArgument()) return Status::Usage(message);
  if (status.IsNotSupported()) return Status::NotSupported(message);
  return Status::Failed(message);
}

Result<TableScan> TableScan::Open(TableContext* context,
                                  std::span<const uint8_t> image) {
  TableScan scan;
  SSTR_RETURN_IF_ERROR(FromRocks(
      context->OpenTable(NewMemoryReader(image), image.size(), &scan.table_)));
  scan.iterator_ = context->NewIterator(scan.table_.get());
  return scan;
}

rocksdb::InternalIterator* TableScan::SeekToFirst() {
  iterator_->SeekToFirst();
  return iterator_.get();
}

Result<uint64_t> TableScan::CountEntries(const CancelFlag& cancel) {
  uint64_t entries = 0;
  for (iterator_->SeekToFirst(); iterator_->Valid(); iterator_->Next()) {
    // Materialises key and value, as any user of the iterator does.
    if (iterator_->key().empty() || iterator_->value().data() == nullptr) {
      return Status::Corruption("entry without key");
    }
    if (++entries % kEntriesBetweenCancelChecks == 0 && cancel) {
      return Status::Interrupted("stopped");
    }
  }
  SSTR_RETURN_IF_ERROR(FromRocks(iterator_->status()));
  return entries;
}

}  // namespace sstr
