// SPDX-License-Identifier: Apache-2.0
//
// Every format of the hand-built report against golden/. Rewrite them with
//   SSTR_UPDATE_GOLDENS=1 ctest -R ReportGoldenTest
// and look at the difference: every figure in them was checked by hand.

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "app/report_format.h"
#include "report/sample_report.h"
#include "report/totals.h"
#include "testing/paths.h"

namespace sstr {
namespace {

RunReport ReportWithTotals() {
  RunReport report = SampleReport();
  AddTotals(&report);
  return report;
}

void ExpectGolden(const std::string& name, const std::string& text) {
  const std::string path =
      testing::SourcePath("tests/report/write/golden/" + name);
  if (std::getenv("SSTR_UPDATE_GOLDENS") != nullptr) {
    std::ofstream(path, std::ios::binary) << text;
    return;
  }
  std::ifstream file(path, std::ios::binary);
  ASSERT_TRUE(file.good()) << path;
  std::ostringstream golden;
  golden << file.rdbuf();
  EXPECT_EQ(text, golden.str()) << path;
}

TEST(ReportGoldenTest, Text) {
  ExpectGolden("report.txt",
               WriteReport(ReportWithTotals(), ReportFormat::kText));
}

TEST(ReportGoldenTest, TextWithFullSizes) {
  ExpectGolden("report_full_sizes.txt",
               WriteReport(ReportWithTotals(), ReportFormat::kText,
                           {.full_sizes = true}));
}

TEST(ReportGoldenTest, Csv) {
  ExpectGolden("report.csv",
               WriteReport(ReportWithTotals(), ReportFormat::kCsv));
}

TEST(ReportGoldenTest, Markdown) {
  ExpectGolden("report.md",
               WriteReport(ReportWithTotals(), ReportFormat::kMarkdown));
}

TEST(ReportGoldenTest, Json) {
  ExpectGolden("report.json",
               WriteReport(ReportWithTotals(), ReportFormat::kJson));
}

TEST(ReportGoldenTest, SstDumpOfOlderReleases) {
  ExpectGolden("sst_dump_7_8.txt",
               WriteReport(ReportWithTotals(), ReportFormat::kSstDump));
}

TEST(ReportGoldenTest, Perf) {
  ExpectGolden("perf.txt",
               WriteReport(ReportWithTotals(), ReportFormat::kPerf));
}

TEST(ReportGoldenTest, SstDumpOfNewerReleases) {
  RunReport report = ReportWithTotals();
  report.context.rocksdb_library_version = "10.7.5";
  ExpectGolden("sst_dump_10_7.txt",
               WriteReport(report, ReportFormat::kSstDump));
}

}  // namespace
}  // namespace sstr
