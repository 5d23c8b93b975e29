// SPDX-License-Identifier: Apache-2.0

#include "worker/worker_protocol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;

TEST(WorkerProtocolTest, AHelloRoundTripsInOneLine) {
  WorkerHello hello;
  hello.context = SampleContext();
  hello.is_raw = true;
  hello.specs = {LargeNone().spec, LargeZstd().spec};
  hello.baseline = LargeBaseline();
  hello.baseline.samples.clear();
  hello.baseline.input_hash = std::string(32, 'a');
  const std::string line = WriteWorkerHello(hello);
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  const auto read = ReadWorkerHello(line);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_TRUE(read->is_raw);
  EXPECT_EQ(read->specs, hello.specs);
  EXPECT_EQ(read->context.rocksdb_library_version, "7.8.3");
  EXPECT_EQ(read->baseline.input_hash, hello.baseline.input_hash);
  EXPECT_EQ(read->baseline.sizes.file_bytes, hello.baseline.sizes.file_bytes);
}

TEST(WorkerProtocolTest, ARequestRoundTrips) {
  const auto read = ReadWorkerRequest(
      WriteWorkerRequest({.spec = LargeZstd().spec,
                          .round = 7,
                          .sizes_only = true,
                          .verified_image = std::string(32, 'c')}));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->spec, LargeZstd().spec);
  EXPECT_EQ(read->round, 7u);
  EXPECT_TRUE(read->sizes_only);
  EXPECT_FALSE(read->time_calls);
  EXPECT_EQ(read->verified_image, std::string(32, 'c'));
}

TEST(WorkerProtocolTest, AReplyKeepsEverythingOfItsRow) {
  ReportRow row = LargeZstd();
  row.effective = EffectiveConfiguration{.type = CompressionType::kZSTD,
                                         .level = 3,
                                         .threads = 2,
                                         .format_version = 5,
                                         .keep_rule = "rocksdb7"};
  row.compress_pool = PoolMemory{.held_bytes = 20, .peak_live_bytes = 10};
  row.samples.resize(1);
  row.samples[0].compress_call_nanos =
      CallLatency{.calls = 200, .p50 = 1.5, .p95 = 2, .p99 = 3};
  const auto reply = ReadWorkerReply(
      WriteWorkerReply({.row = row, .image_hash = std::string(32, 'b')}));
  ASSERT_TRUE(reply.ok()) << reply.status().message();
  EXPECT_EQ(reply->image_hash, std::string(32, 'b'));
  const ReportRow* read = &reply->row;
  EXPECT_EQ(read->effective, row.effective);
  EXPECT_EQ(read->compress_pool, row.compress_pool);
  ASSERT_EQ(read->samples.size(), 1u);
  EXPECT_EQ(read->samples[0].compress_call_nanos,
            row.samples[0].compress_call_nanos);
  EXPECT_EQ(read->samples[0].write.wall_nanos, row.samples[0].write.wall_nanos);
  EXPECT_EQ(read->samples[0].write.cycles, 60'000'000u);
}

TEST(WorkerProtocolTest, OtherVersionsAreRefusedNamingBoth) {
  const auto status = ReadWorkerReply(R"({"protocol": 2})").status();
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_THAT(status.message(), HasSubstr("protocol version 2"));
  EXPECT_THAT(status.message(), HasSubstr("speaks version 1"));
  const auto hello =
      ReadWorkerHello(R"({"protocol": 1, "schema_version": 1})").status();
  EXPECT_EQ(hello.code(), StatusCode::kNotSupported);
  EXPECT_THAT(hello.message(), HasSubstr("schema version 1"));
}

TEST(WorkerProtocolTest, WhatIsNoMessageIsCorruptionWithItsPlace) {
  EXPECT_THAT(ReadWorkerHello("hello").status().message(),
              HasSubstr("not JSON"));
  EXPECT_THAT(ReadWorkerRequest("{}").status().message(),
              HasSubstr("protocol: missing"));
  EXPECT_THAT(ReadWorkerRequest(R"({"protocol":1,"spec":"table","round":0})")
                  .status()
                  .message(),
              HasSubstr("spec"));
}

}  // namespace
}  // namespace sstr
