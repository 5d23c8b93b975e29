// SPDX-License-Identifier: Apache-2.0

#include "rocks/build_and_scan.h"

#include "rocks/memory_files.h"
#include "rocks/release_adapter.h"

namespace sstr {
namespace {

// Rarely enough to cost nothing, often enough to stop within a blink.
constexpr uint64_t kEntriesBetweenChecks = 4096;

void Add(const EntryView& entry, rocksdb::TableBuilder* builder) {
  builder->Add({entry.key.data(), entry.key.size()},
               {entry.value.data(), entry.value.size()});
}

Status AddEntries(const Corpus& corpus, const CancelFlag& cancel,
                  rocksdb::TableBuilder* builder) {
  uint64_t added = 0;
  for (EntryList::Cursor at(corpus.points); at.Valid(); at.Next()) {
    Add(at.Get(), builder);
    if (++added % kEntriesBetweenChecks == 0) {
      if (cancel) return Status::Interrupted("stopped");
      SSTR_RETURN_IF_ERROR(FromRocks(builder->status()));
    }
  }
  for (EntryList::Cursor at(corpus.range_deletions); at.Valid(); at.Next()) {
    Add(at.Get(), builder);
  }
  return FromRocks(builder->status());
}

}  // namespace

Status FromRocks(const rocksdb::Status& status) {
  if (status.ok()) return Status::Ok();
  const std::string message = "RocksDB: " + status.ToString();
  if (status.IsCorruption()) return Status::Corruption(message);
  // RocksDB's code for options that it refuses.
  if (status.IsInvalidArgument()) return Status::Usage(message);
  if (status.IsNotSupported()) return Status::NotSupported(message);
  return Status::Failed(message);
}

Status BuildTable(const Corpus& corpus, const CancelFlag& cancel,
                  rocksdb::TableBuilder* builder,
                  rocksdb::WritableFileWriter* writer) {
  if (Status status = AddEntries(corpus, cancel, builder); !status.ok()) {
    builder->Abandon();
    return status;
  }
  SSTR_RETURN_IF_ERROR(FromRocks(builder->Finish()));
  return FromRocks(CloseWriter(writer));
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
    if (++entries % kEntriesBetweenChecks == 0 && cancel) {
      return Status::Interrupted("stopped");
    }
  }
  SSTR_RETURN_IF_ERROR(FromRocks(iterator_->status()));
  return entries;
}

}  // namespace sstr
