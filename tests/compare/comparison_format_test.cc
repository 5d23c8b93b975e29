// SPDX-License-Identifier: Apache-2.0
//
// One comparison in every format, by what has to stand in it.

#include "compare/comparison_format.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "compare/paired_reports.h"
#include "testing/csv.h"

namespace sstr {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr size_t kRounds = 12;

// One cell 5 % slower and 20 bytes of 5000 larger, one that ran another codec.
Comparison SampleComparison() {
  const std::vector<double> a = QuietRounds(1e6, kRounds);
  std::vector<double> b;
  for (double value : a) b.push_back(value * 1.05);
  ReportRow row_a = PassRow(SpecOf(CompressionType::kZSTD, 3));
  ReportRow row_b = row_a;
  AddWrites(a, &row_a);
  AddWrites(b, &row_b);
  row_b.sizes.file_bytes = 5020;
  ReportRow other = PassRow(SpecOf(CompressionType::kLZ4, 5));
  ReportRow replaced = other;
  replaced.effective->type = CompressionType::kLZ4HC;
  replaced.effective->level = 5;
  RunReport baseline = ReportOf({row_a, other});
  RunReport contender = ReportOf({row_b, replaced});
  contender.context.rocksdb_library_version = "11.8.1";
  contender.context.rocksdb_assertions = true;
  CompareOptions options{.paired = true, .seed = 42};
  options.baseline.name = "old|build";
  options.contender.name = "new, build";
  return *Compare(baseline, contender, options);
}

std::string Write(ComparisonFormat format) {
  const Comparison comparison = SampleComparison();
  return WriteComparisons(std::span(&comparison, 1), format);
}

TEST(ComparisonFormatTest, NamesRoundTripAndOthersAreUsageErrors) {
  EXPECT_EQ(ComparisonFormatNames(), "text, csv, markdown, json");
  EXPECT_EQ(*ParseComparisonFormat("markdown"), ComparisonFormat::kMarkdown);
  const auto unknown = ParseComparisonFormat("sst_dump");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.status().code(), StatusCode::kUsage);
  EXPECT_THAT(unknown.status().message(), HasSubstr("text, csv"));
}

TEST(ComparisonFormatTest, TextHasDifferencesAboveTheTable) {
  const std::string text = Write(ComparisonFormat::kText);
  const size_t table = text.find("data/a.sst\n");
  ASSERT_NE(table, std::string::npos);
  const std::string head = text.substr(0, table);
  EXPECT_THAT(
      head,
      AllOf(HasSubstr("baseline (A)    old|build\n"),
            HasSubstr("contender (B)   new, build\n"),
            HasSubstr("in the same rounds, alternating, seed 42; the chance of "
                      "any false verdict on 1 times is at most 1 %"),
            HasSubstr("difference      RocksDB: baseline 7.8.3, contender "
                      "11.8.1\n"),
            HasSubstr("DIFFERENCE      RocksDB assertions: baseline off, "
                      "contender on\n"),
            HasSubstr("WARNING         ASSERTIONS ON: the contender's")));
}

// Medians 1e6 ns and 1.05e6 ns; 20 of 5000 bytes.
TEST(ComparisonFormatTest, TextHasOneLinePerMetric) {
  const std::string text = Write(ComparisonFormat::kText);
  EXPECT_THAT(text, ContainsRegex("table:kZSTD:level=3 +file size, bytes +"
                                  "5,000 +5,020 +1\\.0040 +"
                                  "\\+0\\.400 % of baseline +- +larger"));
  EXPECT_THAT(text, ContainsRegex("data size, bytes +1,000 +1,000 +1\\.0000 +"
                                  "0 % of baseline +- +equal"));
  EXPECT_THAT(text, ContainsRegex("write, µs +1,000 +1,050 +1\\.0500 +"
                                  "\\+5\\.00 % of baseline +"
                                  "\\+5\\.00 to \\+5\\.00 +slower"));
}

TEST(ComparisonFormatTest, TextHasOneLineForACellThatIsNotComparable) {
  EXPECT_THAT(Write(ComparisonFormat::kText),
              ContainsRegex("table:kLZ4Compression:level=5 +all .*not "
                            "comparable +- +baseline ran kLZ4Compression, "
                            "contender kLZ4HCCompression level 5\n"));
}

// A percentage is of the baseline, a confidence or a chance; nothing else.
TEST(ComparisonFormatTest, EveryPercentageNamesItsBase) {
  for (const auto format :
       {ComparisonFormat::kText, ComparisonFormat::kMarkdown}) {
    const std::string text = Write(format);
    for (size_t at = text.find('%'); at != std::string::npos;
         at = text.find('%', at + 1)) {
      const std::string rest = text.substr(at);
      const bool has_base = rest.starts_with("% of baseline") ||
                            rest.starts_with("% interval") ||
                            rest.starts_with("% bootstrap interval") ||
                            text.substr(0, at).ends_with("is at most 1 ");
      EXPECT_TRUE(has_base) << rest.substr(0, 40);
    }
  }
}

TEST(ComparisonFormatTest, MarkdownEscapesAndMarksLoudLines) {
  const std::string text = Write(ComparisonFormat::kMarkdown);
  EXPECT_THAT(text,
              AllOf(HasSubstr("- baseline (A): old\\|build\n"),
                    HasSubstr("- difference: RocksDB: baseline 7.8.3"),
                    HasSubstr("- **DIFFERENCE**: RocksDB assertions"),
                    HasSubstr("- **WARNING**: ASSERTIONS ON"),
                    HasSubstr("| cell | metric | A | B |"),
                    HasSubstr("| +5.00 % of baseline | +5.00 to +5.00 | slower "
                              "|")));
}

TEST(ComparisonFormatTest, CsvHasALineForACellThatNoSideMeasured) {
  Comparison comparison;
  CellComparison& cell = comparison.cells.emplace_back();
  cell.name = "table:kZSTD";
  cell.not_comparable = "contender: error: it died";
  const auto rows = testing::ParseCsv(
      WriteComparisons({&comparison, 1}, ComparisonFormat::kCsv));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].at("cell"), "table:kZSTD");
  EXPECT_EQ(rows[0].at("metric"), "");
  EXPECT_EQ(rows[0].at("verdict"), "not comparable");
  EXPECT_EQ(rows[0].at("reason"), "contender: error: it died");
}

TEST(ComparisonFormatTest, CsvHasEveryMetricOfEveryCell) {
  const auto rows = testing::ParseCsv(Write(ComparisonFormat::kCsv));
  // Two sizes and a time, then the two sizes of what is not comparable.
  ASSERT_EQ(rows.size(), 5u);
  EXPECT_EQ(rows[0].at("contender"), "new, build");
  EXPECT_EQ(rows[0].at("metric"), "size");
  EXPECT_EQ(rows[0].at("unit"), "bytes");
  EXPECT_EQ(rows[0].at("baseline_value"), "5000");
  EXPECT_EQ(rows[0].at("change_percent_of_baseline"), "0.400");
  EXPECT_EQ(rows[0].at("verdict"), "larger");
  EXPECT_EQ(rows[0].at("adjusted_p"), "");
  EXPECT_EQ(rows[2].at("metric"), "write");
  EXPECT_EQ(rows[2].at("unit"), "micros");
  EXPECT_EQ(rows[2].at("contender_value"), "1050.000");
  EXPECT_EQ(rows[2].at("contender_rounds"), "12");
  EXPECT_EQ(rows[2].at("ratio"), "1.050000");
  EXPECT_EQ(rows[2].at("ratio_low"), "1.050000");
  EXPECT_EQ(rows[2].at("adjusted_p"), "0.000488");  // 2 / 4096.
  EXPECT_EQ(rows[4].at("verdict"), "not comparable");
  EXPECT_EQ(rows[4].at("baseline_value"), "1000");
  EXPECT_EQ(rows[4].at("ratio"), "");
  EXPECT_THAT(rows[4].at("reason"), HasSubstr("kLZ4HCCompression level 5"));
}

TEST(ComparisonFormatTest, JsonHasAllInFullPrecision) {
  const auto json = nlohmann::json::parse(Write(ComparisonFormat::kJson));
  EXPECT_EQ(json.at("comparison_schema_version"), 1);
  const auto& comparison = json.at("comparisons").at(0);
  EXPECT_EQ(comparison.at("contender"), "new, build");
  EXPECT_EQ(comparison.at("paired"), true);
  EXPECT_EQ(comparison.at("seed"), 42);
  EXPECT_EQ(comparison.at("family_cells"), 1);
  EXPECT_EQ(comparison.at("differences").at(0).at("what"), "RocksDB");
  EXPECT_EQ(comparison.at("differences").at(1).at("loud"), true);
  const auto& cell = comparison.at("cells").at(0);
  EXPECT_EQ(cell.at("baseline_spec"), "table:kZSTD:level=3");
  const auto& write = cell.at("metrics").at(2);
  EXPECT_EQ(write.at("metric"), "write");
  EXPECT_EQ(write.at("unit"), "nanos");
  EXPECT_EQ(write.at("verdict"), "slower");
  EXPECT_EQ(write.at("adjusted_p"), 2.0 / 4096);
  EXPECT_TRUE(write.at("smallest_visible_percent_of_baseline").is_null());
  const auto& other = comparison.at("cells").at(1);
  EXPECT_THAT(other.at("not_comparable").get<std::string>(),
              HasSubstr("kLZ4HCCompression"));
  EXPECT_TRUE(other.at("metrics").at(0).at("ratio").is_null());
}

TEST(ComparisonFormatTest, SeveralContendersAreWrittenInOrder) {
  std::vector<Comparison> comparisons(2, SampleComparison());
  comparisons[1].contender_name = "newest";
  EXPECT_EQ(
      testing::ParseCsv(WriteComparisons(comparisons, ComparisonFormat::kCsv))
          .size(),
      10u);
  EXPECT_THAT(WriteComparisons(comparisons, ComparisonFormat::kText),
              ContainsRegex("contender \\(B\\)   new, build(.|\n)*"
                            "contender \\(B\\)   newest"));
  const auto json = nlohmann::json::parse(
      WriteComparisons(comparisons, ComparisonFormat::kJson));
  EXPECT_EQ(json.at("comparisons").at(1).at("contender"), "newest");
}

// File names are not to be trusted.
TEST(ComparisonFormatTest, ControlCharactersDoNotReachTheScreen) {
  const PassSpec spec = SpecOf(CompressionType::kZSTD);
  const RunReport report = ReportOf({PassRow(spec, "a\x1b[31m\n.sst")});
  const Comparison comparison = *Compare(report, report, {});
  for (const auto format :
       {ComparisonFormat::kText, ComparisonFormat::kMarkdown}) {
    EXPECT_THAT(WriteComparisons(std::span(&comparison, 1), format),
                AllOf(HasSubstr("a\\"), Not(HasSubstr("\x1b"))));
  }
}

}  // namespace
}  // namespace sstr
