// SPDX-License-Identifier: Apache-2.0

#include "base/clock.h"

#include <chrono>

namespace sstr {
namespace {

class MonotonicClock : public Clock {
 public:
  uint64_t NowNanos() override {
    return static_cast<uint64_t>(
        std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::chrono::steady_clock::now().time_since_epoch())
            .count());
  }
};

}  // namespace

Clock* Clock::Monotonic() {
  static MonotonicClock clock;
  return &clock;
}

}  // namespace sstr
