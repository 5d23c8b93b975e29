// SPDX-License-Identifier: Apache-2.0

#include "make/preset_records.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

namespace sstr {
namespace {

// A range deletion covers half of the keys up to the next one's start.
constexpr uint64_t kKeysPerRange = 10;
constexpr uint64_t kKeysInRange = 5;

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

}  // namespace

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

uint64_t RangeMixedRecords(uint64_t num) {
  return num + (num + kKeysPerRange - 1) / kKeysPerRange;
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

void MakeReverse(uint64_t position, uint64_t num, SeededRandom* random,
                 Record* record) {
  MakeSixLetters(num - 1 - position, num, random, record);
}

void MakeSixLetters(uint64_t position, uint64_t /*num*/, SeededRandom* random,
                    Record* record) {
  record->key = NumberedKey(position);
  AppendLetters(40, 6, random, &record->value);
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

}  // namespace sstr
