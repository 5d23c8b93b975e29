// SPDX-License-Identifier: Apache-2.0
//
// Raw measurements of one pass, as the runner took them. Values that the
// machine or the library does not give are absent, never zero.

#pragma once

#include <cstdint>
#include <optional>

namespace sstr {

// Totals over `iterations` repetitions of one timed region. Small inputs are
// repeated until the region is long enough for the clock; divide by
// `iterations` for one repetition.
struct TimedRegion {
  uint64_t iterations = 0;
  uint64_t wall_nanos = 0;
  uint64_t cpu_nanos = 0;     // User plus system, from the CPU clock.
  uint64_t user_nanos = 0;    // From getrusage; may be tick-grained.
  uint64_t system_nanos = 0;  // Likewise.
  uint64_t minor_faults = 0;
  uint64_t major_faults = 0;
  uint64_t voluntary_switches = 0;
  uint64_t involuntary_switches = 0;
  std::optional<uint64_t> migrations;
  std::optional<uint64_t> cycles;
  std::optional<uint64_t> instructions;
  std::optional<uint64_t> branches;
  std::optional<uint64_t> branch_misses;

  double WallNanosPerIteration() const {
    return iterations == 0 ? 0
                           : static_cast<double>(wall_nanos) /
                                 static_cast<double>(iterations);
  }
  double CpuNanosPerIteration() const {
    return iterations == 0 ? 0
                           : static_cast<double>(cpu_nanos) /
                                 static_cast<double>(iterations);
  }
};

// Nanoseconds of single codec calls, each with about one clock reading in it.
struct CallLatency {
  uint64_t calls = 0;  // That were timed.
  double p50 = 0;
  double p95 = 0;
  double p99 = 0;

  bool operator==(const CallLatency&) const = default;
};

struct PassSample {
  uint64_t round = 0;  // From 0.
  TimedRegion write;   // iterations is 0 where nothing was written: baseline.
  TimedRegion scan;
  // Inside the codec, per repetition.
  std::optional<double> compress_nanos;
  std::optional<double> decompress_nanos;
  // Block engine: calls timed one by one, outside the regions above.
  std::optional<CallLatency> compress_call_nanos;
  std::optional<CallLatency> decompress_call_nanos;
  // Peak resident memory of the process during this pass. Other passes are
  // in it when --jobs is above 1.
  std::optional<uint64_t> peak_rss_bytes;
};

}  // namespace sstr
