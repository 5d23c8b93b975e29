// SPDX-License-Identifier: Apache-2.0
//
// What holds for every flag of a program, read from its table. Test support.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "flag_table.h"
#include "testing/command.h"
#include "testing/paths.h"

namespace sstr::testing {

// Runs the program in `mode`, which `mode_flags` ask for, once with each flag
// of the table: it refuses those that are not for the mode, in the table's
// words, and says nothing of the kind of the others.
inline void ExpectModeRefusesOthersFlags(
    const std::string& program, const FlagTable& table, FlagModes mode,
    const std::vector<std::string>& mode_flags) {
  const std::string refusal(table.refusals.at(mode));
  for (const FlagGroup& group : table.groups) {
    for (const Flag& flag : group.flags) {
      std::vector<std::string> argv = {ToolPath(program)};
      argv.insert(argv.end(), mode_flags.begin(), mode_flags.end());
      // 1 is a value of every type of flag.
      argv.push_back("--" + std::string(flag.name) + "=1");
      argv.push_back("/no/such/file");
      const CommandResult result = RunCommand(argv);
      const std::string message =
          program + ": --" + flag.name + " " + refusal + "\n";
      if ((flag.modes & mode) != 0) {
        EXPECT_NE(result.err, message);
        continue;
      }
      EXPECT_EQ(result.exit_code, 2) << flag.name;
      EXPECT_EQ(result.out, "");
      EXPECT_EQ(result.err, message);
    }
  }
}

}  // namespace sstr::testing
