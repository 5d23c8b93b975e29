// SPDX-License-Identifier: Apache-2.0
//
// The inputs that sst_make makes by name: what their records are and how
// their table is laid out, as plain data. testdata/README.md describes them.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "codec/compression_type.h"
#include "make/record_source.h"

namespace sstr {

class SeededRandom;

inline constexpr uint64_t kMaxPresetNum = 100'000'000;  // Keys have 8 digits.

// How a table is laid out, and by which of RocksDB's writers.
struct TableShape {
  uint64_t block_size = 4096;  // BlockBasedTableOptions::block_size, bytes.
  CodecSetting codec;
  // RocksDB's "k=v;k=v" for all else of BlockBasedTableOptions.
  std::string table_options;
  bool reverse_order = false;       // rocksdb.ReverseBytewiseComparator.
  uint32_t fixed_prefix_bytes = 0;  // The prefix extractor's; 0: none.
  // By a database's flush with a snapshot after each record, so that each gets
  // its sequence number and none is dropped; else by SstFileWriter.
  bool keep_versions = false;
};

struct Preset {
  std::string_view name;
  std::string_view summary;  // A line for people.
  TableShape shape;
  // What --num counts, or 0 when the records are fixed.
  uint64_t default_num = 0;

  // The rest is for MakePresetSource().
  uint64_t (*record_count)(uint64_t num);
  void (*make_record)(uint64_t position, uint64_t num, SeededRandom* random,
                      Record* record);
};

// In the order people see them.
std::span<const Preset> Presets();

// Null when there is none of that name.
const Preset* FindPreset(std::string_view name);

// The records of `preset`: equal arguments give equal bytes everywhere.
// `num` is ignored when the preset's records are fixed.
// REQUIRES: num <= kMaxPresetNum.
std::unique_ptr<RecordSource> MakePresetSource(const Preset& preset,
                                               uint64_t num, uint64_t seed);

}  // namespace sstr
