// SPDX-License-Identifier: Apache-2.0

#include "compare/compare_side.h"

namespace sstr {

std::vector<std::string> ShellArguments(
    const std::string& command, const std::vector<std::string>& arguments) {
  std::vector<std::string> shell = {"/bin/sh", "-c", command + " \"$@\"", "sh"};
  shell.insert(shell.end(), arguments.begin(), arguments.end());
  return shell;
}

}  // namespace sstr
