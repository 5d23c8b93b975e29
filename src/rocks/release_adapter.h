// SPDX-License-Identifier: Apache-2.0
//
// Every difference between RocksDB 7.8 and 11.8 that this project meets, so
// that no other file asks for the release. Internal to src/rocks.
// Not thread-safe; each pass has its own TableContext.

#pragma once

#include <memory>
#include <string>

#include "codec/keep_rule.h"
#include "db/dbformat.h"
#include "file/random_access_file_reader.h"
#include "file/writable_file_writer.h"
#include "options/cf_options.h"
#include "rocks/effective_setting.h"
#include "rocksdb/options.h"
#include "rocksdb/table.h"
#include "rocksdb/version.h"
#include "table/internal_iterator.h"
#include "table/table_builder.h"
#include "table/table_reader.h"

// True when compiled for RocksDB `major`.`minor` or newer.
#define SSTR_ROCKSDB_AT_LEAST(major, minor) \
  (ROCKSDB_MAJOR > (major) ||               \
   (ROCKSDB_MAJOR == (major) && ROCKSDB_MINOR >= (minor)))

namespace sstr {

#if SSTR_ROCKSDB_AT_LEAST(9, 0)
using CollectorFactories = rocksdb::InternalTblPropCollFactories;
#else
using CollectorFactories = rocksdb::IntTblPropCollectorFactories;
#endif

// Everything a table builder or reader keeps references to. Neither movable
// nor copyable for that reason; must outlive them.
class TableContext {
 public:
  // `options` complete, statistics and comparator included.
  TableContext(const rocksdb::Options& options,
               const rocksdb::BlockBasedTableOptions& table_options);
  TableContext(const TableContext&) = delete;
  TableContext& operator=(const TableContext&) = delete;

  const rocksdb::Options& options() const { return options_; }
  rocksdb::TableFactory* factory() { return factory_.get(); }

  // Error: what the factory says of the options.
  rocksdb::Status Validate() const;

  // `writer` is borrowed and must outlive the builder.
  std::unique_ptr<rocksdb::TableBuilder> NewBuilder(
      rocksdb::WritableFileWriter* writer);

  rocksdb::Status OpenTable(
      std::unique_ptr<rocksdb::RandomAccessFileReader> file,
      uint64_t file_bytes, std::unique_ptr<rocksdb::TableReader>* table);

  // Over all point entries; owned by the caller, who deletes it before
  // `table`.
  std::unique_ptr<rocksdb::InternalIterator> NewIterator(
      rocksdb::TableReader* table);

 private:
  const rocksdb::Options options_;
  const rocksdb::ImmutableOptions immutable_options_;
  const rocksdb::MutableCFOptions mutable_options_;
  const rocksdb::InternalKeyComparator comparator_;
  const rocksdb::EnvOptions env_options_;
  const rocksdb::ReadOptions read_options_;
  const std::string column_family_name_;
  const CollectorFactories collector_factories_;
#if SSTR_ROCKSDB_AT_LEAST(8, 11)
  const rocksdb::WriteOptions write_options_;
#endif
  std::unique_ptr<rocksdb::TableFactory> factory_;
};

// The release compiled for.
inline constexpr RocksRelease kRelease = {ROCKSDB_MAJOR, ROCKSDB_MINOR};

// Whether these options' filters make the table builder run in one thread,
// whatever the codec. Source: BlockBasedTableBuilder's constructor in 10.7.
bool FiltersRunAlone(const rocksdb::BlockBasedTableOptions& options);

// Hands what the writer still buffers to the file below it.
rocksdb::IOStatus CloseWriter(rocksdb::WritableFileWriter* writer);

// What RocksDB's compress-time histogram misses in this release: blocks that
// were tried and stored raw.
inline constexpr bool kCompressTimesMissRejectedBlocks =
    !SSTR_ROCKSDB_AT_LEAST(8, 2);
// The histogram has entries even where nothing was compressed.
inline constexpr bool kCompressTimesCountBypassedBlocks =
    SSTR_ROCKSDB_AT_LEAST(8, 2) && !SSTR_ROCKSDB_AT_LEAST(10, 3);

// The rule of default CompressionOptions.
inline KeepRule DefaultKeepRule() {
  return SSTR_ROCKSDB_AT_LEAST(8, 2) ? KeepRule::RocksDb8()
                                     : KeepRule::RocksDb7();
}

// Format versions that this release can write.
inline constexpr uint32_t kMinFormatVersion =
    SSTR_ROCKSDB_AT_LEAST(11, 0) ? 2 : 0;
inline constexpr uint32_t kMaxFormatVersion = SSTR_ROCKSDB_AT_LEAST(10, 4)  ? 7
                                              : SSTR_ROCKSDB_AT_LEAST(8, 6) ? 6
                                                                            : 5;

}  // namespace sstr
