// SPDX-License-Identifier: Apache-2.0
//
// The only way time enters the project, so that tests can fake it.

#pragma once

#include <cstdint>

namespace sstr {

class Clock {
 public:
  virtual ~Clock() = default;

  // Monotonic wall time in nanoseconds from an arbitrary origin.
  virtual uint64_t NowNanos() = 0;

  // The machine's monotonic clock. Lives as long as the process.
  static Clock* Monotonic();
};

}  // namespace sstr
