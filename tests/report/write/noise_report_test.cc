// SPDX-License-Identifier: Apache-2.0

#include "report/write/noise_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "report/sample_report.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

// Rounds in which the first pass takes 10 ms to write and 5 ms to scan, and the
// second those times the round's ratio.
NoiseReport ReportOfRatios(const std::vector<double>& ratios) {
  NoiseReport report;
  report.context = SampleContext();
  report.file = "data/large.sst";
  report.spec = LargeZstd().spec;
  report.rounds = ratios.size();
  const auto sample = [&](double ratio) {
    PassSample sample;
    sample.round = report.second.size();
    sample.write = RegionOfMicros(10'000 * ratio);
    sample.scan = RegionOfMicros(5'000 * ratio);
    return sample;
  };
  for (const double ratio : ratios) {
    report.first.push_back(sample(1));
    report.second.push_back(sample(ratio));
  }
  return report;
}

std::vector<std::string> WordsOf(const std::string& text,
                                 const std::string& line_start) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with(line_start)) continue;
    std::istringstream words(line);
    return {std::istream_iterator<std::string>(words), {}};
  }
  return {};
}

TEST(NoiseReportTest, NamesWhatWasMeasuredAndTheContext) {
  const std::string text =
      WriteNoiseReport(ReportOfRatios(std::vector<double>(8, 1)));
  EXPECT_THAT(text,
              HasSubstr("\ndata/large.sst: table:kZSTD:level=3:max_dict_bytes="
                        "16384:threads=2 against itself, 8 rounds\n"));
  EXPECT_THAT(text, HasSubstr("Test CPU @ 2.00GHz"));
  EXPECT_THAT(text, HasSubstr("WARNING         RocksDB was built with"));
}

// 8 rounds of one sign have the p-value 1/128, below 1 %; 7 have 1/64.
TEST(NoiseReportTest, WithoutNoiseAnyDifferenceWouldShowIfThereAreRounds) {
  const std::string eight =
      WriteNoiseReport(ReportOfRatios(std::vector<double>(8, 1)));
  EXPECT_THAT(WordsOf(eight, "write_wall"),
              ElementsAre("write_wall", "10,000", "10,000", "1.0000", "1.0000",
                          "to", "1.0000", "0.00", "%"));
  EXPECT_THAT(WordsOf(eight, "scan_cpu"),
              ElementsAre("scan_cpu", "4,500", "4,500", "1.0000", "1.0000",
                          "to", "1.0000", "0.00", "%"));
  const std::string seven =
      WriteNoiseReport(ReportOfRatios(std::vector<double>(7, 1)));
  EXPECT_EQ(WordsOf(seven, "write_wall").back(), "-");
}

// Of 8 rounds all signs must be alike, so a shift must exceed the largest
// deviation: e^0.01 - 1 is 1.005 %.
TEST(NoiseReportTest, TheSmallestDifferenceFollowsFromTheSpread) {
  const double up = std::exp(0.01);
  const double down = std::exp(-0.01);
  const std::string text = WriteNoiseReport(
      ReportOfRatios({up, down, up, down, up, down, up, down}));
  for (const char* metric :
       {"write_wall", "write_cpu", "scan_wall", "scan_cpu"}) {
    const auto words = WordsOf(text, metric);
    ASSERT_EQ(words.size(), 9u) << metric;
    EXPECT_NEAR(std::stod(words[7]), 1.005, 0.006) << metric;
  }
  EXPECT_THAT(text, Not(HasSubstr("differ significantly")));
}

// The faster one of two passes.
TEST(NoiseReportTest, ARoundCountsAsInAComparison) {
  NoiseReport report = ReportOfRatios(std::vector<double>(8, 1));
  for (uint64_t round = 0; round < 8; ++round) {
    PassSample disturbed = report.second[round];
    disturbed.write.wall_nanos *= 2;
    report.second.push_back(disturbed);
  }
  const std::string text = WriteNoiseReport(report);
  EXPECT_THAT(text, HasSubstr("against itself, 8 rounds\n"));
  EXPECT_THAT(WordsOf(text, "write_wall"),
              ElementsAre("write_wall", "10,000", "10,000", "1.0000", "1.0000",
                          "to", "1.0000", "0.00", "%"));
}

TEST(NoiseReportTest, EqualPassesThatDifferAreWarnedOf) {
  const std::string text =
      WriteNoiseReport(ReportOfRatios(std::vector<double>(12, 1.1)));
  EXPECT_THAT(text, HasSubstr("WARNING         write_wall: equal passes differ "
                              "significantly (ratio 1.1000)"));
}

TEST(NoiseReportTest, WhatWasNotMeasuredHasNoLine) {
  NoiseReport report = ReportOfRatios(std::vector<double>(8, 1));
  for (auto* samples : {&report.first, &report.second}) {
    for (PassSample& sample : *samples) sample.scan = TimedRegion();
  }
  const std::string text = WriteNoiseReport(report);
  EXPECT_FALSE(WordsOf(text, "write_wall").empty());
  EXPECT_TRUE(WordsOf(text, "scan_wall").empty());
}

}  // namespace
}  // namespace sstr
