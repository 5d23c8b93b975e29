// SPDX-License-Identifier: Apache-2.0

#include "rocks/sst_maker.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <system_error>

#include "base/atomic_file.h"
#include "base/file.h"
#include "rocks/build_and_scan.h"
#include "rocks/effective_setting.h"
#include "rocks/library_info.h"
#include "rocks/record_writer.h"
#include "rocks/release_adapter.h"
#include "rocks/table_setup.h"
#include "rocksdb/comparator.h"
#include "rocksdb/convenience.h"
#include "rocksdb/slice_transform.h"
#include "rocksdb/table.h"

namespace sstr {
namespace {

// In place of the machine's name, whose length would change the file's size.
constexpr char kHostId[] = "db";

// What releases have different defaults for. The cache is never used.
constexpr char kCommonTableOptions[] =
    "format_version=5;checksum=kXXH3;no_block_cache=true";

Status CheckCodec(const CodecSetting& codec) {
  SSTR_RETURN_IF_ERROR(CheckTypeSupported(codec.type, GetRocksLibraryInfo()));
  const EffectiveSetting effective = GetEffectiveSetting(codec, kRelease);
  return effective.rejected ? Status::Usage(effective.note) : Status::Ok();
}

Result<rocksdb::BlockBasedTableOptions> ToTableOptions(
    const TableShape& shape) {
  rocksdb::BlockBasedTableOptions table_options;
  table_options.block_size = shape.block_size;
  for (const std::string& text :
       {std::string(kCommonTableOptions), shape.table_options}) {
    const rocksdb::BlockBasedTableOptions base = table_options;
    const rocksdb::Status status = rocksdb::GetBlockBasedTableOptionsFromString(
        rocksdb::ConfigOptions(), base, text, &table_options);
    if (!status.ok()) {
      return Status::Usage(
          fmt::format("table options \"{}\": {}", text, status.ToString()));
    }
  }
  return table_options;
}

Result<rocksdb::Options> ToOptions(const TableShape& shape) {
  SSTR_RETURN_IF_ERROR(CheckCodec(shape.codec));
  rocksdb::Options options;
  options.db_host_id = kHostId;
  if (shape.reverse_order) {
    options.comparator = rocksdb::ReverseBytewiseComparator();
  }
  if (shape.fixed_prefix_bytes > 0) {
    options.prefix_extractor.reset(
        rocksdb::NewFixedPrefixTransform(shape.fixed_prefix_bytes));
  }
  SetCodec(shape.codec, &options);
  SSTR_ASSIGN_OR_RETURN(const rocksdb::BlockBasedTableOptions table_options,
                        ToTableOptions(shape));
  options.table_factory.reset(
      rocksdb::NewBlockBasedTableFactory(table_options));
  // SstFileWriter does not ask, and some libraries then abort.
  SSTR_RETURN_IF_ERROR(
      FromRocks(options.table_factory->ValidateOptions(options, options)));
  return options;
}

Status AddAll(RecordSource* records, const CancelFlag& cancel,
              RecordWriter* writer, MadeSst* made) {
  Record record;
  while (true) {
    SSTR_ASSIGN_OR_RETURN(const bool has_record, records->Next(&record));
    if (!has_record) return Status::Ok();
    if (cancel.load(std::memory_order_relaxed)) {
      return Status::Interrupted("interrupted; nothing was written");
    }
    SSTR_RETURN_IF_ERROR(FromRocks(writer->Add(record)));
    ++made->entries;
    if (record.kind == RecordKind::kDeleteRange) ++made->range_deletions;
  }
}

}  // namespace

Status CheckTableShape(const TableShape& shape) {
  return ToOptions(shape).status();
}

Result<MadeSst> MakeSst(const TableShape& shape, RecordSource* records,
                        const std::string& path, bool overwrite,
                        const CancelFlag& cancel) {
  SSTR_ASSIGN_OR_RETURN(const rocksdb::Options options, ToOptions(shape));
  SSTR_ASSIGN_OR_RETURN(AtomicFile file, AtomicFile::Create(path, overwrite));
  MadeSst made;
  {
    // The writer is gone before the file's size is asked for.
    const std::unique_ptr<RecordWriter> writer =
        shape.keep_versions ? NewFlushWriter(options, file.temp_path())
                            : NewExternalFileWriter(options, file.temp_path());
    SSTR_RETURN_IF_ERROR(AddAll(records, cancel, writer.get(), &made));
    SSTR_RETURN_IF_ERROR(FromRocks(writer->Finish()).WithPrefix(path));
  }
  std::error_code error;
  made.file_bytes = std::filesystem::file_size(file.temp_path(), error);
  if (error) return ErrnoStatus(path, "stat", error.value());
  SSTR_RETURN_IF_ERROR(file.Commit());
  return made;
}

}  // namespace sstr
