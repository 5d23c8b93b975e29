// SPDX-License-Identifier: Apache-2.0

#include "make/presets.h"

#include "make/preset_records.h"
#include "make/seeded_random.h"

namespace sstr {
namespace {

uint64_t EveryNumber(uint64_t num) { return num; }

template <uint64_t kCount>
uint64_t Fixed(uint64_t /*num*/) {
  return kCount;
}

CodecSetting Codec(CompressionType type) { return CodecSetting{.type = type}; }

constexpr std::string_view kHashOptions =
    "index_type=kHashSearch;data_block_index_type=kDataBlockBinaryAndHash;"
    "format_version=2;checksum=kxxHash64";
constexpr std::string_view kPartitionedOptions =
    "index_type=kTwoLevelIndexSearch;filter_policy=bloomfilter:10:false;"
    "partition_filters=true;metadata_block_size=512;format_version=5;"
    "checksum=kXXH3";

// What a shape leaves out is at TableShape's default: 4 KiB, uncompressed.
const Preset kPresets[] = {
    {.name = "ten_percent",
     .summary = "values of 3600 random bytes and 400 z: shrink by a tenth",
     .default_num = 200,
     .record_count = EveryNumber,
     .make_record = MakeTenPercent},
    {.name = "alternate",
     .summary = "16384 random bytes and 16384 zero bytes in turn",
     .default_num = 200,
     .record_count = EveryNumber,
     .make_record = MakeAlternate},
    {.name = "json_users",
     .summary = "small JSON objects that look alike; 16 KiB blocks",
     .shape = {.block_size = 16384},
     .default_num = 20000,
     .record_count = EveryNumber,
     .make_record = MakeJsonUser},
    {.name = "range_mixed",
     .summary = "keys, and a range deletion for every tenth; Snappy",
     .shape = {.codec = Codec(CompressionType::kSnappy)},
     .default_num = 1000,
     .record_count = RangeMixedRecords,
     .make_record = MakeRangeMixed},
    {.name = "range_only",
     .summary = "range deletions and no key; Snappy",
     .shape = {.codec = Codec(CompressionType::kSnappy)},
     .default_num = 10,
     .record_count = EveryNumber,
     .make_record = MakeRangeOnly},
    {.name = "reverse",
     .summary = "keys descending, reverse bytewise comparator; Snappy",
     .shape = {.codec = Codec(CompressionType::kSnappy), .reverse_order = true},
     .default_num = 1000,
     .record_count = EveryNumber,
     .make_record = MakeReverse},
    {.name = "hash",
     .summary = "hash index, in-block hash, format 2, xxHash64; LZ4",
     .shape = {.codec = Codec(CompressionType::kLZ4),
               .table_options = std::string(kHashOptions),
               .fixed_prefix_bytes = 4},
     .default_num = 5000,
     .record_count = EveryNumber,
     .make_record = MakeSixLetters},
    {.name = "partitioned",
     .summary = "two-level index, partitioned Bloom filter, XXH3; ZSTD",
     .shape = {.codec = Codec(CompressionType::kZSTD),
               .table_options = std::string(kPartitionedOptions)},
     .default_num = 5000,
     .record_count = EveryNumber,
     .make_record = MakeSixLetters},
    {.name = "random",
     .summary = "values of 512 random bytes; 16 KiB blocks",
     .shape = {.block_size = 16384},
     .default_num = 2000,
     .record_count = EveryNumber,
     .make_record = MakeRandom},
    {.name = "one_key",
     .summary = "one key of one byte",
     .record_count = Fixed<kOneKeyRecords>,
     .make_record = MakeOneKey},
    {.name = "odd_keys",
     .summary = "an empty key, an empty value, a deletion",
     .record_count = Fixed<kOddKeysRecords>,
     .make_record = MakeOddKeys},
    {.name = "versions",
     .summary = "one key put, deleted, merged and single-deleted; all kept",
     .shape = {.keep_versions = true},
     .record_count = Fixed<kVersionsRecords>,
     .make_record = MakeVersions},
    {.name = "bench",
     .summary = "16-byte keys, 100-byte values that halve; 16 KiB blocks",
     .shape = {.block_size = 16384},
     .default_num = 400000,
     .record_count = EveryNumber,
     .make_record = MakeBench},
};

class PresetSource : public RecordSource {
 public:
  PresetSource(const Preset& preset, uint64_t num, uint64_t seed)
      : preset_(preset),
        num_(num),
        count_(preset.record_count(num)),
        random_(seed) {}

  Result<bool> Next(Record* record) override {
    if (position_ == count_) return false;
    record->kind = RecordKind::kPut;
    record->key.clear();
    record->value.clear();
    preset_.make_record(position_++, num_, &random_, record);
    return true;
  }

 private:
  const Preset& preset_;
  const uint64_t num_;
  const uint64_t count_;
  uint64_t position_ = 0;
  SeededRandom random_;
};

}  // namespace

std::span<const Preset> Presets() { return kPresets; }

const Preset* FindPreset(std::string_view name) {
  for (const Preset& preset : kPresets) {
    if (preset.name == name) return &preset;
  }
  return nullptr;
}

std::unique_ptr<RecordSource> MakePresetSource(const Preset& preset,
                                               uint64_t num, uint64_t seed) {
  return std::make_unique<PresetSource>(preset, num, seed);
}

}  // namespace sstr
