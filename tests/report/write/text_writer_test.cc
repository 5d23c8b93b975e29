// SPDX-License-Identifier: Apache-2.0

#include "report/write/text_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "app/report_format.h"
#include "report/sample_report.h"
#include "report/write/text_table.h"

namespace sstr {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(TextTableTest, AlignsByCodePointsAndLeavesNoTrailingSpace) {
  EXPECT_EQ(RenderTable({{"name", true}, {"value"}, {"", true}},
                        {{"a", "±5", ""}, {"long", "1,000", "x"}}),
            "name  value\n"
            "a        ±5\n"
            "long  1,000  x\n");
}

TEST(TextTableTest, WidthIsInCodePoints) {
  EXPECT_EQ(DisplayWidth(""), 0u);
  EXPECT_EQ(DisplayWidth("±5"), 2u);
}

TEST(TextWriterTest, ColumnsOfDefaultsAreLeftOut) {
  RunReport report;
  report.rows = {LargeBaseline(), LargeNone()};
  const std::string text = WriteText(report, {});
  for (const char* heading : {"engine", "max dict", "threads", "level"}) {
    EXPECT_THAT(text, Not(HasSubstr(heading)));
  }
  report.rows[1].spec.threads = 8;
  report.rows[1].spec.engine = "block";
  EXPECT_THAT(WriteText(report, {}), HasSubstr("threads"));
  EXPECT_THAT(WriteText(report, {}), HasSubstr("engine"));
}

TEST(TextWriterTest, SameRemarkIsNotedOnce) {
  RunReport report;
  report.rows = {LargeBaseline(), SkippedXpress("data/large.sst"),
                 SkippedXpress("data/large.sst")};
  const std::string text = WriteText(report, {});
  const size_t first = text.find("not supported by this build");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(text.find("not supported by this build", first + 1),
            std::string::npos);
  EXPECT_THAT(text, Not(HasSubstr("[2]")));
}

TEST(TextWriterTest, FileNameCannotDriveTheTerminal) {
  RunReport report;
  report.rows = {LargeBaseline()};
  report.rows[0].file = "a\x1b[31m\nb";
  EXPECT_THAT(WriteText(report, {}), HasSubstr("a\\x1B[31m\\x0Ab"));
  EXPECT_THAT(WriteText(report, {}), Not(HasSubstr("\x1b")));
}

TEST(TextWriterTest, WarningsStandAboveTheTables) {
  const std::string text = WriteText(SampleReport(), {});
  EXPECT_LT(text.find("WARNING         RocksDB was built with assertions on"),
            text.find("data/large.sst:"));
}

TEST(TextWriterTest, ReportWithoutRowsIsStillAReport) {
  RunReport report;
  report.context = SampleContext();
  EXPECT_THAT(WriteText(report, {}), HasSubstr("sst_recompress  0.1.0"));
}

TEST(ReportFormatTest, NamesOfFormats) {
  EXPECT_EQ(ParseReportFormat("text").value(), ReportFormat::kText);
  EXPECT_EQ(ParseReportFormat("csv").value(), ReportFormat::kCsv);
  EXPECT_EQ(ParseReportFormat("markdown").value(), ReportFormat::kMarkdown);
  EXPECT_EQ(ParseReportFormat("json").value(), ReportFormat::kJson);
  EXPECT_EQ(ParseReportFormat("sst_dump").value(), ReportFormat::kSstDump);
  EXPECT_EQ(ParseReportFormat("perf").value(), ReportFormat::kPerf);
}

TEST(ReportFormatTest, OtherNamesAreUsageErrorsThatListTheFormats) {
  for (const char* name : {"", "JSON", "json ", "html"}) {
    const auto format = ParseReportFormat(name);
    ASSERT_FALSE(format.ok()) << name;
    EXPECT_EQ(format.status().code(), StatusCode::kUsage);
    EXPECT_THAT(format.status().message(),
                HasSubstr("text, csv, markdown, json, sst_dump, perf"));
  }
}

TEST(ReportFormatTest, EveryFormatShowsThatARunIsIncomplete) {
  for (const ReportFormat format :
       {ReportFormat::kText, ReportFormat::kCsv, ReportFormat::kMarkdown,
        ReportFormat::kJson, ReportFormat::kSstDump, ReportFormat::kPerf}) {
    RunReport report = SampleReport();
    const std::string complete = WriteReport(report, format);
    report.complete = false;
    const std::string incomplete = WriteReport(report, format);
    EXPECT_NE(complete, incomplete);
    const std::string sign = format == ReportFormat::kJson
                                 ? "\"complete\": false"
                                 : "the run ended early";
    EXPECT_THAT(incomplete, HasSubstr(sign));
    EXPECT_THAT(complete, Not(HasSubstr(sign)));
  }
}

TEST(ReportFormatTest, SkippedAndFailedRowsKeepTheirReasonInEveryFormat) {
  for (const ReportFormat format :
       {ReportFormat::kText, ReportFormat::kCsv, ReportFormat::kMarkdown,
        ReportFormat::kJson, ReportFormat::kSstDump, ReportFormat::kPerf}) {
    const std::string text = WriteReport(SampleReport(), format);
    EXPECT_THAT(text, HasSubstr("kXpressCompression is not supported"));
    EXPECT_THAT(text, HasSubstr("entry 0: value differs"));
  }
}

}  // namespace
}  // namespace sstr
