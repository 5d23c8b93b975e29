// SPDX-License-Identifier: Apache-2.0

#include "rocks/table_setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/advised_flags.h"
#include "rocks/release_adapter.h"
#include "rocksdb/convenience.h"
#include "rocksdb/filter_policy.h"
#include "rocksdb/slice_transform.h"

namespace sstr {
namespace {

constexpr char kSstDump[] = "sst_dump";
constexpr char kSource[] = "source";

// Stands in for a comparator that only the file's owner has: whatever comes
// later in the file is greater. Enough to build and to scan a table, not to
// seek in one. Keeps the name.
class FileOrderComparator : public rocksdb::Comparator {
 public:
  explicit FileOrderComparator(std::string name) : name_(std::move(name)) {}

  const char* Name() const override { return name_.c_str(); }
  int Compare(const rocksdb::Slice& a, const rocksdb::Slice& b) const override {
    return a == b ? 0 : 1;
  }
  void FindShortestSeparator(std::string*,
                             const rocksdb::Slice&) const override {}
  void FindShortSuccessor(std::string*) const override {}

 private:
  std::string name_;
};

void AddNote(const std::string& note, TableSetup* setup) {
  if (!setup->note.empty()) setup->note += "; ";
  setup->note += note;
}

void SetComparator(const Corpus& corpus, TableSetup* setup) {
  const auto name = corpus.properties.comparator();
  if (!name) return;  // No properties: bytewise, RocksDB's default.
  const rocksdb::Comparator* known = nullptr;
  const bool keys_are_whole = corpus.properties.timestamps_persisted();
  if (keys_are_whole &&
      rocksdb::Comparator::CreateFromString(rocksdb::ConfigOptions(), *name,
                                            &known)
          .ok() &&
      known != nullptr) {
    setup->options.comparator = known;
    return;
  }
  setup->own_comparator = std::make_unique<FileOrderComparator>(*name);
  setup->options.comparator = setup->own_comparator.get();
  AddNote(keys_are_whole
              ? fmt::format("comparator {} is not known here: built in the "
                            "file's order",
                            *name)
              : "timestamps are not stored: built in the file's order",
          setup);
}

void MirrorFilter(const Corpus& corpus, TableSetup* setup) {
  const TableProperties& properties = corpus.properties;
  const uint64_t filter_bytes = corpus.summary.sizes.filter_bytes;
  const uint64_t keys = corpus.points.size();
  if (filter_bytes == 0 || keys == 0) return;
  // The property names the policy's family; its strength shows in the size.
  const double bits_per_key = std::max(
      1.0, static_cast<double>(filter_bytes) * 8 / static_cast<double>(keys));
  const std::string policy = properties.filter_policy().value_or("");
  setup->table_options.filter_policy.reset(
      policy.find("Ribbon") != std::string::npos
          ? rocksdb::NewRibbonFilterPolicy(bits_per_key)
          : rocksdb::NewBloomFilterPolicy(bits_per_key));
  setup->table_options.partition_filters = corpus.has_partitioned_filter;
  AddNote(fmt::format("filter rebuilt as {} with {:.1f} bits per key",
                      setup->table_options.filter_policy->Name(), bits_per_key),
          setup);
}

void MirrorPrefixExtractor(const Corpus& corpus, TableSetup* setup) {
  const auto name = corpus.properties.prefix_extractor();
  if (!name || *name == "nullptr") return;
  std::shared_ptr<const rocksdb::SliceTransform> extractor;
  if (rocksdb::SliceTransform::CreateFromString(rocksdb::ConfigOptions(), *name,
                                                &extractor)
          .ok()) {
    setup->options.prefix_extractor = std::move(extractor);
  }
}

void MirrorIndex(const Corpus& corpus, TableSetup* setup) {
  using Options = rocksdb::BlockBasedTableOptions;
  const IndexType type =
      corpus.properties.index_type().value_or(IndexType::kBinarySearch);
  setup->table_options.index_type = static_cast<Options::IndexType>(type);
  if (type == IndexType::kHashSearch &&
      setup->options.prefix_extractor == nullptr) {
    setup->table_options.index_type = Options::kBinarySearch;
    AddNote(
        fmt::format("hash index needs prefix extractor {}, which is not known "
                    "here: plain index instead",
                    corpus.properties.prefix_extractor().value_or("nullptr")),
        setup);
  }
}

void MirrorFormat(const Corpus& corpus, TableSetup* setup) {
  const uint32_t stored = corpus.footer.format_version;
  const uint32_t written =
      std::clamp(stored, kMinFormatVersion, kMaxFormatVersion);
  setup->table_options.format_version = written;
  if (written != stored) {
    AddNote(fmt::format("format_version {} instead of the source's {}, which "
                        "this release does not write",
                        written, stored),
            setup);
  }
  setup->table_options.checksum =
      static_cast<rocksdb::ChecksumType>(corpus.footer.checksum_type);
}

}  // namespace

Status ApplyTableOptions(const std::string& text,
                         rocksdb::BlockBasedTableOptions* table_options) {
  if (text == kSstDump || text == kSource) return Status::Ok();
  const rocksdb::BlockBasedTableOptions base = *table_options;
  const rocksdb::Status status = rocksdb::GetBlockBasedTableOptionsFromString(
      rocksdb::ConfigOptions(), base, text, table_options);
  if (!status.ok()) {
    return Status::Usage(fmt::format(
        "--{}={}: {}", AdvisedFlag("table_options"), text, status.ToString()));
  }
  // What has a flag of its own is in the spec, and reports print it from
  // there.
  if (table_options->block_size != base.block_size ||
      table_options->enable_index_compression !=
          base.enable_index_compression ||
      table_options->verify_compression != base.verify_compression) {
    return Status::Usage(
        fmt::format("--{}={}: block_size, enable_index_compression and "
                    "verify_compression are set by the flags of that name",
                    AdvisedFlag("table_options"), text));
  }
  return Status::Ok();
}

void SetCodec(const CodecSetting& codec, rocksdb::Options* options) {
  options->compression = static_cast<rocksdb::CompressionType>(codec.type);
  rocksdb::CompressionOptions& out = options->compression_opts;
  out.level = codec.level;
  out.max_dict_bytes = codec.max_dict_bytes;
  out.zstd_max_train_bytes = codec.zstd_max_train_bytes;
  out.max_dict_buffer_bytes = codec.max_dict_buffer_bytes;
  out.use_zstd_dict_trainer = codec.use_zstd_dict_trainer;
}

Status CheckEntryTypes(const Corpus& corpus) {
  // TimedPut, from RocksDB 9.0 on.
  constexpr ValueType kNewest = ValueType::kValuePreferredSeqno;
  if (SSTR_ROCKSDB_AT_LEAST(9, 0) ||
      !corpus.summary.entries_by_type.contains(kNewest)) {
    return Status::Ok();
  }
  return Status::NotSupported(
      fmt::format("the file has {} entries of {}, which RocksDB {}.{} does "
                  "not know",
                  corpus.summary.entries_by_type.at(kNewest),
                  ValueTypeName(kNewest), ROCKSDB_MAJOR, ROCKSDB_MINOR));
}

TableSetup MakeSourceSetup(const Corpus& corpus) {
  TableSetup setup;
  SetComparator(corpus, &setup);
  // A cache would only add insertions to the times.
  setup.table_options.no_block_cache = true;
  return setup;
}

Result<TableSetup> MakePassSetup(const Corpus& corpus, const PassSpec& spec) {
  TableSetup setup = MakeSourceSetup(corpus);
  setup.table_options.block_size = spec.block_size;
  setup.table_options.enable_index_compression = spec.enable_index_compression;
  setup.table_options.verify_compression = spec.verify_compression;
  if (spec.table_options == kSource) {
    MirrorFormat(corpus, &setup);
    MirrorPrefixExtractor(corpus, &setup);
    MirrorIndex(corpus, &setup);
    MirrorFilter(corpus, &setup);
  }
  SSTR_RETURN_IF_ERROR(
      ApplyTableOptions(spec.table_options, &setup.table_options));
  SetCodec(spec.codec, &setup.options);
  setup.options.compression_opts.parallel_threads = spec.threads;
  return setup;
}

}  // namespace sstr
