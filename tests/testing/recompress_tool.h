// SPDX-License-Identifier: Apache-2.0
//
// A fixture that runs sst_recompress, and sst_make for its inputs, as whole
// programs in a directory of their own.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "testing/command.h"
#include "testing/csv.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr::testing {

using Arguments = std::vector<std::string>;

class RecompressToolTest : public ::testing::Test {
 protected:
  // The path of a table of this preset.
  std::string Make(const std::string& preset, const Arguments& flags = {}) {
    const std::string path = dir_.File(preset + ".sst");
    Arguments argv = {ToolPath("sst_make"), "--preset=" + preset,
                      "--output=" + path};
    argv.insert(argv.end(), flags.begin(), flags.end());
    const CommandResult made = RunCommand(argv);
    EXPECT_EQ(made.exit_code, 0) << made.err;
    return path;
  }

  static CommandResult Recompress(const Arguments& flags) {
    Arguments argv = {ToolPath("sst_recompress")};
    argv.insert(argv.end(), flags.begin(), flags.end());
    return RunCommand(argv);
  }

  // The rows of a run that must succeed.
  static std::vector<CsvRow> Rows(Arguments flags) {
    flags.insert(flags.begin(), "--output_format=csv");
    const CommandResult result = Recompress(flags);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return ParseCsv(result.out);
  }

  static void ExpectUsageError(const Arguments& flags,
                               const std::string& part) {
    const CommandResult result = Recompress(flags);
    EXPECT_EQ(result.exit_code, 2) << ::testing::PrintToString(flags);
    EXPECT_EQ(result.out, "");
    EXPECT_THAT(result.err, ::testing::HasSubstr(part));
  }

  TempDir dir_;
};

}  // namespace sstr::testing
