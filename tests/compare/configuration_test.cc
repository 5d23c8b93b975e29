// SPDX-License-Identifier: Apache-2.0

#include "compare/configuration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "compare/paired_reports.h"

namespace sstr {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RunContext Context() { return ReportOf({}).context; }

ReportRow RowOf(CompressionType type, std::optional<int> level) {
  ReportRow row = PassRow(SpecOf(type));
  row.effective->level = level;
  return row;
}

std::string Why(const ReportRow& a, const ReportRow& b) {
  return WhyNotSameWork(a, b, /*accept_format_version=*/false);
}

TEST(ConfigurationTest, EqualContextsDoNotDiffer) {
  EXPECT_THAT(DiffContexts(Context(), Context()), IsEmpty());
  EXPECT_THAT(ContextWarnings(Context(), Context()), IsEmpty());
}

TEST(ConfigurationTest, ReleaseAndCodecsAreNamedWithBothVersions) {
  RunContext a = Context();
  RunContext b = Context();
  a.codec_versions = {{"lz4", "1.9.4"}, {"zstd", "1.5.4"}};
  b.codec_versions = {{"lz4", "1.10.0"}, {"zstd", "1.5.4"}, {"brotli", "1.1"}};
  b.rocksdb_library_version = "9.10.0";
  EXPECT_THAT(
      DiffContexts(a, b),
      ElementsAre(
          ConfigurationDifference{"RocksDB", "7.8.3", "9.10.0", false},
          ConfigurationDifference{"brotli library", "unknown", "1.1", false},
          ConfigurationDifference{"lz4 library", "1.9.4", "1.10.0", false}));
}

TEST(ConfigurationTest, MachineAndJobsAreCompared) {
  RunContext a = Context();
  RunContext b = Context();
  b.host = "otherhost";
  b.cpu_governor = "powersave";
  b.jobs = 2;
  EXPECT_THAT(
      DiffContexts(a, b),
      ElementsAre(
          ConfigurationDifference{"host", "testhost", "otherhost", true},
          ConfigurationDifference{"governor", "unknown", "powersave", false},
          ConfigurationDifference{"jobs", "1", "2", false}));
  EXPECT_THAT(ContextWarnings(a, b),
              ElementsAre(HasSubstr("2 passes at a time"),
                          HasSubstr("DIFFERENT MACHINES")));
}

// User report 35: a "regression" that was only a debug build.
TEST(ConfigurationTest, AssertionsOfOneSideAreLoud) {
  RunContext asserting = Context();
  asserting.rocksdb_assertions = true;
  EXPECT_THAT(DiffContexts(Context(), asserting),
              ElementsAre(ConfigurationDifference{"RocksDB assertions", "off",
                                                  "on", true}));
  EXPECT_THAT(
      ContextWarnings(Context(), asserting),
      ElementsAre(HasSubstr("ASSERTIONS ON: the contender's RocksDB 7.8.3")));
}

// sst_dump does not tell; it has no headers of its own either.
TEST(ConfigurationTest, AssertionsThatAreNotToldAreUnknown) {
  RunContext asserting = Context();
  asserting.rocksdb_assertions = true;
  RunContext foreign = Context();
  foreign.rocksdb_header_version = "";
  EXPECT_THAT(DiffContexts(asserting, foreign),
              Contains(ConfigurationDifference{"RocksDB assertions", "on",
                                               "unknown", false}));
}

TEST(ConfigurationTest, WhatBothSidesHaveStillWarns) {
  RunContext slow = Context();
  slow.build_type = "Debug";
  slow.rocksdb_assertions = true;
  EXPECT_THAT(DiffContexts(slow, slow), IsEmpty());
  EXPECT_THAT(ContextWarnings(slow, slow),
              ElementsAre(HasSubstr("ASSERTIONS ON: the baseline"),
                          HasSubstr("DEBUG BUILD: the baseline"),
                          HasSubstr("ASSERTIONS ON: the contender"),
                          HasSubstr("DEBUG BUILD: the contender")));
}

TEST(ConfigurationTest, UnknownHostIsNoOtherMachine) {
  RunContext unknown = Context();
  unknown.host = "";
  EXPECT_THAT(DiffContexts(Context(), unknown),
              ElementsAre(ConfigurationDifference{"host", "testhost", "unknown",
                                                  false}));
  EXPECT_THAT(ContextWarnings(Context(), unknown), IsEmpty());
}

// User report 6: 11.5 and later run LZ4HC for kLZ4Compression at level 5.
TEST(ConfigurationTest, ReplacedCodecIsToldInWords) {
  EXPECT_EQ(Why(RowOf(CompressionType::kLZ4, std::nullopt),
                RowOf(CompressionType::kLZ4HC, 5)),
            "baseline ran kLZ4Compression, contender kLZ4HCCompression level "
            "5");
}

TEST(ConfigurationTest, OtherLevelIsNotTheSameWork) {
  EXPECT_EQ(
      Why(RowOf(CompressionType::kZSTD, 3), RowOf(CompressionType::kZSTD, -1)),
      "baseline ran kZSTD level 3, contender kZSTD level -1");
}

// Up to 8.6 RocksDB calls LZ4 with acceleration 1 whatever the level; from 8.7
// on that is what level -1 means.
TEST(ConfigurationTest, LZ4WithoutLevelIsLevelMinusOne) {
  const ReportRow old = RowOf(CompressionType::kLZ4, std::nullopt);
  EXPECT_EQ(Why(old, RowOf(CompressionType::kLZ4, -1)), "");
  EXPECT_EQ(Why(old, RowOf(CompressionType::kLZ4, -10)),
            "baseline ran kLZ4Compression, contender kLZ4Compression level "
            "-10");
}

TEST(ConfigurationTest, ThreadsAndFormatVersionAreBothTold) {
  ReportRow a = RowOf(CompressionType::kZSTD, 3);
  ReportRow b = a;
  b.effective->threads = 8;
  b.effective->format_version = 6;
  EXPECT_EQ(Why(a, b),
            "baseline ran with parallel_threads 1, contender with 8; baseline "
            "wrote format_version 5, contender 6: --table_options can fix it "
            "for both");
  b.effective->threads = 1;
  EXPECT_EQ(WhyNotSameWork(a, b, /*accept_format_version=*/true), "");
}

TEST(ConfigurationTest, KeepRuleMattersWhenItDecidedOtherwise) {
  ReportRow a = RowOf(CompressionType::kZSTD, 3);
  a.blocks_compressed = 200;
  ReportRow b = a;
  b.effective->keep_rule = "limit:896";
  EXPECT_EQ(Why(a, b), "");
  b.blocks_compressed = 199;
  b.blocks_rejected = 1;
  EXPECT_EQ(Why(a, b),
            "baseline keeps blocks by the rule rocksdb7 (200 blocks compressed "
            "and 0 rejected), contender by limit:896 (199 blocks compressed "
            "and 1 rejected)");
}

TEST(ConfigurationTest, UnknownConfigurationIsNotHeldAgainstACell) {
  ReportRow unknown = RowOf(CompressionType::kZSTD, 3);
  unknown.effective.reset();
  EXPECT_EQ(Why(unknown, RowOf(CompressionType::kLZ4HC, 5)), "");
}

}  // namespace
}  // namespace sstr
