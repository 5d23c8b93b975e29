// SPDX-License-Identifier: Apache-2.0

#include "measure/cpu_list.h"

#include <fmt/format.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <iterator>
#include <optional>
#include <set>
#include <system_error>

namespace sstr {
namespace {

std::optional<int> ParseCpu(std::string_view text) {
  int cpu = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, cpu);
  if (error != std::errc() || stop != end) return std::nullopt;
  if (cpu < 0 || cpu >= CPU_SETSIZE) return std::nullopt;
  return cpu;
}

bool AddPart(std::string_view part, std::set<int>* cpus) {
  const size_t dash = part.find('-');
  const auto first = ParseCpu(part.substr(0, dash));
  const auto last =
      dash == std::string_view::npos ? first : ParseCpu(part.substr(dash + 1));
  if (!first || !last || *first > *last) return false;
  for (int cpu = *first; cpu <= *last; ++cpu) cpus->insert(cpu);
  return true;
}

}  // namespace

Result<CpuList> ParseCpuList(std::string_view text) {
  std::set<int> cpus;
  size_t begin = 0;
  while (true) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    const std::string_view part = text.substr(begin, comma - begin);
    if (!AddPart(part, &cpus)) {
      return Status::Usage(fmt::format(
          "\"{}\" is neither a CPU from 0 to {} nor a range of them like 0-3",
          part, CPU_SETSIZE - 1));
    }
    if (comma == text.size()) return CpuList(cpus.begin(), cpus.end());
    begin = comma + 1;
  }
}

std::string CpuListText(const CpuList& cpus) {
  std::string text;
  for (size_t i = 0; i < cpus.size();) {
    size_t last = i;
    while (last + 1 < cpus.size() && cpus[last + 1] == cpus[last] + 1) ++last;
    if (!text.empty()) text += ',';
    text += fmt::format("{}", cpus[i]);
    if (last > i) {
      text += fmt::format("{}{}", last == i + 1 ? ',' : '-', cpus[last]);
    }
    i = last + 1;
  }
  return text;
}

CpuList AllowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  CpuList cpus;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

Status CheckCpusAllowed(const CpuList& cpus) {
  const CpuList allowed = AllowedCpus();
  CpuList missing;
  std::ranges::set_difference(cpus, allowed, std::back_inserter(missing));
  if (!missing.empty()) {
    return Status::Usage(
        fmt::format("CPU {} cannot be used; this process may use {}",
                    CpuListText(missing), CpuListText(allowed)));
  }
  return Status::Ok();
}

Status PinThisThread(const CpuList& cpus) {
  SSTR_RETURN_IF_ERROR(CheckCpusAllowed(cpus));
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int cpu : cpus) CPU_SET(cpu, &set);
  if (sched_setaffinity(0, sizeof(set), &set) != 0) {
    return Status::Usage(fmt::format("the system does not pin to CPU {}: {}",
                                     CpuListText(cpus),
                                     std::generic_category().message(errno)));
  }
  return Status::Ok();
}

}  // namespace sstr
