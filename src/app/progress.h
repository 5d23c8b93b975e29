// SPDX-License-Identifier: Apache-2.0
//
// One line on a terminal: passes done, current spec, time left. Used by one
// thread at a time.

#pragma once

#include <cstdint>
#include <ostream>
#include <string>

#include "base/clock.h"
#include "pass/pass_spec.h"

namespace sstr {

class Progress {
 public:
  // Both borrowed; without `terminal` nothing is shown.
  Progress(std::ostream* terminal, Clock* clock)
      : terminal_(terminal), clock_(clock) {}

  void SetFileCount(uint64_t files) { files_ = files; }
  void StartFile(const std::string& file);
  // `done` and `total` count the passes of the current file; `total` is 0 when
  // it is not known.
  void ShowPass(const PassSpec& spec, uint64_t done, uint64_t total);
  // Removes the line, before other output.
  void Clear();

 private:
  std::ostream* terminal_;
  Clock* clock_;
  uint64_t files_ = 0;
  uint64_t file_number_ = 0;
  std::string file_;
  uint64_t file_start_nanos_ = 0;
};

}  // namespace sstr
