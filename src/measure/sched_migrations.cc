// SPDX-License-Identifier: Apache-2.0

#include "measure/sched_migrations.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <charconv>

namespace sstr {

std::optional<uint64_t> ParseMigrations(std::string_view sched) {
  constexpr std::string_view kName = "\nse.nr_migrations";
  const size_t line = sched.find(kName);
  if (line == std::string_view::npos) return std::nullopt;
  const size_t digits = sched.find_first_not_of(" :", line + kName.size());
  if (digits == std::string_view::npos) return std::nullopt;
  uint64_t migrations = 0;
  const auto [end, error] = std::from_chars(
      sched.data() + digits, sched.data() + sched.size(), migrations);
  if (error != std::errc()) return std::nullopt;
  return migrations;
}

SchedMigrations SchedMigrations::OfThisThread() {
  SchedMigrations migrations;
  migrations.fd_ =
      FileDescriptor(open("/proc/thread-self/sched", O_RDONLY | O_CLOEXEC));
  return migrations;
}

std::optional<uint64_t> SchedMigrations::Read() const {
  if (!fd_.valid()) return std::nullopt;
  // The line is within the first few hundred bytes.
  std::array<char, 4096> text;
  const ssize_t bytes = pread(fd_.get(), text.data(), text.size(), 0);
  if (bytes <= 0) return std::nullopt;
  return ParseMigrations({text.data(), static_cast<size_t>(bytes)});
}

}  // namespace sstr
