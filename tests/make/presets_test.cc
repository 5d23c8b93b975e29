// SPDX-License-Identifier: Apache-2.0

#include "make/presets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace sstr {
namespace {

using ::testing::AllOf;
using ::testing::Each;
using ::testing::Field;
using ::testing::MatchesRegex;
using ::testing::SizeIs;

std::vector<Record> RecordsOf(const std::string& name, uint64_t num,
                              uint64_t seed) {
  const Preset* preset = FindPreset(name);
  EXPECT_NE(preset, nullptr) << name;
  const auto source = MakePresetSource(*preset, num, seed);
  std::vector<Record> records;
  Record record;
  while (source->Next(&record).value()) records.push_back(record);
  return records;
}

std::vector<Record> RecordsOf(const std::string& name) {
  return RecordsOf(name, FindPreset(name)->default_num, 1);
}

auto HasKind(RecordKind kind) { return Field(&Record::kind, kind); }

TEST(PresetsTest, UnknownNameHasNone) {
  EXPECT_EQ(FindPreset("nope"), nullptr);
  EXPECT_EQ(FindPreset(""), nullptr);
}

TEST(PresetsTest, EqualSeedsGiveEqualRecordsAndOthersDoNot) {
  for (const Preset& preset : Presets()) {
    const std::string name(preset.name);
    EXPECT_EQ(RecordsOf(name, 50, 7), RecordsOf(name, 50, 7)) << name;
  }
  for (const std::string name : {"ten_percent", "json_users", "bench"}) {
    EXPECT_NE(RecordsOf(name, 50, 7), RecordsOf(name, 50, 8)) << name;
  }
}

TEST(PresetsTest, NumCountsKeys) {
  for (const Preset& preset : Presets()) {
    if (preset.default_num == 0) continue;
    const std::string name(preset.name);
    const auto records = RecordsOf(name, 25, 1);
    // range_mixed: keys 0 to 24, ranges from 0, 10 and 20.
    EXPECT_THAT(records, SizeIs(name == "range_mixed" ? 28 : 25)) << name;
  }
}

TEST(PresetsTest, TenPercentEndsWithFourHundredZ) {
  const auto records = RecordsOf("ten_percent");
  ASSERT_THAT(records, SizeIs(200));
  EXPECT_EQ(records[199].key, "k00000199");
  for (const Record& record : records) {
    ASSERT_EQ(record.value.size(), 4000u);
    EXPECT_EQ(record.value.substr(3600), std::string(400, 'z'));
  }
}

TEST(PresetsTest, AlternateHasZerosAtOddKeys) {
  const auto records = RecordsOf("alternate");
  ASSERT_THAT(records, SizeIs(200));
  const std::string zeros(16384, '\0');
  for (size_t i = 0; i < records.size(); ++i) {
    ASSERT_EQ(records[i].value.size(), zeros.size());
    EXPECT_EQ(records[i].value == zeros, i % 2 == 1) << i;
  }
}

TEST(PresetsTest, JsonUsersAreJsonWithTheNumber) {
  const auto records = RecordsOf("json_users");
  ASSERT_THAT(records, SizeIs(20000));
  EXPECT_EQ(records[12345].key, "user:00012345");
  EXPECT_THAT(records[12345].value,
              MatchesRegex("\\{\"id\":12345,\"name\":\"[a-z]+\",\"email\":\""
                           "[a-z]{6}@example\\.com\",\"active\":(true|false)"
                           "\\}"));
}

TEST(PresetsTest, RangeMixedHasARangeForEveryTenthKey) {
  const auto records = RecordsOf("range_mixed");
  ASSERT_THAT(records, SizeIs(1100));
  const std::vector<Record> points(records.begin(), records.begin() + 1000);
  const std::vector<Record> ranges(records.begin() + 1000, records.end());
  EXPECT_THAT(points, Each(AllOf(HasKind(RecordKind::kPut),
                                 Field(&Record::value, SizeIs(50)))));
  EXPECT_THAT(ranges, Each(HasKind(RecordKind::kDeleteRange)));
  EXPECT_EQ(ranges[0].key, "k00000000");
  EXPECT_EQ(ranges[0].value, "k00000005");
  EXPECT_EQ(ranges[99].key, "k00000990");
  EXPECT_EQ(ranges[99].value, "k00000995");
}

TEST(PresetsTest, RangeOnlyHasNoKey) {
  const auto records = RecordsOf("range_only");
  ASSERT_THAT(records, SizeIs(10));
  EXPECT_THAT(records, Each(HasKind(RecordKind::kDeleteRange)));
}

TEST(PresetsTest, ReverseDescends) {
  const auto records = RecordsOf("reverse");
  ASSERT_THAT(records, SizeIs(1000));
  EXPECT_EQ(records[0].key, "k00000999");
  EXPECT_TRUE(
      std::ranges::is_sorted(records, std::ranges::greater(), &Record::key));
  EXPECT_THAT(records, Each(Field(&Record::value, SizeIs(40))));
}

TEST(PresetsTest, OtherKeysAscend) {
  for (const std::string name : {"ten_percent", "alternate", "json_users",
                                 "hash", "partitioned", "random", "bench"}) {
    EXPECT_TRUE(
        std::ranges::is_sorted(RecordsOf(name, 2000, 1), {}, &Record::key))
        << name;
  }
}

TEST(PresetsTest, HashAndPartitionedHaveTheSameRecords) {
  EXPECT_THAT(RecordsOf("hash"), SizeIs(5000));
  EXPECT_EQ(RecordsOf("hash"), RecordsOf("partitioned"));
}

TEST(PresetsTest, RandomHasValuesOf512Bytes) {
  const auto records = RecordsOf("random");
  EXPECT_THAT(records, SizeIs(2000));
  EXPECT_THAT(records, Each(Field(&Record::value, SizeIs(512))));
}

TEST(PresetsTest, OneKeyAndOddKeysAreAsListed) {
  EXPECT_EQ(RecordsOf("one_key"),
            (std::vector<Record>{{RecordKind::kPut, "a", "b"}}));
  EXPECT_EQ(RecordsOf("odd_keys"),
            (std::vector<Record>{{RecordKind::kPut, "", ""},
                                 {RecordKind::kPut, "a", ""},
                                 {RecordKind::kDelete, "b", ""}}));
}

TEST(PresetsTest, VersionsAreOfOneKey) {
  const auto records = RecordsOf("versions");
  using enum RecordKind;
  const std::vector<RecordKind> want = {kPut,   kPut,         kPut,   kPut,
                                        kPut,   kDelete,      kMerge, kMerge,
                                        kMerge, kSingleDelete};
  std::vector<RecordKind> got;
  for (const Record& record : records) got.push_back(record.kind);
  EXPECT_EQ(got, want);
  EXPECT_THAT(records, Each(Field(&Record::key, records[0].key)));
}

TEST(PresetsTest, BenchValuesAreAHalfTwice) {
  const auto records = RecordsOf("bench", 1000, 1);
  for (const Record& record : records) {
    ASSERT_EQ(record.key.size(), 16u);
    ASSERT_EQ(record.value.size(), 100u);
    EXPECT_EQ(record.value.substr(0, 50), record.value.substr(50));
  }
}

TEST(PresetsTest, BenchHasFortyMegabytesByDefault) {
  EXPECT_GE(FindPreset("bench")->default_num * (16 + 100), 40'000'000u);
}

}  // namespace
}  // namespace sstr
