// SPDX-License-Identifier: Apache-2.0

#include "rocks/effective_setting.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/registry.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using enum CompressionType;

constexpr RocksRelease k7_8 = {7, 8};
constexpr RocksRelease k8_6 = {8, 6};
constexpr RocksRelease k8_7 = {8, 7};
constexpr RocksRelease k11_4 = {11, 4};
constexpr RocksRelease k11_5 = {11, 5};
constexpr int kDefault = kDefaultCompressionLevel;

EffectiveSetting Setting(CompressionType type, int level,
                         RocksRelease release) {
  return GetEffectiveSetting({.type = type, .level = level}, release);
}

TEST(RocksReleaseTest, ComparesMajorBeforeMinor) {
  EXPECT_LT(k7_8, k8_6);
  EXPECT_LT(k8_6, k8_7);
  EXPECT_LT(k8_7, k11_4);
  EXPECT_GE(k11_5, k11_5);
}

TEST(EffectiveSettingTest, LevelsRunAsTheReleaseHasThem) {
  struct Row {
    CompressionType asked;
    int level;
    RocksRelease release;
    CompressionType type;
    int runs;
  };
  const Row rows[] = {
      {kZlib, kDefault, k7_8, kZlib, 6},
      {kZlib, -1, k7_8, kZlib, 6},
      {kZlib, 0, k11_5, kZlib, 0},
      {kZlib, 9, k7_8, kZlib, 9},
      {kZSTD, kDefault, k11_5, kZSTD, 3},
      {kZSTD, 0, k11_4, kZSTD, 3},
      {kZSTD, 0, k11_5, kZSTD, -1},
      {kZSTD, 23, k7_8, kZSTD, 22},
      {kZSTD, -200000, k7_8, kZSTD, -131072},
      {kZSTDNotFinal, 19, k7_8, kZSTDNotFinal, 19},
      {kLZ4, kDefault, k11_5, kLZ4, -1},
      {kLZ4, 5, k8_7, kLZ4, -1},
      {kLZ4, -5, k8_7, kLZ4, -5},
      {kLZ4, -70000, k8_7, kLZ4, -65537},
      {kLZ4, 0, k11_5, kLZ4, -1},
      {kLZ4, 1, k11_4, kLZ4, -1},
      {kLZ4, 1, k11_5, kLZ4HC, 1},
      {kLZ4HC, kDefault, k7_8, kLZ4HC, 9},
      {kLZ4HC, kDefault, k11_5, kLZ4HC, 9},
      {kLZ4HC, 0, k11_4, kLZ4HC, 9},
      {kLZ4HC, 13, k7_8, kLZ4HC, 12},
      {kLZ4HC, -3, k11_4, kLZ4HC, 9},
      {kLZ4HC, -3, k11_5, kLZ4, -3},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(testing::Message()
                 << CompressionTypeName(row.asked) << " level " << row.level
                 << " in " << row.release.major << "." << row.release.minor);
    const EffectiveSetting setting = Setting(row.asked, row.level, row.release);
    EXPECT_EQ(setting.type, row.type);
    EXPECT_EQ(setting.level, row.runs);
    EXPECT_TRUE(setting.level_matters);
    EXPECT_FALSE(setting.rejected);
  }
}

TEST(EffectiveSettingTest, Lz4sAccelerationMattersFrom8_7On) {
  const EffectiveSetting before = Setting(kLZ4, -5, k8_6);
  EXPECT_FALSE(before.level_matters);
  EXPECT_EQ(before.note,
            "the level has no effect on this codec in RocksDB 8.6");
  EXPECT_TRUE(Setting(kLZ4, -5, k8_7).level_matters);
}

TEST(EffectiveSettingTest, ZlibOutsideItsLevelsIsRejected) {
  for (const int level : {-2, 10}) {
    const EffectiveSetting setting = Setting(kZlib, level, k7_8);
    EXPECT_TRUE(setting.rejected) << level;
    EXPECT_THAT(setting.note, HasSubstr("zlib takes levels -1 to 9"));
  }
}

TEST(EffectiveSettingTest, NotesSayWhatIsReplacedAndNothingElse) {
  EXPECT_EQ(Setting(kLZ4, 5, k11_5).note,
            "RocksDB 11.5 runs kLZ4HCCompression level 5 for it");
  EXPECT_EQ(Setting(kLZ4HC, 13, k7_8).note, "level 13 runs as 12");
  EXPECT_EQ(Setting(kZSTD, 0, k11_5).note, "level 0 runs as -1");
  EXPECT_THAT(Setting(kZlib, -1, k7_8).note, IsEmpty());
  EXPECT_THAT(Setting(kZSTD, 19, k7_8).note, IsEmpty());
  EXPECT_THAT(Setting(kLZ4HC, kDefault, k11_5).note, IsEmpty());
}

TEST(EffectiveSettingTest, WhatHasNoRuleHasNoLevels) {
  for (const CompressionType type : {kNone, kSnappy, kBZip2, kXpress}) {
    const EffectiveSetting setting = Setting(type, 5, k11_5);
    EXPECT_EQ(setting.type, type);
    EXPECT_FALSE(setting.level_matters);
    EXPECT_EQ(setting.note,
              "the level has no effect on this codec in RocksDB 11.5");
  }
}

// A level by default must be one that the codec's library has.
TEST(EffectiveSettingTest, AnswersForEveryCodecOfTheRegistry) {
  for (const Codec* codec : AllCodecs()) {
    const EffectiveSetting setting =
        Setting(codec->info().type, kDefault, k11_5);
    EXPECT_EQ(setting.type, codec->info().type);
    EXPECT_THAT(setting.note, IsEmpty()) << codec->name();
  }
}

TEST(EffectiveThreadsTest, FastCodecsRunAloneFrom11_5On) {
  for (const CompressionType type : {kSnappy, kLZ4}) {
    const EffectiveSetting setting = {.type = type};
    EXPECT_EQ(EffectiveThreads(4, setting, false, k11_4), 4u);
    EXPECT_EQ(EffectiveThreads(4, setting, false, k11_5), 1u);
  }
  EXPECT_EQ(EffectiveThreads(4, Setting(kZSTD, -1, k11_5), false, k11_5), 1u);
  EXPECT_EQ(EffectiveThreads(4, Setting(kZSTD, 1, k11_5), false, k11_5), 4u);
}

TEST(EffectiveThreadsTest, FiltersMayRunAloneInAnyRelease) {
  EXPECT_EQ(EffectiveThreads(4, {.type = kZSTD, .level = 3}, true, k11_4), 1u);
}

}  // namespace
}  // namespace sstr
