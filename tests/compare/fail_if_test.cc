// SPDX-License-Identifier: Apache-2.0

#include "compare/fail_if.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "compare/paired_reports.h"

namespace sstr {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<FailCondition> ParseOk(std::string_view text) {
  const Result<std::vector<FailCondition>> conditions = ParseFailIf(text);
  EXPECT_TRUE(conditions.ok()) << conditions.status().message();
  return conditions.ok() ? *conditions : std::vector<FailCondition>();
}

std::string UsageErrorOf(std::string_view text) {
  const Result<std::vector<FailCondition>> conditions = ParseFailIf(text);
  EXPECT_FALSE(conditions.ok()) << text;
  EXPECT_EQ(conditions.status().code(), StatusCode::kUsage);
  return conditions.status().message();
}

TEST(FailIfTest, ReadsMetricsAndPercentages) {
  const auto conditions = ParseOk("write_cpu>3%, size > 0.5 %,memory>0%");
  ASSERT_EQ(conditions.size(), 3u);
  EXPECT_EQ(conditions[0].metric->name, "write_cpu");
  EXPECT_EQ(conditions[0].percent, 3);
  EXPECT_EQ(conditions[1].metric->name, "size");
  EXPECT_EQ(conditions[1].percent, 0.5);
  EXPECT_EQ(conditions[2].metric->name, "memory");
  EXPECT_EQ(conditions[2].percent, 0);
}

TEST(FailIfTest, UnknownMetricNamesTheValidOnes) {
  EXPECT_THAT(UsageErrorOf("speed>3%"),
              AllOf(HasSubstr("'speed'"),
                    HasSubstr("size, data_size, write, write_cpu, scan, "
                              "scan_cpu, compress, decompress, memory")));
}

TEST(FailIfTest, WhatIsNoConditionIsAUsageError) {
  for (const char* text :
       {"", ",", "write", "write>", "write>3", "write>%", "write>-1%",
        "write>x%", "write>3%%", "write<3%", "write>3%,", "write>nan%",
        "write>inf%", "write>=3%", "Write>3%"}) {
    EXPECT_THAT(UsageErrorOf(text), HasSubstr("want METRIC>PERCENT%")) << text;
  }
  EXPECT_THAT(UsageErrorOf("write>3%,write>4%"), HasSubstr("named twice"));
}

constexpr size_t kRounds = 12;

ReportRow WrittenRow(const std::vector<double>& nanos) {
  ReportRow row = PassRow(SpecOf(CompressionType::kLZ4));
  AddWrites(nanos, &row);
  return row;
}

GateResult Evaluate(const ReportRow& a, const ReportRow& b,
                    std::string_view fail_if) {
  Result<Comparison> comparison =
      Compare(ReportOf({a}), ReportOf({b}), {.paired = true});
  EXPECT_TRUE(comparison.ok());
  return EvaluateFailIf(*comparison, ParseOk(fail_if));
}

// Every round is exactly 5 % up: the interval has no width.
GateResult EvaluateFivePercent(std::string_view fail_if) {
  const std::vector<double> a = QuietRounds(1e6, kRounds);
  std::vector<double> b;
  for (double value : a) b.push_back(value * 1.05);
  return Evaluate(WrittenRow(a), WrittenRow(b), fail_if);
}

TEST(FailIfTest, SlowerBeyondTheThresholdFails) {
  const GateResult result = EvaluateFivePercent("write>4.9%");
  EXPECT_FALSE(result.passed());
  EXPECT_THAT(result.failures,
              ElementsAre(AllOf(
                  HasSubstr("data/a.sst: table:kLZ4Compression: write: slower"),
                  HasSubstr("+5.00 % of baseline (95 % interval +5.00 to "
                            "+5.00), more than the 4.9 % of baseline "
                            "allowed"))));
  EXPECT_THAT(result.undecided, IsEmpty());
  EXPECT_THAT(result.unchecked, IsEmpty());
}

TEST(FailIfTest, SlowerWithinTheThresholdPasses) {
  const GateResult result = EvaluateFivePercent("write>5.1%");
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(result.undecided, IsEmpty());
}

TEST(FailIfTest, FasterNeverFails) {
  const GateResult result =
      Evaluate(WrittenRow(QuietRounds(1e6, kRounds)),
               WrittenRow(QuietRounds(0.9e6, kRounds)), "write>0%");
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(result.undecided, IsEmpty());
}

// Log ratios spread evenly from 2 % to 8 %, median 5 %: surely slower, but
// the interval of the median reaches below 4.5 %.
TEST(FailIfTest, IntervalThatReachesBelowTheThresholdIsUndecided) {
  const std::vector<double> a(kRounds, 1e6);
  std::vector<double> b;
  for (size_t i = 0; i < kRounds; ++i) {
    b.push_back(1e6 * (1.02 + 0.06 * static_cast<double>(i) / 11));
  }
  const GateResult result =
      Evaluate(WrittenRow(a), WrittenRow(b), "write>4.5%");
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(result.undecided,
              ElementsAre(AllOf(HasSubstr("slower"),
                                HasSubstr("these rounds do not show it"))));
  EXPECT_FALSE(Evaluate(WrittenRow(a), WrittenRow(b), "write>1.9%").passed());
}

// 3 rounds of twice the time are no proof.
TEST(FailIfTest, TooFewRoundsAreUndecided) {
  const GateResult result =
      Evaluate(WrittenRow({1000, 1001, 1002}), WrittenRow({2000, 2001, 2002}),
               "write>3%");
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(result.undecided, ElementsAre(HasSubstr("no difference shown")));
}

ReportRow RowOfFileBytes(uint64_t bytes) {
  ReportRow row = PassRow(SpecOf(CompressionType::kZSTD));
  row.sizes.file_bytes = bytes;
  return row;
}

// 5 bytes of 1000 are 0.5 %: not more than allowed. 6 are.
TEST(FailIfTest, SizesAreExact) {
  const ReportRow a = RowOfFileBytes(1000);
  EXPECT_TRUE(Evaluate(a, RowOfFileBytes(1004), "size>0.5%").passed());
  EXPECT_FALSE(Evaluate(a, RowOfFileBytes(1006), "size>0.5%").passed());
  EXPECT_FALSE(Evaluate(a, RowOfFileBytes(1001), "size>0%").passed());
  EXPECT_TRUE(Evaluate(a, RowOfFileBytes(1000), "size>0%").passed());
  EXPECT_TRUE(Evaluate(a, RowOfFileBytes(900), "size>0%").passed());
}

// 1070 / 1000 - 1 in floating point is a little more than 7 %.
TEST(FailIfTest, ExactlyTheThresholdIsAllowed) {
  EXPECT_TRUE(Evaluate(RowOfFileBytes(1000), RowOfFileBytes(1005), "size>0.5%")
                  .passed());
  EXPECT_TRUE(
      Evaluate(RowOfFileBytes(1000), RowOfFileBytes(1070), "size>7%").passed());
}

TEST(FailIfTest, OnlyNamedMetricsAreChecked) {
  EXPECT_TRUE(
      Evaluate(RowOfFileBytes(1000), RowOfFileBytes(2000), "data_size>0%")
          .passed());
}

TEST(FailIfTest, WhatWasNotMeasuredIsToldAndDoesNotFail) {
  const GateResult result =
      Evaluate(RowOfFileBytes(1000), RowOfFileBytes(1000), "write_cpu>3%");
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(result.unchecked, ElementsAre("write_cpu: measured in no cell"));
}

TEST(FailIfTest, NotComparableIsToldAndDoesNotFail) {
  ReportRow other = RowOfFileBytes(9000);
  other.effective->level = 5;
  const GateResult result = Evaluate(RowOfFileBytes(1000), other, "size>0%");
  EXPECT_TRUE(result.passed());
  EXPECT_THAT(result.unchecked,
              ElementsAre(AllOf(HasSubstr("size: not comparable"),
                                HasSubstr("kZSTD level 5"))));
}

TEST(FailIfTest, PeakMemoryFailsByItsInterval) {
  const auto row_of_peak = [](uint64_t bytes) {
    ReportRow row = PassRow(SpecOf(CompressionType::kZSTD));
    row.samples = {PassSample{.peak_rss_bytes = bytes}};
    return row;
  };
  const ReportRow a = row_of_peak(100'000'000);
  EXPECT_FALSE(Evaluate(a, row_of_peak(110'000'000), "memory>9%").passed());
  EXPECT_TRUE(Evaluate(a, row_of_peak(110'000'000), "memory>11%").passed());
}

}  // namespace
}  // namespace sstr
