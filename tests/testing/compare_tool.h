// SPDX-License-Identifier: Apache-2.0
//
// A fixture that runs sst_compare with sides that are real, or shell scripts.

#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "testing/paths.h"
#include "testing/recompress_tool.h"

namespace sstr::testing {

class CompareToolTest : public RecompressToolTest {
 protected:
  static std::string Tool() { return ToolPath("sst_recompress"); }

  static std::string Baseline(const std::string& flags = "") {
    return "--baseline=" + Tool() + (flags.empty() ? "" : " " + flags);
  }
  static std::string Contender(const std::string& command) {
    return "--contender=" + command;
  }

  // The path of a shell script that does this.
  std::string Script(const std::string& name, const std::string& body) {
    const std::string path = dir_.File(name);
    std::ofstream(path) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  static CommandResult Run(const Arguments& arguments) {
    Arguments argv = {ToolPath("sst_compare")};
    argv.insert(argv.end(), arguments.begin(), arguments.end());
    return RunCommand(argv);
  }

  // The lines of a comparison that ends with this exit code.
  static std::vector<CsvRow> Compare(Arguments arguments, int exit_code = 0) {
    arguments.insert(arguments.begin(), "--output_format=csv");
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.exit_code, exit_code) << result.err;
    return ParseCsv(result.out);
  }

  static std::vector<CsvRow> RowsOf(const std::vector<CsvRow>& rows,
                                    const std::string& metric) {
    std::vector<CsvRow> found;
    for (const CsvRow& row : rows) {
      if (row.at("metric") == metric) found.push_back(row);
    }
    return found;
  }

  static void ExpectCompareUsageError(const Arguments& arguments,
                                      const std::string& part) {
    const CommandResult result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(arguments);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, ::testing::HasSubstr(part));
  }
};

}  // namespace sstr::testing
