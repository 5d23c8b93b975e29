// SPDX-License-Identifier: Apache-2.0
//
// What the machine says about itself, for a report's context. Never fails:
// what the kernel hides is "unknown" or absent.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sstr {

struct Environment {
  std::string host;
  std::string cpu_model;
  uint32_t cpu_count = 0;  // That this process may use.
  std::string cpu_governor;
  std::optional<double> load_1min;
  std::string date_utc;  // ISO 8601, seconds.
};

Environment ReadEnvironment();

}  // namespace sstr
