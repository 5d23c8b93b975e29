// SPDX-License-Identifier: Apache-2.0
//
// What the writer writes is what docs/run_report.schema.json says, and that
// schema says enough to notice when it is not.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/columns.h"
#include "report/sample_report.h"
#include "report/totals.h"
#include "report/write/json_writer.h"
#include "testing/command.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

using Json = nlohmann::json;

const std::string kSchemaPath =
    testing::SourcePath("docs/run_report.schema.json");

// Debian's python3-jsonschema: first fault of every document in a list.
constexpr char kCheckAll[] = R"(
import json, jsonschema, sys
schema = json.load(open(sys.argv[1]))
jsonschema.Draft7Validator.check_schema(schema)
validator = jsonschema.Draft7Validator(schema)
faults = []
for document in json.load(open(sys.argv[2])):
    fault = next(validator.iter_errors(document), None)
    faults.append("" if fault is None else fault.message[:200] or "not valid")
print(json.dumps(faults))
)";

class JsonSchemaTest : public ::testing::Test {
 protected:
  static Json SampleJson() {
    RunReport report = SampleReport();
    AddTotals(&report);
    return Json::parse(WriteJson(report));
  }

  // The sample with `value` at `pointer`.
  static Json SampleWith(const char* pointer, Json value) {
    Json json = SampleJson();
    json[Json::json_pointer(pointer)] = std::move(value);
    return json;
  }

  // The first fault of each document, empty where it is valid.
  static std::vector<std::string> FaultsOf(const std::vector<Json>& documents) {
    const testing::TempDir dir;
    std::ofstream(dir.File("documents.json")) << Json(documents);
    const testing::CommandResult result =
        testing::RunCommand({"/usr/bin/python3", "-c", kCheckAll, kSchemaPath,
                             dir.File("documents.json")});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    if (result.exit_code != 0) return {};
    return Json::parse(result.out).get<std::vector<std::string>>();
  }

  static void ExpectEachValid(const std::vector<Json>& documents, bool valid) {
    const std::vector<std::string> faults = FaultsOf(documents);
    ASSERT_EQ(faults.size(), documents.size());
    for (size_t i = 0; i < faults.size(); ++i) {
      EXPECT_EQ(faults[i].empty(), valid) << "document " << i << faults[i];
    }
  }
};

TEST_F(JsonSchemaTest, WhatIsWrittenIsValid) {
  RunReport bare;
  bare.complete = false;
  ExpectEachValid({SampleJson(), Json::parse(WriteJson(bare))}, true);
}

TEST_F(JsonSchemaTest, SchemaNamesTheVersionThatIsWritten) {
  std::ifstream file(kSchemaPath);
  EXPECT_EQ(Json::parse(file)["properties"]["schema_version"]["const"],
            kReportSchemaVersion);
}

TEST_F(JsonSchemaTest, EveryColumnIsRequired) {
  std::vector<Json> documents;
  for (const Column& column : ReportColumns()) {
    documents.push_back(SampleJson());
    documents.back()["rows"][1].erase(std::string(column.name));
  }
  ExpectEachValid(documents, false);
}

TEST_F(JsonSchemaTest, FaultsAreFound) {
  ExpectEachValid(
      {
          SampleWith("/schema_version", 3),
          SampleWith("/complete", 1),
          SampleWith("/surprise", 1),
          SampleWith("/context/seed", -1),
          SampleWith("/context/cpu_turbo", "on"),
          SampleWith("/context/target_interval", 0),
          SampleWith("/context/rounds_note", nullptr),
          SampleWith("/rows/1/surprise", 1),
          SampleWith("/rows/1/diagnosis", ""),
          SampleWith("/rows/1/status", "fine"),
          SampleWith("/rows/1/file_bytes", 1.5),
          SampleWith("/rows/1/write_micros", 0),
          SampleWith("/rows/1/write_mb_per_sec", 0),
          SampleWith("/rows/1/sizes/surprise_bytes", 1),
          SampleWith("/rows/1/summaries/write_wall_nanos/median", 0),
          SampleWith("/rows/1/raw_samples/0/write/iterations", 0),
          SampleWith("/rows/9/total/files", nullptr),
      },
      false);
}

// The other tests must not fail for another reason than theirs.
TEST_F(JsonSchemaTest, AllowedChangesAreValid) {
  ExpectEachValid(
      {
          SampleWith("/complete", false),
          SampleWith("/context/cpu_turbo", nullptr),
          SampleWith("/context/target_interval", 0.01),
          SampleWith("/context/max_seconds", 60),
          SampleWith("/rows/1/write_micros", nullptr),
          SampleWith("/rows/1/diagnosis", "74 % system time"),
          SampleWith("/rows/1/summaries/write_wall_nanos", nullptr),
      },
      true);
}

}  // namespace
}  // namespace sstr
