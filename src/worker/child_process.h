// SPDX-License-Identifier: Apache-2.0
//
// A program that runs beside this one: lines in, lines out, and its last words
// on standard error for messages. Used by one thread.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/status.h"

namespace sstr {

class ChildProcess {
 public:
  // `arguments` begin with the program, found in PATH. The child is in a
  // process group of its own. Messages call it `name`, or by its program where
  // that is empty. Error: kFailed naming it.
  static Result<ChildProcess> Start(const std::vector<std::string>& arguments,
                                    const std::string& name = "");

  ChildProcess(ChildProcess&& other) noexcept;
  ChildProcess& operator=(ChildProcess&& other) noexcept;
  // Kills the whole group, unless the child has ended.
  ~ChildProcess();

  // Error: kFailed when the child does not take all of it.
  Status Write(std::string_view text);

  // The next line, without its end. Errors: kFailed when `timeout_seconds` pass
  // first, when the output ends, or after 64 MiB of it; it names how the child
  // ended and the last lines of its standard error. The child, and all of its
  // group, has then ended.
  Result<std::string> ReadLine(double timeout_seconds);
  // Everything up to the end of the output. Errors: as above; also for an exit
  // code that is not 0.
  Result<std::string> ReadAll(double timeout_seconds);

  // Once it has ended by itself, unless by a signal.
  std::optional<int> exit_code() const { return exit_code_; }
  // What it said last, as the end of a message: "; it said: ..." or nothing.
  std::string LastErrorLines() const;

 private:
  ChildProcess() = default;

  // Waits for output of either kind and takes it. false: standard output has
  // ended. Error: kFailed after the deadline.
  Result<bool> TakeOutput(uint64_t deadline_nanos);
  void TakeErrors();
  // false: it has not ended by then.
  bool WaitForEnd(uint64_t deadline_nanos) const;
  std::string Reap();  // After its end: tells how.
  Status Death();      // After the end of a pipe.
  Status Late();       // After the deadline.
  void Kill();

  std::string name_;
  pid_t pid_ = -1;  // -1: reaped, or never started.
  FileDescriptor in_;
  FileDescriptor out_;
  FileDescriptor err_;
  std::string output_;  // Read, not yet handed on.
  std::string errors_;  // The end of standard error.
  std::optional<int> exit_code_;
};

}  // namespace sstr
