// SPDX-License-Identifier: Apache-2.0

#include "measure/environment.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include <charconv>
#include <ctime>
#include <fstream>
#include <set>
#include <sstream>
#include <string_view>

namespace sstr {
namespace {

constexpr char kUnknown[] = "unknown";
constexpr char kCpuFolder[] = "/sys/devices/system/cpu";

// Empty where there is none.
std::string ReadFirstLine(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

std::string OrUnknown(const std::string& text) {
  return text.empty() ? kUnknown : text;
}

template <typename Number>
std::optional<Number> ReadNumber(const std::string& path) {
  const std::string line = ReadFirstLine(path);
  Number number;
  const auto [stop, error] =
      std::from_chars(line.data(), line.data() + line.size(), number);
  if (error != std::errc()) return std::nullopt;
  return number;
}

// The value of the first CPU; see proc(5).
std::string ReadCpuInfo(const std::string& root, std::string_view field) {
  std::ifstream cpuinfo(root + "/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with(field) && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "";
}

std::string ReadHost() {
  char name[256] = {};
  return gethostname(name, sizeof(name) - 1) == 0 ? name : kUnknown;
}

std::string CpuPath(const std::string& root, int cpu, std::string_view file) {
  return fmt::format("{}{}/cpu{}/{}", root, kCpuFolder, cpu, file);
}

CpuList ReadCpuList(const std::string& path) {
  const auto cpus = ParseCpuList(ReadFirstLine(path));
  return cpus.ok() ? *cpus : CpuList();
}

std::string ReadGovernors(const std::string& root, const CpuList& cpus) {
  std::set<std::string> governors;
  for (const int cpu : cpus) {
    std::string name =
        ReadFirstLine(CpuPath(root, cpu, "cpufreq/scaling_governor"));
    if (!name.empty()) governors.insert(std::move(name));
  }
  return OrUnknown(fmt::format("{}", fmt::join(governors, "+")));
}

// Two drivers, two files with opposite meanings.
std::optional<bool> ReadTurbo(const std::string& root) {
  const std::string folder = root + kCpuFolder;
  if (const auto off = ReadNumber<int>(folder + "/intel_pstate/no_turbo")) {
    return *off == 0;
  }
  if (const auto on = ReadNumber<int>(folder + "/cpufreq/boost")) {
    return *on != 0;
  }
  return std::nullopt;
}

std::vector<SharedCore> ReadSharedCores(const std::string& root,
                                        const CpuList& cpus) {
  std::vector<SharedCore> cores;
  for (const int cpu : cpus) {
    SharedCore core = {.cpu = cpu,
                       .siblings = ReadCpuList(CpuPath(
                           root, cpu, "topology/thread_siblings_list"))};
    std::erase(core.siblings, cpu);
    if (!core.siblings.empty()) cores.push_back(std::move(core));
  }
  return cores;
}

bool HasWord(const std::string& text, std::string_view word) {
  std::istringstream words(text);
  for (std::string each; words >> each;) {
    if (each == word) return true;
  }
  return false;
}

// x86 has a flag for it; elsewhere only the names that hypervisors give their
// machines tell. The names alone would call a rented bare machine virtual.
std::string ReadVirtualMachine(const std::string& root) {
  constexpr std::string_view kMakers[] = {
      "QEMU", "KVM", "VMware", "Xen", "VirtualBox", "Virtual Machine"};
  const std::string maker =
      ReadFirstLine(root + "/sys/class/dmi/id/sys_vendor");
  const std::string product =
      ReadFirstLine(root + "/sys/class/dmi/id/product_name");
  const std::string name = maker + (maker.empty() ? "" : " ") + product;
  const std::string flags = ReadCpuInfo(root, "flags");
  bool is_virtual = HasWord(flags, "hypervisor");
  if (flags.empty()) {
    for (const std::string_view known : kMakers) {
      is_virtual |= name.find(known) != std::string::npos;
    }
  }
  if (!is_virtual) return "";
  return name.empty() ? "unknown hypervisor" : name;
}

}  // namespace

std::optional<CpuTicks> ReadCpuTicks(const std::string& root) {
  // user nice system idle iowait irq softirq steal; see proc(5), /proc/stat.
  std::istringstream line(ReadFirstLine(root + "/proc/stat"));
  std::string name;
  uint64_t user, nice, system, idle, iowait, irq, softirq, steal;
  line >> name >> user >> nice >> system >> idle >> iowait >> irq >> softirq >>
      steal;
  if (!line || name != "cpu") return std::nullopt;
  return CpuTicks{.busy = user + nice + system + irq + softirq,
                  .stolen = steal};
}

std::optional<double> StolenPercent(const CpuTicks& from, const CpuTicks& to) {
  if (to.busy < from.busy || to.stolen < from.stolen) return std::nullopt;
  const auto busy = static_cast<double>(to.busy - from.busy);
  const auto stolen = static_cast<double>(to.stolen - from.stolen);
  if (busy + stolen == 0) return std::nullopt;
  return 100 * stolen / (busy + stolen);
}

Environment ReadEnvironment(const CpuList& cpus, const std::string& root) {
  Environment environment = {
      .host = ReadHost(),
      .cpu_model = OrUnknown(ReadCpuInfo(root, "model name")),
      .cpus = cpus,
      .turbo = ReadTurbo(root),
      .virtual_machine = ReadVirtualMachine(root),
      .ticks = ReadCpuTicks(root),
      .load_1min = ReadNumber<double>(root + "/proc/loadavg"),
      .date_utc =
          fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
  };
  const CpuList online = ReadCpuList(root + kCpuFolder + "/online");
  environment.is_pinned = cpus.size() < online.size();
  environment.cpu_governor = ReadGovernors(root, cpus);
  environment.shared_cores = ReadSharedCores(root, cpus);
  if (!cpus.empty()) {
    const auto khz = [&](std::string_view file) {
      return ReadNumber<uint64_t>(CpuPath(root, cpus.front(), file));
    };
    environment.cpu_khz = khz("cpufreq/scaling_cur_freq");
    environment.cpu_max_khz = khz("cpufreq/scaling_max_freq");
  }
  return environment;
}

}  // namespace sstr
