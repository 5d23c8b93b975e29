// SPDX-License-Identifier: Apache-2.0
//
// What the machine says about itself, for a report's context and for warnings
// before anything is timed. Never fails: what the kernel hides is "unknown" or
// absent. Says what is; report/run_warnings.h says what to do about it.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/cpu_list.h"

namespace sstr {

// A CPU of this process and the other hardware threads of its core.
struct SharedCore {
  int cpu = 0;
  CpuList siblings;  // Never empty.

  bool operator==(const SharedCore&) const = default;
};

// Clock ticks of all CPUs since the system started.
struct CpuTicks {
  uint64_t busy = 0;    // Spent on user and system work of any kind.
  uint64_t stolen = 0;  // Work was there; the hypervisor ran something else.
};

struct Environment {
  std::string host;
  std::string cpu_model;
  CpuList cpus;            // That the calling thread may use; empty: unknown.
  bool is_pinned = false;  // These are fewer than the system has online.
  std::string
      cpu_governor;  // Of `cpus`: "performance", "performance+powersave".
  std::optional<bool> turbo;  // The clock may rise above its nominal rate.
  // Of the first of `cpus`: now, and the highest that its policy allows.
  std::optional<uint64_t> cpu_khz;
  std::optional<uint64_t> cpu_max_khz;
  // Where CPUs run two threads or more on a core.
  std::vector<SharedCore> shared_cores;
  std::string virtual_machine;  // Its maker and product; empty: none is known.
  std::optional<CpuTicks> ticks;
  std::optional<double> load_1min;
  std::string date_utc;  // ISO 8601, seconds.
};

// `cpus` are those to measure on. Reads /proc and /sys below `root`, which
// tests fill with files of their own; host and date come from system calls.
Environment ReadEnvironment(const CpuList& cpus = AllowedCpus(),
                            const std::string& root = "");

// Now; absent where the kernel does not count stolen ticks.
std::optional<CpuTicks> ReadCpuTicks(const std::string& root = "");

// Stolen of all ticks that there was work for, between two readings. Absent
// where there was none.
std::optional<double> StolenPercent(const CpuTicks& from, const CpuTicks& to);

}  // namespace sstr
