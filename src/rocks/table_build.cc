// SPDX-License-Identifier: Apache-2.0

#include "rocks/table_build.h"

#include "rocks/release_adapter.h"
#include "rocks/table_scan.h"

namespace sstr {
namespace {

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

}  // namespace sstr
