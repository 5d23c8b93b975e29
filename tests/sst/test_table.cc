// SPDX-License-Identifier: Apache-2.0

#include "sst/test_table.h"

#include <algorithm>
#include <cassert>

namespace sstr::testing {
namespace {

uint32_t BaseContext(const TestTableOptions& options) {
  return options.format_version >= 6 ? options.base_context_checksum : 0;
}

void StoreFixed32(Bytes* file, uint64_t offset, uint32_t value) {
  std::ranges::copy(AsBytes(Fixed32(value)), file->begin() + offset);
}

std::string PropertiesBlock(const TestTableParts& parts, uint64_t raw_key_bytes,
                            uint64_t raw_value_bytes, uint64_t data_bytes) {
  std::map<std::string, std::string> all = parts.properties;
  all.insert({"rocksdb.num.entries", Varint(parts.num_entries())});
  all.insert({"rocksdb.raw.key.size", Varint(raw_key_bytes)});
  all.insert({"rocksdb.raw.value.size", Varint(raw_value_bytes)});
  all.insert({"rocksdb.data.size", Varint(data_bytes)});
  all.insert({"rocksdb.num.data.blocks", Varint(parts.blocks.size())});
  all.insert(
      {"rocksdb.num.range-deletions", Varint(parts.range_deletions.size())});
  all.insert({"rocksdb.block.based.table.index.type", Fixed32(0)});
  for (const std::string& name : parts.left_out_properties) all.erase(name);
  TestBlock block;
  for (const auto& [name, value] : all) block.Add(name, value);
  return block.Finish();
}

}  // namespace

std::string Varint(uint64_t value) {
  std::string out;
  for (; value >= 128; value /= 128) {
    out.push_back(static_cast<char>(value % 128 + 128));
  }
  out.push_back(static_cast<char>(value));
  return out;
}

std::string Fixed32(uint32_t value) {
  std::string out;
  for (int i = 0; i < 4; ++i) out.push_back(static_cast<char>(value >> 8 * i));
  return out;
}

std::string Fixed64(uint64_t value) {
  return Fixed32(static_cast<uint32_t>(value)) +
         Fixed32(static_cast<uint32_t>(value >> 32));
}

std::string EncodedHandle(const BlockHandle& handle) {
  return Varint(handle.offset) + Varint(handle.size);
}

std::string InternalKey(std::string_view user_key, uint64_t sequence,
                        ValueType type) {
  return std::string(user_key) +
         Fixed64(sequence << 8 | static_cast<uint64_t>(type));
}

std::span<const uint8_t> AsBytes(std::string_view text) {
  return {reinterpret_cast<const uint8_t*>(text.data()), text.size()};
}

TestBlock& TestBlock::Add(std::string_view key, std::string_view value) {
  size_t shared = 0;
  if (since_restart_ == restart_interval_) {
    restarts_.push_back(static_cast<uint32_t>(entries_.size()));
    since_restart_ = 0;
  } else {
    const auto differ = std::ranges::mismatch(key, last_key_);
    shared = static_cast<size_t>(differ.in1 - key.begin());
  }
  ++since_restart_;
  entries_ +=
      Varint(shared) + Varint(key.size() - shared) + Varint(value.size());
  entries_ += key.substr(shared);
  entries_ += value;
  last_key_ = key;
  return *this;
}

std::string TestBlock::FinishRestarts(uint32_t flags,
                                      std::string_view before_word) const {
  std::string out;
  for (const uint32_t restart : restarts_) out += Fixed32(restart);
  out += before_word;
  return out + Fixed32(static_cast<uint32_t>(restarts_.size()) | flags);
}

BlockHandle TestTable::AddBlock(std::string_view payload, uint8_t type) {
  const BlockHandle handle = {.offset = file_.size(), .size = payload.size()};
  const uint32_t checksum =
      ComputeChecksum(options_.checksum_type, AsBytes(payload), type) +
      ContextModifier(BaseContext(options_), handle.offset);
  file_ += payload;
  file_.push_back(static_cast<char>(type));
  file_ += Fixed32(checksum);
  return handle;
}

Bytes TestTable::Finish(const BlockHandle& index) {
  if (options_.format_version >= 6) AddMeta("rocksdb.index", index);
  TestBlock block(1);
  for (const auto& [name, value] : metaindex_) block.Add(name, value);
  const BlockHandle metaindex = AddBlock(block.Finish());
  file_ += Footer(metaindex, index);
  Bytes file(file_.begin(), file_.end());
  if (options_.format_version >= 6) FixFooterChecksum(&file);
  return file;
}

std::string TestTable::Footer(const BlockHandle& metaindex,
                              const BlockHandle& index) const {
  std::string middle;
  if (options_.format_version >= 6) {
    middle = std::string("\x3E\x00\x7A\x00", 4) + Fixed32(0) +
             Fixed32(options_.base_context_checksum) +
             Fixed32(static_cast<uint32_t>(metaindex.size));
  } else {
    middle = EncodedHandle(metaindex) + EncodedHandle(index);
  }
  middle.resize(40);
  if (options_.format_version == 0) {
    return middle + Fixed64(kLegacyBlockBasedTableMagic);
  }
  return std::string(1, static_cast<char>(options_.checksum_type)) + middle +
         Fixed32(options_.format_version) + Fixed64(kBlockBasedTableMagic);
}

uint64_t TestTableParts::num_entries() const {
  uint64_t count = range_deletions.size();
  for (const auto& block : blocks) count += block.size();
  return count;
}

Bytes TestTableParts::Build() const {
  TestTable table(options);
  TestBlock index(1);
  uint64_t raw_key_bytes = 0;
  uint64_t raw_value_bytes = 0;
  uint64_t data_bytes = 0;
  const auto fill = [&](TestBlock* block, const auto& entries) {
    for (const auto& [key, value] : entries) {
      block->Add(key, value);
      raw_key_bytes += key.size();
      raw_value_bytes += value.size();
    }
  };
  for (const auto& entries : blocks) {
    TestBlock block;
    fill(&block, entries);
    const BlockHandle handle = table.AddBlock(block.Finish());
    data_bytes = handle.end();
    index.Add(entries.back().first, EncodedHandle(handle));
  }
  const BlockHandle index_handle = table.AddBlock(index.Finish());
  if (!range_deletions.empty()) {
    TestBlock block(1);
    fill(&block, range_deletions);
    table.AddMeta("rocksdb.range_del", table.AddBlock(block.Finish()));
  }
  if (with_properties) {
    table.AddMeta("rocksdb.properties",
                  table.AddBlock(PropertiesBlock(*this, raw_key_bytes,
                                                 raw_value_bytes, data_bytes)));
  }
  return table.Finish(index_handle);
}

TestTableParts SmallTable(const TestTableOptions& options) {
  TestTableParts parts = {.options = options};
  for (int block = 0; block < 2; ++block) {
    std::vector<TestEntry> entries;
    for (int i = 0; i < 3; ++i) {
      const std::string number = std::to_string(block * 3 + i);
      entries.push_back(
          {InternalKey(std::string(1, static_cast<char>('a' + block)) +
                           std::to_string(i),
                       100),
           "value" + number});
    }
    parts.blocks.push_back(std::move(entries));
  }
  return parts;
}

void FixBlockChecksum(Bytes* file, const BlockHandle& handle) {
  const Result<struct Footer> footer = ParseFooter(*file);
  assert(footer.ok());
  const std::span<const uint8_t> covered =
      std::span(*file).subspan(handle.offset, handle.size + 1);
  StoreFixed32(
      file, handle.offset + handle.size + 1,
      ComputeChecksum(footer->checksum_type, covered) +
          ContextModifier(footer->base_context_checksum, handle.offset));
}

void FixFooterChecksum(Bytes* file) {
  const uint64_t offset = file->size() - 53;
  StoreFixed32(file, offset + 5, 0);
  const uint32_t base = LoadFixed32(&(*file)[offset + 9]);
  const auto type = static_cast<ChecksumType>((*file)[offset]);
  StoreFixed32(file, offset + 5,
               ComputeChecksum(type, std::span(*file).subspan(offset)) +
                   ContextModifier(base, offset));
}

}  // namespace sstr::testing
