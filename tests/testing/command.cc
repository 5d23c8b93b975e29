// SPDX-License-Identifier: Apache-2.0

#include "testing/command.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "testing/temp_dir.h"

namespace sstr::testing {
namespace {

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void Redirect(const char* path, int flags, int fd) {
  const int opened = open(path, flags, 0600);
  if (opened < 0 || dup2(opened, fd) < 0) _exit(126);
  close(opened);
}

}  // namespace

CommandResult RunCommand(const std::vector<std::string>& argv) {
  const TempDir dir;
  const std::string out_path = dir.path() + "/out";
  const std::string err_path = dir.path() + "/err";
  std::vector<char*> arguments;
  for (const std::string& argument : argv) {
    arguments.push_back(const_cast<char*>(argument.c_str()));
  }
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    Redirect("/dev/null", O_RDONLY, STDIN_FILENO);
    Redirect(out_path.c_str(), O_WRONLY | O_CREAT, STDOUT_FILENO);
    Redirect(err_path.c_str(), O_WRONLY | O_CREAT, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  int wait_status = 0;
  CommandResult result;
  if (child < 0 || waitpid(child, &wait_status, 0) != child) return result;
  result.exit_code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status)
                                            : -WTERMSIG(wait_status);
  result.out = ReadFile(out_path);
  result.err = ReadFile(err_path);
  return result;
}

bool HaveProgram(const std::string& program) {
  return RunCommand({"which", program}).exit_code == 0;
}

}  // namespace sstr::testing
