// SPDX-License-Identifier: Apache-2.0

#include "make/presets.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "make/seeded_random.h"

namespace sstr {
namespace {

// A range deletion covers half of the keys up to the next one's start.
constexpr uint64_t kKeysPerRange = 10;
constexpr uint64_t kKeysInRange = 5;

constexpr uint64_t kOneKeyRecords = 1;
constexpr uint64_t kOddKeysRecords = 3;
constexpr uint64_t kVersionsRecords = 10;

std::string NumberedKey(uint64_t number) {
  return fmt::format("k{:08}", number);
}

void AppendLetters(size_t count, uint32_t alphabet, SeededRandom* random,
                   std::string* out) {
  random->AppendCharacters(count, 'a', alphabet, out);
}

void SetRange(uint64_t range, Record* record) {
  const uint64_t first = range * kKeysPerRange;
  record->kind = RecordKind::kDeleteRange;
  record->key = NumberedKey(first);
  record->value = NumberedKey(first + kKeysInRange);
}

// A range deletion for every tenth key.
uint64_t RangeMixedRecords(uint64_t num) {
  return num + (num + kKeysPerRange - 1) / kKeysPerRange;
}

// One function for each preset: the record at `position` of a table made for
// `num`. Called for positions 0, 1, 2, ... in turn with one SeededRandom.
// `record` comes with its strings empty and kind kPut.

void MakeTenPercent(uint64_t position, uint64_t /*num*/, SeededRandom* random,
                    Record* record) {
  record->key = NumberedKey(position);
  random->AppendBytes(3600, &record->value);
  record->value.append(400, 'z');
}

void MakeAlternate(uint64_t position, uint64_t /*num*/, SeededRandom* random,
                   Record* record) {
  constexpr size_t kValueBytes = 16384;
  record->key = NumberedKey(position);
  if (position % 2 == 0) {
    random->AppendBytes(kValueBytes, &record->value);
  } else {
    record->value.append(kValueBytes, '\0');
  }
}

void MakeJsonUser(uint64_t position, uint64_t /*num*/, SeededRandom* random,
                  Record* record) {
  static constexpr std::string_view kNames[] = {
      "alice", "bernard", "carol", "david", "eleanor", "frank", "grace", "ida"};
  const std::string_view name = kNames[random->Below(std::size(kNames))];
  std::string mailbox;
  AppendLetters(6, 26, random, &mailbox);
  const bool active = random->Below(2) == 1;
  record->key = fmt::format("user:{:08}", position);
  record->value = fmt::format(
      R"({{"id":{},"name":"{}","email":"{}@example.com","active":{}}})",
      position, name, mailbox, active);
}

void MakeRangeMixed(uint64_t position, uint64_t num, SeededRandom* random,
                    Record* record) {
  if (position >= num) return SetRange(position - num, record);
  record->key = NumberedKey(position);
  AppendLetters(50, 4, random, &record->value);
}

void MakeRangeOnly(uint64_t position, uint64_t /*num*/,
                   SeededRandom* /*random*/, Record* record) {
  SetRange(position, record);
}

void MakeSixLetters(uint64_t position, uint64_t /*num*/, SeededRandom* random,
                    Record* record) {
  record->key = NumberedKey(position);
  AppendLetters(40, 6, random, &record->value);
}

void MakeReverse(uint64_t position, uint64_t num, SeededRandom* random,
                 Record* record) {
  MakeSixLetters(num - 1 - position, num, random, record);
}

void MakeRandom(uint64_t position, uint64_t /*num*/, SeededRandom* random,
                Record* record) {
  record->key = NumberedKey(position);
  random->AppendBytes(512, &record->value);
}

void MakeOneKey(uint64_t /*position*/, uint64_t /*num*/,
                SeededRandom* /*random*/, Record* record) {
  *record = Record{RecordKind::kPut, "a", "b"};
}

void MakeOddKeys(uint64_t position, uint64_t /*num*/, SeededRandom* /*random*/,
                 Record* record) {
  static const Record kRecords[kOddKeysRecords] = {
      {RecordKind::kPut, "", ""},
      {RecordKind::kPut, "a", ""},
      {RecordKind::kDelete, "b", ""},
  };
  *record = kRecords[position];
}

void MakeVersions(uint64_t position, uint64_t /*num*/, SeededRandom* /*random*/,
                  Record* record) {
  static constexpr RecordKind kKinds[kVersionsRecords] = {
      RecordKind::kPut,          RecordKind::kPut,   RecordKind::kPut,
      RecordKind::kPut,          RecordKind::kPut,   RecordKind::kDelete,
      RecordKind::kMerge,        RecordKind::kMerge, RecordKind::kMerge,
      RecordKind::kSingleDelete,
  };
  const RecordKind kind = kKinds[position];
  const bool has_value = kind == RecordKind::kPut || kind == RecordKind::kMerge;
  *record = Record{
      kind, "key",
      has_value ? fmt::format("version-{}", position + 1) : std::string()};
}

void MakeBench(uint64_t position, uint64_t /*num*/, SeededRandom* random,
               Record* record) {
  // A half of printable noise, then the same again: what a codec with a window
  // brings down to half.
  constexpr size_t kHalfValueBytes = 50;
  record->key = fmt::format("{:016}", position);
  random->AppendCharacters(kHalfValueBytes, ' ', 95, &record->value);
  record->value.append(std::string(record->value));
}

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
