// SPDX-License-Identifier: Apache-2.0

#include "rocks/release_adapter.h"

#include <limits>

namespace sstr {
namespace {

// These tables belong to no database.
constexpr int kUnknownLevel = -1;

rocksdb::ReadOptions ScanReadOptions() {
  rocksdb::ReadOptions options;
  options.verify_checksums = true;
  options.fill_cache = false;
  return options;
}

}  // namespace

TableContext::TableContext(const rocksdb::Options& options,
                           const rocksdb::BlockBasedTableOptions& table_options)
    : options_(options),
      immutable_options_(options_),
      mutable_options_(options_),
      comparator_(options_.comparator),
      env_options_(options_),
      read_options_(ScanReadOptions()),
      factory_(rocksdb::NewBlockBasedTableFactory(table_options)) {}

rocksdb::Status TableContext::Validate() const {
  return factory_->ValidateOptions(options_, options_);
}

std::unique_ptr<rocksdb::TableBuilder> TableContext::NewBuilder(
    rocksdb::WritableFileWriter* writer) {
  const uint32_t column_family_id =
      rocksdb::TablePropertiesCollectorFactory::Context::kUnknownColumnFamily;
  const rocksdb::TableBuilderOptions builder_options(
      immutable_options_, mutable_options_,
#if SSTR_ROCKSDB_AT_LEAST(8, 11)
      read_options_, write_options_,
#endif
      comparator_, &collector_factories_, options_.compression,
      options_.compression_opts, column_family_id, column_family_name_,
      kUnknownLevel
#if SSTR_ROCKSDB_AT_LEAST(9, 9)
      ,
      rocksdb::kUnknownNewestKeyTime
#endif
  );
  return std::unique_ptr<rocksdb::TableBuilder>(
      factory_->NewTableBuilder(builder_options, writer));
}

rocksdb::Status TableContext::OpenTable(
    std::unique_ptr<rocksdb::RandomAccessFileReader> file, uint64_t file_bytes,
    std::unique_ptr<rocksdb::TableReader>* table) {
  rocksdb::TableReaderOptions reader_options(
      immutable_options_, options_.prefix_extractor,
#if SSTR_ROCKSDB_AT_LEAST(10, 4)
      mutable_options_.compression_manager.get(),
#endif
      env_options_, comparator_
#if SSTR_ROCKSDB_AT_LEAST(8, 3)
      ,
      /*_block_protection_bytes_per_key=*/0
#endif
  );
  // "Unknown": ingested files carry a sequence number of their own.
  reader_options.largest_seqno = rocksdb::kMaxSequenceNumber;
  return factory_->NewTableReader(reader_options, std::move(file), file_bytes,
                                  table,
                                  /*prefetch_index_and_filter_in_cache=*/false);
}

std::unique_ptr<rocksdb::InternalIterator> TableContext::NewIterator(
    rocksdb::TableReader* table) {
  return std::unique_ptr<rocksdb::InternalIterator>(table->NewIterator(
      read_options_, options_.prefix_extractor.get(), /*arena=*/nullptr,
      /*skip_filters=*/false, rocksdb::TableReaderCaller::kSSTDumpTool));
}

bool FiltersRunAlone(
    [[maybe_unused]] const rocksdb::BlockBasedTableOptions& options) {
#if SSTR_ROCKSDB_AT_LEAST(10, 7)
  return options.partition_filters && !options.decouple_partitioned_filters;
#else
  return false;
#endif
}

rocksdb::IOStatus CloseWriter(rocksdb::WritableFileWriter* writer) {
#if SSTR_ROCKSDB_AT_LEAST(8, 11)
  return writer->Close(rocksdb::IOOptions());
#else
  return writer->Close();
#endif
}

}  // namespace sstr
