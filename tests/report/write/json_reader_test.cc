// SPDX-License-Identifier: Apache-2.0

#include "report/write/json_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "report/sample_report.h"
#include "report/totals.h"
#include "report/write/json_writer.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

RunReport ReportWithTotals() {
  RunReport report = SampleReport();
  AddTotals(&report);
  return report;
}

// The sample report with `value` at `pointer`.
std::string Changed(const char* pointer, Json value) {
  Json json = Json::parse(WriteJson(ReportWithTotals()));
  json[Json::json_pointer(pointer)] = std::move(value);
  return json.dump();
}

Status StatusOf(const std::string& text) { return ReadJson(text).status(); }

TEST(JsonReaderTest, ReadsBackWhatWasWritten) {
  const RunReport report = ReportWithTotals();
  const auto read = ReadJson(WriteJson(report));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(WriteJson(*read), WriteJson(report));
}

TEST(JsonReaderTest, ATargetIntervalArrives) {
  RunReport report = SampleReport();
  report.context.target_interval = 0.01;
  report.context.max_seconds = 60;
  report.context.rounds_note = "stopped";
  report.context.cpu_turbo.reset();
  const auto read = ReadJson(WriteJson(report));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->context.target_interval, 0.01);
  EXPECT_EQ(read->context.max_seconds, 60u);
  EXPECT_EQ(read->context.rounds_note, "stopped");
  EXPECT_FALSE(read->context.cpu_turbo.has_value());
}

// Against the structs themselves, so that a field that writer and reader both
// forget is missed less easily.
TEST(JsonReaderTest, RawFieldsArrive) {
  const auto read = ReadJson(WriteJson(ReportWithTotals()));
  ASSERT_TRUE(read.ok());
  EXPECT_TRUE(read->complete);
  EXPECT_EQ(read->context.codec_versions, SampleContext().codec_versions);
  EXPECT_EQ(read->context.load_1min, 0.25);
  EXPECT_EQ(read->context.absent_counters, SampleContext().absent_counters);
  EXPECT_EQ(read->context.pinned_to, "0-3");
  EXPECT_EQ(read->context.cpu_turbo, false);
  EXPECT_EQ(read->context.virtual_machine, "QEMU Standard PC");
  EXPECT_EQ(read->context.warnings, SampleContext().warnings);
  ASSERT_EQ(read->rows.size(), 12u);
  const ReportRow& zstd = read->rows[2];
  EXPECT_EQ(zstd.kind, RowKind::kPass);
  EXPECT_EQ(zstd.spec, LargeZstd().spec);
  EXPECT_EQ(zstd.sizes.SumOfParts(), zstd.sizes.file_bytes);
  EXPECT_EQ(zstd.sizes.data_blocks_by_stored_type,
            LargeZstd().sizes.data_blocks_by_stored_type);
  EXPECT_EQ(zstd.blocks_rejected, 20u);
  ASSERT_EQ(zstd.samples.size(), 3u);
  EXPECT_EQ(zstd.samples[2].round, 2u);
  EXPECT_EQ(zstd.samples[1].write.wall_nanos, 25'000'000u);
  EXPECT_EQ(zstd.samples[1].write.cycles, 60'000'000u);
  EXPECT_FALSE(zstd.samples[1].write.branches.has_value());
  EXPECT_EQ(zstd.samples[0].compress_nanos, 15'500'500.0);
  EXPECT_EQ(read->rows[0].samples[0].write.iterations, 0u);
  EXPECT_EQ(read->rows[6].status, RowStatus::kError);
  EXPECT_EQ(read->rows[6].status_detail, TinyZstdError().status_detail);
  EXPECT_EQ(read->rows[9].total.value().write_nanos, 2'500'400.0);
}

TEST(JsonReaderTest, NamesThatAreNotUtf8DoNotStopTheReport) {
  RunReport report = SampleReport();
  report.rows[0].file = "a\xff.sst";
  const auto read = ReadJson(WriteJson(report));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->rows[0].file, "a\xef\xbf\xbd.sst");
}

TEST(JsonReaderTest, TypeCodesWithoutANameRoundTrip) {
  RunReport report = SampleReport();
  report.rows[0].sizes.data_blocks_by_stored_type = {
      {static_cast<CompressionType>(0x81), 200}};
  const auto read = ReadJson(WriteJson(report));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->rows[0].sizes.data_blocks_by_stored_type,
            report.rows[0].sizes.data_blocks_by_stored_type);
}

TEST(JsonReaderTest, OtherSchemaVersionIsRefusedNamingBoth) {
  const Status status = StatusOf(Changed("/schema_version", 7));
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_THAT(status.message(), HasSubstr("version 7"));
  EXPECT_THAT(status.message(), HasSubstr("version 2"));
}

// Of another version nothing else is known, so nothing else is complained of.
TEST(JsonReaderTest, OtherSchemaVersionIsRefusedWhateverElseItHolds) {
  EXPECT_EQ(StatusOf("{\"schema_version\": 3}").code(),
            StatusCode::kNotSupported);
}

TEST(JsonReaderTest, WhatIsNotJsonIsCorruptionWithItsPlace) {
  const std::string text = WriteJson(SampleReport());
  const Status cut = StatusOf(text.substr(0, text.size() / 2));
  EXPECT_EQ(cut.code(), StatusCode::kCorruption);
  EXPECT_THAT(cut.message(), HasSubstr("byte"));
  EXPECT_EQ(StatusOf("").code(), StatusCode::kCorruption);
  EXPECT_EQ(StatusOf("\xff\xfe").code(), StatusCode::kCorruption);
}

TEST(JsonReaderTest, WhatIsNoReportIsCorruption) {
  for (const char* text : {"[]", "1", "null", "{}", "\"x\""}) {
    EXPECT_EQ(StatusOf(text).code(), StatusCode::kCorruption) << text;
  }
}

TEST(JsonReaderTest, FaultsAreNamedWithTheirPlace) {
  const struct {
    const char* pointer;
    Json value;
    const char* place;
  } kFaults[] = {
      {"/complete", "yes", "report: complete: not true or false"},
      {"/context", 5, "report: context: not an object"},
      {"/context/seed", -1, "report: context.seed: not a whole number"},
      {"/context/repeat", 4294967296, "report: context.repeat: not a whole"},
      {"/context/host", 1, "report: context.host: not a string"},
      {"/context/load_1min", "x", "report: context.load_1min: not a number"},
      {"/context/warnings", {1}, "context.warnings: not an array of strings"},
      {"/context/codec_versions/lz4", 1, "context.codec_versions.lz4: not a"},
      {"/rows", Json::object(), "report: rows: not an array"},
      {"/rows/1", 5, "report: rows[1]: not an object"},
      {"/rows/1/kind", "other", "rows[1].kind: 'other' is no kind of row"},
      {"/rows/1/status", "fine", "rows[1].status: 'fine' is no status"},
      {"/rows/1/sizes", nullptr, "report: rows[1].sizes: not an object"},
      {"/rows/1/sizes/file_bytes", 1.5, "rows[1].sizes.file_bytes: not a"},
      {"/rows/1/sizes/file_bytes", true, "rows[1].sizes.file_bytes: not a"},
      {"/rows/1/sizes/data_blocks_by_stored_type/kFoo", 1,
       "rows[1].sizes.data_blocks_by_stored_type.kFoo: no compression type"},
      {"/rows/1/spec/compression_type", "kFoo",
       "rows[1].spec.compression_type: 'kFoo' is no compression type"},
      {"/rows/1/spec/compression_level", 2147483648,
       "rows[1].spec.compression_level: not a whole number from -2147483648"},
      {"/rows/1/raw_samples/2/scan/wall_nanos", "1",
       "rows[1].raw_samples[2].scan.wall_nanos: not a whole number"},
      {"/rows/9/total", nullptr, "report: rows[9].total: not an object"},
  };
  for (const auto& fault : kFaults) {
    const Status status = StatusOf(Changed(fault.pointer, fault.value));
    EXPECT_EQ(status.code(), StatusCode::kCorruption) << fault.pointer;
    EXPECT_THAT(status.message(), HasSubstr(fault.place));
  }
}

TEST(JsonReaderTest, MissingFieldIsNamed) {
  Json json = Json::parse(WriteJson(SampleReport()));
  json["rows"][2]["sizes"].erase("index_bytes");
  EXPECT_EQ(StatusOf(json.dump()).message(),
            "report: rows[2].sizes.index_bytes: missing");
}

TEST(JsonReaderTest, UnknownFieldIsIgnored) {
  EXPECT_TRUE(StatusOf(Changed("/rows/1/sizes/new_part_bytes", 5)).ok());
}

}  // namespace
}  // namespace sstr
