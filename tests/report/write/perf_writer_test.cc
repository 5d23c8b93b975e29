// SPDX-License-Identifier: Apache-2.0
//
// Whole sections against lines that were computed by hand, laid out as perf
// stat prints them.

#include "report/write/perf_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/sample_report.h"
#include "report/totals.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr uint64_t kMilli = 1'000'000;

// Two repetitions of 200 calls. Per repetition: 10 ms wall, 9 ms CPU, of them
// 6 ms user and 2 ms system.
TimedRegion FirstWrite() {
  return {.iterations = 2,
          .wall_nanos = 20 * kMilli,
          .cpu_nanos = 18 * kMilli,
          .user_nanos = 12 * kMilli,
          .system_nanos = 4 * kMilli,
          .minor_faults = 2000,
          .major_faults = 0,
          .voluntary_switches = 1,
          .involuntary_switches = 6,
          .migrations = 0,
          .cycles = 20'000'000,
          .instructions = 40'000'000,
          .branches = 4'000'000,
          .branch_misses = 20'000};
}

// One repetition: 14 ms wall, 11 ms CPU, 6 ms user, 2 ms system.
TimedRegion SecondWrite() {
  return {.iterations = 1,
          .wall_nanos = 14 * kMilli,
          .cpu_nanos = 11 * kMilli,
          .user_nanos = 6 * kMilli,
          .system_nanos = 2 * kMilli,
          .minor_faults = 1400,
          .major_faults = 0,
          .voluntary_switches = 0,
          .involuntary_switches = 1,
          .migrations = 2,
          .cycles = 30'000'000,
          .instructions = 20'000'000,
          .branches = 2'000'000,
          .branch_misses = 10'000};
}

RunReport BlockReport() {
  ReportRow row = LargeFileRow(RowKind::kPass,
                               SampleSpec(CompressionType::kLZ4), 1'000'000);
  row.spec.engine = kBlockEngineName;
  row.spec.variant = "one_shot";
  row.samples.resize(2);
  row.samples[0].write = FirstWrite();
  row.samples[1].write = SecondWrite();
  RunReport report;
  report.rows = {row};
  return report;
}

// The first line of a counter, without the padding between its parts.
std::string LineOf(const std::string& text, const std::string& name) {
  const size_t head_bytes = text.find(" Performance counter stats");
  const size_t found = text.find(" " + name, head_bytes);
  if (found == std::string::npos) return "no " + name;
  const size_t begin = text.rfind('\n', found) + 1;
  std::string line;
  for (const char c : text.substr(begin, text.find('\n', found) - begin)) {
    if (c != ' ' || (!line.empty() && line.back() != ' ')) line += c;
  }
  return line;
}

// Of two values a and b the standard error is |a - b| / 2.
TEST(PerfWriterTest, CountersAreMeansPerRepetitionWithTheirErrors) {
  const std::string text = WritePerf(BlockReport());
  EXPECT_THAT(text, HasSubstr("\n Performance counter stats for '"
                              "block:kLZ4Compression:variant=one_shot, write "
                              "of data/large.sst' (2 runs):\n\n"));
  // 9 and 11 ms: 10 +- 1; by 12 ms of wall time.
  EXPECT_EQ(LineOf(text, "task-clock"),
            "10.000 msec task-clock # 0.833 CPUs utilized ( +- 10.00% )");
  EXPECT_EQ(LineOf(text, "user-time"), "6.000 msec user-time ( +- 0.00% )");
  // 2 of 8 ms; 2 ms by 200 calls.
  EXPECT_EQ(LineOf(text, "system-time"),
            "2.000 msec system-time # 25.0% of user+system; 10.0 us per call "
            "( +- 0.00% )");
  // 1000 and 1400: 1200 +- 200, 6 for each of 200 calls.
  EXPECT_EQ(LineOf(text, "minor-faults"),
            "1,200 minor-faults # 6.00 per call ( +- 16.67% )");
  EXPECT_EQ(LineOf(text, "major-faults"), "0 major-faults # 0 per call");
  // 0.5 and 0: 0.25 +- 0.25.
  EXPECT_EQ(LineOf(text, "voluntary-context-switches"),
            "0.250 voluntary-context-switches ( +- 100.00% )");
  // 3 and 1.
  EXPECT_EQ(LineOf(text, "involuntary-context-switches"),
            "2 involuntary-context-switches ( +- 50.00% )");
  EXPECT_EQ(LineOf(text, "cpu-migrations"), "1 cpu-migrations ( +- 100.00% )");
  // 10 and 30 million: 20 +- 10, in 10 ms of CPU time.
  EXPECT_EQ(LineOf(text, "cycles"),
            "20,000,000 cycles # 2.000 GHz ( +- 50.00% )");
  EXPECT_EQ(LineOf(text, "instructions"),
            "20,000,000 instructions # 1.00 insn per cycle ( +- 0.00% )");
  EXPECT_EQ(LineOf(text, "branches"), "2,000,000 branches ( +- 0.00% )");
  EXPECT_EQ(LineOf(text, "branch-misses"),
            "10,000 branch-misses # 0.50% of all branches ( +- 0.00% )");
  // 10 and 14 ms: 12 +- 2, 16.67 %.
  EXPECT_EQ(LineOf(text, "seconds"),
            "0.01200 +- 0.00200 seconds time elapsed ( +- 16.67% )");
}

TEST(PerfWriterTest, ColumnsAreAligned) {
  const std::string text = WritePerf(BlockReport());
  const auto column_of = [&](const std::string& part) {
    const size_t found = text.find(part);
    EXPECT_NE(found, std::string::npos) << part;
    return found - text.rfind('\n', found);
  };
  EXPECT_EQ(column_of("task-clock"), column_of("branch-misses"));
  EXPECT_EQ(column_of("# 0.833 CPUs"), column_of("# 0.50% of all"));
  EXPECT_EQ(column_of("( +- 10.00% )"), column_of("( +- 100.00% )"));
}

TEST(PerfWriterTest, OneRunHasNoError) {
  RunReport report = BlockReport();
  report.rows[0].samples.resize(1);
  const std::string text = WritePerf(report);
  EXPECT_THAT(text, Not(HasSubstr("+-")));
  EXPECT_THAT(text, HasSubstr("data/large.sst':\n"));
  EXPECT_EQ(LineOf(text, "seconds"), "0.010000000 seconds time elapsed");
}

TEST(PerfWriterTest, AbsentCounterIsMarkedAndTheReasonStandsOnce) {
  RunReport report = BlockReport();
  report.context.absent_counters = "cycles: absent (no such event)";
  for (PassSample& sample : report.rows[0].samples) {
    sample.write.cycles.reset();
    sample.scan = sample.write;
  }
  const std::string text = WritePerf(report);
  EXPECT_EQ(LineOf(text, "cycles"), "<not supported> cycles");
  EXPECT_EQ(LineOf(text, "instructions"),
            "20,000,000 instructions ( +- 0.00% )");
  const size_t reason = text.find("no such event");
  EXPECT_LT(reason, text.find(" Performance counter"));
  EXPECT_EQ(text.find("no such event", reason + 1), std::string::npos);
}

// A mean over the other samples would look like one over all.
TEST(PerfWriterTest, CounterThatOneRunLacksIsAbsent) {
  RunReport report = BlockReport();
  report.rows[0].samples[1].write.branches.reset();
  const std::string text = WritePerf(report);
  EXPECT_EQ(LineOf(text, "branches"), "<not counted> branches");
  EXPECT_EQ(LineOf(text, "branch-misses"), "10,000 branch-misses ( +- 0.00% )");
}

TEST(PerfWriterTest, WriteAndScanStandWhereTheyRan) {
  RunReport report;
  report.rows = {LargeBaseline()};
  std::string text = WritePerf(report);
  EXPECT_THAT(text, HasSubstr("'stored, scan of data/large.sst' (3 runs):"));
  EXPECT_THAT(text, Not(HasSubstr("write of")));
  report.rows = {LargeNone()};
  text = WritePerf(report);
  EXPECT_LT(text.find("write of"), text.find("scan of"));
  // Only the block engine knows how often the codec was called.
  EXPECT_THAT(text, Not(HasSubstr("per call")));
}

TEST(PerfWriterTest, TinyTimesDoNotReadAsZero) {
  RunReport report;
  report.rows = {TinyNone()};
  // 1 ns for 10 million repetitions.
  report.rows[0].samples[0].write = {.iterations = 10'000'000, .wall_nanos = 1};
  EXPECT_THAT(WritePerf(report),
              HasSubstr("0.000000000000000100 seconds time elapsed"));
}

TEST(PerfWriterTest, RowsWithoutTimesSayWhy) {
  RunReport report = SampleReport();
  report.rows[1].samples.clear();
  AddTotals(&report);
  const std::string text = WritePerf(report);
  EXPECT_THAT(text, HasSubstr("\n 'table:kNoCompression' of data/large.sst: "
                              "not timed\n"));
  EXPECT_THAT(text, HasSubstr("skipped: kXpressCompression is not supported"));
  EXPECT_THAT(text, HasSubstr("error: entry 0: value differs"));
  EXPECT_THAT(text, HasSubstr("\n note: one block only\n"));
  EXPECT_THAT(text, Not(HasSubstr("TOTAL")));
}

TEST(PerfWriterTest, DiagnosisStandsBelowItsRow) {
  RunReport report = BlockReport();
  for (PassSample& sample : report.rows[0].samples) {
    sample.write.system_nanos = 200 * kMilli;
    sample.write.minor_faults = 100'000;
  }
  EXPECT_THAT(WritePerf(report), HasSubstr("\n note: 96 % system time, "));
}

}  // namespace
}  // namespace sstr
