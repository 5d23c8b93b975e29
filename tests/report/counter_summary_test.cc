// SPDX-License-Identifier: Apache-2.0

#include <gtest/gtest.h>

#include "report/row_summary.h"

namespace sstr {
namespace {

// 100 codec calls; three passes of two repetitions each.
ReportRow BlockRow() {
  ReportRow row;
  row.spec.engine = kBlockEngineName;
  row.sizes.data_blocks = 100;
  for (const uint64_t faults : {2000, 3000, 8000}) {
    PassSample sample;
    sample.write.iterations = 2;
    sample.write.wall_nanos = 10'000;
    sample.write.minor_faults = faults;
    sample.write.system_nanos = 4'000;
    row.samples.push_back(sample);
  }
  return row;
}

TEST(CounterSummaryTest, CountersAreMediansPerRepetition) {
  const RowSummary summary = SummarizeRow(BlockRow());
  EXPECT_EQ(summary.write_counters.minor_faults, 1500);
  EXPECT_EQ(summary.write_counters.system_nanos, 2000);
  EXPECT_EQ(summary.write_faults_per_call, 15);
  EXPECT_EQ(summary.write_system_nanos_per_call, 20);
}

TEST(CounterSummaryTest, WhatNoSampleHasIsAbsent) {
  ReportRow row = BlockRow();
  row.samples[1].write.cycles = 10;
  const RowSummary summary = SummarizeRow(row);
  EXPECT_FALSE(summary.write_counters.migrations);
  EXPECT_EQ(summary.write_counters.cycles, 5) << "of the one sample with it";
  EXPECT_FALSE(summary.scan_counters.minor_faults) << "nothing was scanned";
}

TEST(CounterSummaryTest, OnlyTheBlockEngineMakesOneCallForEachBlock) {
  ReportRow row = BlockRow();
  row.spec.engine = kTableEngineName;
  EXPECT_FALSE(SummarizeRow(row).write_faults_per_call);
}

TEST(CounterSummaryTest, LatenciesAreMediansOfPercentiles) {
  ReportRow row = BlockRow();
  row.samples[0].compress_call_nanos =
      CallLatency{.calls = 100, .p50 = 10, .p95 = 20, .p99 = 90};
  row.samples[2].compress_call_nanos =
      CallLatency{.calls = 50, .p50 = 14, .p95 = 22, .p99 = 100};
  const RowSummary summary = SummarizeRow(row);
  EXPECT_EQ(summary.compress_call_nanos,
            (CallLatency{.calls = 150, .p50 = 12, .p95 = 21, .p99 = 95}));
  EXPECT_FALSE(summary.decompress_call_nanos);
}

}  // namespace
}  // namespace sstr
