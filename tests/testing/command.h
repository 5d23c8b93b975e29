// SPDX-License-Identifier: Apache-2.0
//
// Runs a program as a user would: exit code, standard output and error.
// Test support; not for anything long-running.

#pragma once

#include <string>
#include <vector>

namespace sstr::testing {

struct CommandResult {
  int exit_code = -1;  // Negative: ended by that signal.
  std::string out;
  std::string err;
};

// Runs `argv` without a shell and with an empty standard input.
CommandResult RunCommand(const std::vector<std::string>& argv);

// Whether `program` is on PATH.
bool HaveProgram(const std::string& program);

}  // namespace sstr::testing
