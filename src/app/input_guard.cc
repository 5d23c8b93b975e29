// SPDX-License-Identifier: Apache-2.0

#include "app/input_guard.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

namespace sstr {
namespace {

namespace fs = std::filesystem;

bool SameFile(const std::string& a, const std::string& b) {
  std::error_code error;  // Set when one of them does not exist.
  if (fs::equivalent(a, b, error)) return true;
  const fs::path full_a = fs::weakly_canonical(a, error);
  const fs::path full_b = fs::weakly_canonical(b, error);
  return !error && full_a == full_b;
}

}  // namespace

Status CheckNotTaken(const std::string& target,
                     const std::vector<std::string>& taken) {
  for (const std::string& path : taken) {
    if (SameFile(path, target)) {
      return Status::IoError(
          fmt::format("{}: is an input or another output of this run", target));
    }
  }
  return Status::Ok();
}

}  // namespace sstr
