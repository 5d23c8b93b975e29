// SPDX-License-Identifier: Apache-2.0

#include "report/write/csv_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "report/columns.h"
#include "report/sample_report.h"
#include "report/write/context_lines.h"

namespace sstr {
namespace {

TEST(CsvWriterTest, PlainFieldsAreNotQuoted) {
  EXPECT_EQ(CsvField(""), "");
  EXPECT_EQ(CsvField("kZSTD*1+x y'z"), "kZSTD*1+x y'z");
}

TEST(CsvWriterTest, CommaQuoteAndLineBreaksAreQuoted) {
  EXPECT_EQ(CsvField("a,b"), "\"a,b\"");
  EXPECT_EQ(CsvField("say \"x\""), "\"say \"\"x\"\"\"");
  EXPECT_EQ(CsvField("a\nb"), "\"a\nb\"");
  EXPECT_EQ(CsvField("a\rb"), "\"a\rb\"");
  EXPECT_EQ(CsvField("\""), "\"\"\"\"");
}

TEST(CsvWriterTest, EveryLineHasEveryColumn) {
  RunReport report = SampleReport();
  report.complete = false;
  for (ReportRow& row : report.rows) {
    row.file = "f";
    row.status_detail = "";
  }
  const std::string csv = WriteCsv(report);
  size_t lines = 0;
  for (size_t begin = 0; begin < csv.size(); ++lines) {
    const size_t end = csv.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    const std::string line = csv.substr(begin, end - begin);
    EXPECT_EQ(std::count(line.begin(), line.end(), ','),
              static_cast<long>(ReportColumns().size()) - 1)
        << line;
    begin = end + 1;
  }
  // Names, rows, and the line that says that some are missing.
  EXPECT_EQ(lines, report.rows.size() + 2);
}

TEST(CsvWriterTest, IncompleteReportEndsInALineThatSaysSo) {
  RunReport report = SampleReport();
  EXPECT_EQ(WriteCsv(report).find("incomplete"), std::string::npos);
  report.complete = false;
  const std::string csv = WriteCsv(report);
  const std::string last = csv.substr(csv.rfind('\n', csv.size() - 2) + 1);
  EXPECT_EQ(last.find(",,,,,,,,incomplete," + std::string(kIncompleteNotice)),
            0u)
      << last;
}

TEST(CsvWriterTest, NoTimeReadsAsZero) {
  RunReport report;
  ReportRow row = TinyNone();
  // 1 ns for 10 million repetitions.
  row.samples[0].write = {.iterations = 10'000'000, .wall_nanos = 1};
  report.rows = {row};
  EXPECT_NE(WriteCsv(report).find(",0.000000000100,"), std::string::npos)
      << WriteCsv(report);
}

}  // namespace
}  // namespace sstr
