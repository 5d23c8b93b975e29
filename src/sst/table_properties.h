// SPDX-License-Identifier: Apache-2.0
//
// The properties block: names and values as stored, with typed views of those
// this project uses. A property is what the writer claimed, not what the file
// holds. Names: rocksdb/table/table_properties.cc; docs/sst_format.md.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"

namespace sstr {

enum class IndexType : uint32_t {
  kBinarySearch = 0,
  kHashSearch = 1,
  kTwoLevel = 2,
  kBinarySearchWithFirstKey = 3,
};

class TableProperties {
 public:
  // A fixed64 that ingestion may overwrite in place, without a new checksum.
  static constexpr std::string_view kGlobalSeqnoName =
      "rocksdb.external_sst_file.global_seqno";
  // Only there when values lie outside of blocks, as blob records.
  static constexpr std::string_view kEmbeddedBlobStatsName =
      "rocksdb.embedded.blob.stats";

  struct Property {
    std::string name;
    std::string value;
    uint64_t value_offset = 0;  // In the block's contents.
  };

  // Parses a properties block. Errors: kCorruption, without file name.
  static Result<TableProperties> Parse(std::span<const uint8_t> contents);

  // An empty set: a file without a properties block.
  TableProperties() = default;

  bool empty() const { return properties_.empty(); }
  // In file order, which is by name.
  const std::vector<Property>& all() const { return properties_; }

  // The value as stored; null when absent. Borrowed from this object.
  const std::string* Find(std::string_view name) const;
  // Absent when the property is absent or not an integer of that encoding.
  std::optional<uint64_t> FindVarint64(std::string_view name) const;
  std::optional<uint64_t> FindFixed64(std::string_view name) const;
  std::optional<uint32_t> FindFixed32(std::string_view name) const;
  std::optional<std::string> FindString(std::string_view name) const;

  std::optional<uint64_t> num_entries() const;  // Points and tombstones.
  std::optional<uint64_t> num_deletions() const;
  std::optional<uint64_t> num_merge_operands() const;
  std::optional<uint64_t> num_range_deletions() const;
  std::optional<uint64_t> num_data_blocks() const;
  std::optional<uint64_t> raw_key_bytes() const;
  std::optional<uint64_t> raw_value_bytes() const;
  std::optional<uint64_t> data_bytes() const;   // With trailers.
  std::optional<uint64_t> index_bytes() const;  // Uncompressed, with trailers.
  std::optional<uint64_t> filter_bytes() const;
  std::optional<std::string> comparator() const;
  std::optional<std::string> compression() const;
  std::optional<std::string> compression_options() const;
  std::optional<std::string> merge_operator() const;
  std::optional<std::string> filter_policy() const;
  std::optional<std::string> prefix_extractor() const;
  std::optional<std::string> column_family_name() const;
  // The code may be one that IndexType does not name.
  std::optional<IndexType> index_type() const;
  std::optional<uint64_t> global_seqno() const;
  // False: keys are stored without their user-defined timestamps.
  bool timestamps_persisted() const;
  bool index_key_is_user_key() const;
  bool index_value_is_delta_encoded() const;

 private:
  std::vector<Property> properties_;
};

}  // namespace sstr
