// SPDX-License-Identifier: Apache-2.0

#include "measure/environment.h"

#include <fmt/chrono.h>
#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>
#include <fstream>

namespace sstr {
namespace {

constexpr char kUnknown[] = "unknown";

std::string ReadFirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  return std::getline(file, line) ? line : kUnknown;
}

std::string ReadCpuModel() {
  constexpr std::string_view kField = "model name";
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with(kField) && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return kUnknown;
}

std::string ReadHost() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : kUnknown;
}

uint32_t CountUsableCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return 0;
  return static_cast<uint32_t>(CPU_COUNT(&set));
}

std::optional<double> ReadLoad() {
  double load = 0;
  if (getloadavg(&load, 1) != 1) return std::nullopt;
  return load;
}

}  // namespace

Environment ReadEnvironment() {
  return {
      .host = ReadHost(),
      .cpu_model = ReadCpuModel(),
      .cpu_count = CountUsableCpus(),
      .cpu_governor = ReadFirstLine(
          "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
      .load_1min = ReadLoad(),
      .date_utc =
          fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
  };
}

}  // namespace sstr
