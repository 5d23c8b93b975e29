// SPDX-License-Identifier: Apache-2.0
//
// What the writer writes is what docs/run_report.schema.json says, and that
// schema says enough to notice when it is not.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "report/columns.h"
#include "report/json_writer.h"
#include "report/sample_report.h"
#include "report/totals.h"

namespace sstr {
namespace {

using Json = nlohmann::json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

class JsonSchemaTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::ifstream file(SSTR_SOURCE_DIR "/docs/run_report.schema.json");
    ASSERT_TRUE(file.good());
    schema_json_ = Json::parse(file);
    valijson::SchemaParser().populateSchema(Adapter(schema_json_), schema_);
  }

  static Json SampleJson() {
    RunReport report = SampleReport();
    AddTotals(&report);
    return Json::parse(WriteJson(report));
  }

  // The first faults, or nothing.
  std::string FaultsOf(const Json& json) {
    valijson::Validator validator;
    valijson::ValidationResults results;
    if (validator.validate(schema_, Adapter(json), &results)) return "";
    std::string faults;
    for (const auto& error : results) {
      for (const std::string& step : error.context) faults += step;
      faults += ": " + error.description + "\n";
    }
    return faults.empty() ? "not valid" : faults;
  }

  // With `value` at `pointer`.
  bool IsValidWith(const char* pointer, Json value) {
    Json json = SampleJson();
    json[Json::json_pointer(pointer)] = std::move(value);
    return FaultsOf(json).empty();
  }

  Json schema_json_;
  valijson::Schema schema_;
};

TEST_F(JsonSchemaTest, ReportWithEveryKindOfRowIsValid) {
  EXPECT_EQ(FaultsOf(SampleJson()), "");
}

TEST_F(JsonSchemaTest, ReportWithoutRowsAndContextIsValid) {
  RunReport report;
  report.complete = false;
  EXPECT_EQ(FaultsOf(Json::parse(WriteJson(report))), "");
}

TEST_F(JsonSchemaTest, SchemaNamesTheVersionThatIsWritten) {
  EXPECT_EQ(schema_json_["properties"]["schema_version"]["const"],
            kReportSchemaVersion);
}

TEST_F(JsonSchemaTest, EveryColumnIsRequired) {
  for (const Column& column : ReportColumns()) {
    Json json = SampleJson();
    json["rows"][1].erase(std::string(column.name));
    EXPECT_NE(FaultsOf(json), "") << column.name;
  }
}

TEST_F(JsonSchemaTest, FaultsAreFound) {
  EXPECT_FALSE(IsValidWith("/schema_version", 2));
  EXPECT_FALSE(IsValidWith("/complete", 1));
  EXPECT_FALSE(IsValidWith("/surprise", 1));
  EXPECT_FALSE(IsValidWith("/context/seed", -1));
  EXPECT_FALSE(IsValidWith("/rows/1/surprise", 1));
  EXPECT_FALSE(IsValidWith("/rows/1/status", "fine"));
  EXPECT_FALSE(IsValidWith("/rows/1/file_bytes", 1.5));
  EXPECT_FALSE(IsValidWith("/rows/1/write_micros", 0));
  EXPECT_FALSE(IsValidWith("/rows/1/write_mb_per_sec", 0));
  EXPECT_FALSE(IsValidWith("/rows/1/sizes/surprise_bytes", 1));
  EXPECT_FALSE(IsValidWith("/rows/1/summaries/write_wall_nanos/median", 0));
  EXPECT_FALSE(IsValidWith("/rows/1/raw_samples/0/write/iterations", 0));
  EXPECT_FALSE(IsValidWith("/rows/9/total/files", nullptr));
}

// The other tests must not fail for another reason than theirs.
TEST_F(JsonSchemaTest, AllowedChangesAreValid) {
  EXPECT_TRUE(IsValidWith("/complete", false));
  EXPECT_TRUE(IsValidWith("/rows/1/write_micros", nullptr));
  EXPECT_TRUE(IsValidWith("/rows/1/summaries/write_wall_nanos", nullptr));
}

}  // namespace
}  // namespace sstr
