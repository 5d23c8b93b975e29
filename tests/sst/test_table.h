// SPDX-License-Identifier: Apache-2.0
//
// Makes table files byte by byte, sound ones and others, with encoders of its
// own. Checks nothing, so that tests can ask for what no writer writes. Its
// sound files are shown to be sound by RocksDB's sst_dump (sst_oracle_test).

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sst/block_handle.h"
#include "sst/checksum.h"
#include "sst/footer.h"
#include "sst/internal_key.h"
#include "sst/shared_data.h"

namespace sstr::testing {

std::string Varint(uint64_t value);
std::string Fixed32(uint32_t value);
std::string Fixed64(uint64_t value);
std::string EncodedHandle(const BlockHandle& handle);
std::string InternalKey(std::string_view user_key, uint64_t sequence,
                        ValueType type = ValueType::kValue);

std::span<const uint8_t> AsBytes(std::string_view text);

// A block of entries, written like RocksDB's BlockBuilder.
class TestBlock {
 public:
  explicit TestBlock(uint32_t restart_interval = 16)
      : restart_interval_(restart_interval) {}

  TestBlock& Add(std::string_view key, std::string_view value);
  // Entries, restarts, count word.
  std::string Finish() const { return entries_ + FinishRestarts(0); }

  const std::string& entries() const { return entries_; }
  // Restart array and count word, the latter with `flags` or'ed in and
  // `before_word` between them.
  std::string FinishRestarts(uint32_t flags,
                             std::string_view before_word = "") const;

 private:
  uint32_t restart_interval_;
  std::string entries_;
  std::string last_key_;
  std::vector<uint32_t> restarts_ = {0};
  uint32_t since_restart_ = 0;
};

struct TestTableOptions {
  uint32_t format_version = 5;  // 0: LevelDB's footer.
  ChecksumType checksum_type = ChecksumType::kXxh3;
  uint32_t base_context_checksum = 0x5EED1234;  // From format 6 on.
};

// A file that grows block by block.
class TestTable {
 public:
  explicit TestTable(const TestTableOptions& options = {})
      : options_(options) {}

  // Appends payload, type byte and checksum.
  BlockHandle AddBlock(std::string_view payload, uint8_t type = 0);
  // Appends bytes that are in no block.
  void AddPadding(std::string_view bytes) { file_ += bytes; }
  void AddMeta(const std::string& name, const BlockHandle& handle) {
    metaindex_[name] = EncodedHandle(handle);
  }
  void AddMetaValue(const std::string& name, const std::string& value) {
    metaindex_[name] = value;
  }

  // Appends metaindex and footer.
  Bytes Finish(const BlockHandle& index);

 private:
  std::string Footer(const BlockHandle& metaindex,
                     const BlockHandle& index) const;

  TestTableOptions options_;
  std::string file_;
  std::map<std::string, std::string> metaindex_;
};

using TestEntry = std::pair<std::string, std::string>;

// The parts of a sound file that most tests start from; change a part, then
// Build(). Blocks are stored raw.
struct TestTableParts {
  TestTableOptions options;
  std::vector<std::vector<TestEntry>> blocks;  // Internal keys, values.
  std::vector<TestEntry> range_deletions;
  // Stored in the properties block besides those that describe the entries.
  std::map<std::string, std::string> properties = {
      {"rocksdb.comparator", "leveldb.BytewiseComparator"}};
  std::vector<std::string> left_out_properties;
  bool with_properties = true;

  uint64_t num_entries() const;
  Bytes Build() const;
};

// Two blocks of three puts each, keys a0 to b2, values value0 to value5.
TestTableParts SmallTable(const TestTableOptions& options = {});

// Makes the stored checksum of a block (of the footer) right again.
void FixBlockChecksum(Bytes* file, const BlockHandle& handle);
void FixFooterChecksum(Bytes* file);

}  // namespace sstr::testing
