// SPDX-License-Identifier: Apache-2.0

#include "sst/table_properties.h"

#include <algorithm>

#include "sst/byte_reader.h"
#include "sst/entry_cursor.h"

namespace sstr {
namespace {

constexpr std::string_view kIndexTypeName =
    "rocksdb.block.based.table.index.type";

}  // namespace

Result<TableProperties> TableProperties::Parse(
    std::span<const uint8_t> contents) {
  TableProperties result;
  const char* begin = reinterpret_cast<const char*>(contents.data());
  SSTR_RETURN_IF_ERROR(VisitSortedEntries(
      contents, [&](std::string_view name, std::string_view value) {
        result.properties_.push_back(
            {.name = std::string(name),
             .value = std::string(value),
             .value_offset = static_cast<uint64_t>(value.data() - begin)});
        return Status::Ok();
      }));
  return result;
}

const std::string* TableProperties::Find(std::string_view name) const {
  const auto it =
      std::ranges::lower_bound(properties_, name, {}, &Property::name);
  return it != properties_.end() && it->name == name ? &it->value : nullptr;
}

std::optional<uint64_t> TableProperties::FindVarint64(
    std::string_view name) const {
  const std::string* value = Find(name);
  if (value == nullptr) return std::nullopt;
  ByteReader reader{std::string_view(*value)};
  uint64_t number = 0;
  if (!reader.ReadVarint64(&number) || !reader.empty()) return std::nullopt;
  return number;
}

std::optional<uint64_t> TableProperties::FindFixed64(
    std::string_view name) const {
  const std::string* value = Find(name);
  if (value == nullptr || value->size() != 8) return std::nullopt;
  return LoadFixed64(reinterpret_cast<const uint8_t*>(value->data()));
}

std::optional<uint32_t> TableProperties::FindFixed32(
    std::string_view name) const {
  const std::string* value = Find(name);
  if (value == nullptr || value->size() != 4) return std::nullopt;
  return LoadFixed32(reinterpret_cast<const uint8_t*>(value->data()));
}

std::optional<std::string> TableProperties::FindString(
    std::string_view name) const {
  const std::string* value = Find(name);
  if (value == nullptr) return std::nullopt;
  return *value;
}

std::optional<uint64_t> TableProperties::num_entries() const {
  return FindVarint64("rocksdb.num.entries");
}
std::optional<uint64_t> TableProperties::num_deletions() const {
  return FindVarint64("rocksdb.deleted.keys");
}
std::optional<uint64_t> TableProperties::num_merge_operands() const {
  return FindVarint64("rocksdb.merge.operands");
}
std::optional<uint64_t> TableProperties::num_range_deletions() const {
  return FindVarint64("rocksdb.num.range-deletions");
}
std::optional<uint64_t> TableProperties::num_data_blocks() const {
  return FindVarint64("rocksdb.num.data.blocks");
}
std::optional<uint64_t> TableProperties::raw_key_bytes() const {
  return FindVarint64("rocksdb.raw.key.size");
}
std::optional<uint64_t> TableProperties::raw_value_bytes() const {
  return FindVarint64("rocksdb.raw.value.size");
}
std::optional<uint64_t> TableProperties::data_bytes() const {
  return FindVarint64("rocksdb.data.size");
}
std::optional<uint64_t> TableProperties::index_bytes() const {
  return FindVarint64("rocksdb.index.size");
}
std::optional<uint64_t> TableProperties::filter_bytes() const {
  return FindVarint64("rocksdb.filter.size");
}
std::optional<std::string> TableProperties::comparator() const {
  return FindString("rocksdb.comparator");
}
std::optional<std::string> TableProperties::compression() const {
  return FindString("rocksdb.compression");
}
std::optional<std::string> TableProperties::compression_options() const {
  return FindString("rocksdb.compression_options");
}
std::optional<std::string> TableProperties::merge_operator() const {
  return FindString("rocksdb.merge.operator");
}
std::optional<std::string> TableProperties::filter_policy() const {
  return FindString("rocksdb.filter.policy");
}
std::optional<std::string> TableProperties::prefix_extractor() const {
  return FindString("rocksdb.prefix.extractor.name");
}
std::optional<std::string> TableProperties::column_family_name() const {
  return FindString("rocksdb.column.family.name");
}

std::optional<IndexType> TableProperties::index_type() const {
  const std::optional<uint32_t> code = FindFixed32(kIndexTypeName);
  if (!code) return std::nullopt;
  return static_cast<IndexType>(*code);
}

std::optional<uint64_t> TableProperties::global_seqno() const {
  return FindFixed64(kGlobalSeqnoName);
}

// Releases without this property always store timestamps.
bool TableProperties::timestamps_persisted() const {
  return FindVarint64("rocksdb.user.defined.timestamps.persisted")
             .value_or(1) != 0;
}
bool TableProperties::index_key_is_user_key() const {
  return FindVarint64("rocksdb.index.key.is.user.key").value_or(0) != 0;
}
bool TableProperties::index_value_is_delta_encoded() const {
  return FindVarint64("rocksdb.index.value.is.delta.encoded").value_or(0) != 0;
}

}  // namespace sstr
