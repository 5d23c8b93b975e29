// SPDX-License-Identifier: Apache-2.0

#include "report/run_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/advised_flags.h"
#include "measure/round_schedule.h"

namespace sstr {
namespace {

constexpr uint32_t kSteadySamples = 9;
constexpr double kBusyLoad = 0.5;
constexpr double kFullSpeed = 0.9;  // Of the highest clock rate.
constexpr double kMuchStolenPercent = 1;
constexpr double kKhzPerMhz = 1000;

using Texts = std::vector<std::string>;

void AddBuild(const RunContext& context, const BuildFacts& build,
              Texts* warnings) {
  if (context.rocksdb_assertions) {
    warnings->push_back(fmt::format(
        "RocksDB {} was built with assertions on: its times are longer than "
        "those of a release build",
        context.rocksdb_library_version));
  }
  if (build.assertions) {
    warnings->push_back(
        "this program was built with assertions on: build it with "
        "-DCMAKE_BUILD_TYPE=Release");
  }
  if (!build.optimized) {
    warnings->push_back(
        "this program was built without optimization: build it with "
        "-DCMAKE_BUILD_TYPE=Release");
  }
}

void AddRun(const RunContext& context, Texts* warnings) {
  const bool is_counted = context.repeat > 0;
  if (is_counted && context.repeat < kSteadySamples) {
    warnings->push_back(
        fmt::format("medians of {} samples: use --{}={} or more before "
                    "believing a small difference",
                    context.repeat, AdvisedFlag("repeat"), kSteadySamples));
  }
  if (context.jobs > 1) {
    warnings->push_back(
        fmt::format("{} passes ran side by side: times include what they "
                    "cost each other",
                    context.jobs));
  }
  if (context.cpu_count > 0 && context.jobs > context.cpu_count) {
    warnings->push_back(
        fmt::format("{} passes side by side share {} CPUs and wait for each "
                    "other: use --{}={} or fewer",
                    context.jobs, context.cpu_count, AdvisedFlag("jobs"),
                    context.cpu_count));
  }
}

void AddClock(const Environment& environment, Texts* warnings) {
  const std::string& governor = environment.cpu_governor;
  const bool is_governed = governor != "unknown" && governor != "performance";
  if (is_governed) {
    warnings->push_back(
        fmt::format("governor is {}: the CPU's clock follows the load; "
                    "`cpupower frequency-set -g performance` holds it",
                    governor));
  }
  const bool has_turbo = environment.turbo.value_or(false);
  if (has_turbo) {
    warnings->push_back(
        "turbo is on: the CPU's clock follows heat and neighbours; write 1 to "
        "intel_pstate/no_turbo or 0 to cpufreq/boost below "
        "/sys/devices/system/cpu, whichever is there");
  }
  // Otherwise a low clock rate is what was warned of already.
  if (is_governed || has_turbo) return;
  if (!environment.cpu_khz || !environment.cpu_max_khz) return;
  const auto now = static_cast<double>(*environment.cpu_khz);
  const auto highest = static_cast<double>(*environment.cpu_max_khz);
  if (now < kFullSpeed * highest) {
    warnings->push_back(fmt::format(
        "CPU {} runs at {:.0f} of {:.0f} MHz: heat or a limit on "
        "power slows it; let it cool, or look at `cpupower "
        "frequency-info`",
        environment.cpus.front(), now / kKhzPerMhz, highest / kKhzPerMhz));
  }
}

void AddNeighbours(const Environment& environment, Texts* warnings) {
  if (environment.load_1min && *environment.load_1min > kBusyLoad) {
    warnings->push_back(
        fmt::format("the machine was busy at the start: load {:.2f}; end what "
                    "else runs, or wait",
                    *environment.load_1min));
  }
  if (!environment.virtual_machine.empty()) {
    warnings->push_back(
        fmt::format("this is a virtual machine ({}): others can slow it at any "
                    "time; --{} shows how steady it is now",
                    environment.virtual_machine, AdvisedFlag("noise_check")));
  }
  if (environment.ticks) {
    const auto stolen = StolenPercent(CpuTicks(), *environment.ticks);
    if (stolen && *stolen > kMuchStolenPercent) {
      warnings->push_back(
          fmt::format("since its start, this virtual machine was denied "
                      "{:.1f} % of the CPU time that it wanted; repeat on a "
                      "host that is less busy",
                      *stolen));
    }
  }
}

// Siblings that passes of this run occupy as well.
void AddSharedCores(const Environment& environment, uint32_t jobs,
                    Texts* warnings) {
  for (const auto& [cpu, siblings] : environment.shared_cores) {
    CpuList ours;
    std::ranges::set_intersection(siblings, environment.cpus,
                                  std::back_inserter(ours));
    if (ours.empty()) {
      warnings->push_back(
          fmt::format("CPU {} is one core with CPU {}, which others may use: "
                      "keep that one idle",
                      cpu, CpuListText(siblings)));
    } else if (jobs > 1 && ours.front() > cpu) {
      // Said once per core, by its first CPU.
      warnings->push_back(
          fmt::format("CPU {} and CPU {} are one core: passes side by side "
                      "slow each other; leave one out of --{}",
                      cpu, CpuListText(ours), AdvisedFlag("cpu")));
    }
  }
}

void AddPinning(const Environment& environment, uint32_t jobs,
                Texts* warnings) {
  const CpuList& cpus = environment.cpus;
  if (environment.is_pinned) {
    AddSharedCores(environment, jobs, warnings);
  } else if (jobs == 1 && cpus.size() > 1) {
    // The last one: interrupts gather on the first.
    warnings->push_back(
        fmt::format("not pinned: passes may move between CPUs; --{}={} keeps "
                    "them on one",
                    AdvisedFlag("cpu"), cpus.back()));
  }
}

}  // namespace

std::vector<std::string> WarningsBefore(const RunContext& context,
                                        const Environment& environment,
                                        const BuildFacts& build) {
  Texts warnings;
  AddBuild(context, build, &warnings);
  if (context.sizes_only) return warnings;
  AddRun(context, &warnings);
  AddClock(environment, &warnings);
  AddNeighbours(environment, &warnings);
  AddPinning(environment, context.jobs, &warnings);
  return warnings;
}

std::vector<std::string> WarningsAfter(const RunFacts& run) {
  Texts warnings;
  if (run.fewest_rounds && *run.fewest_rounds < kMinRoundsForTarget) {
    warnings.push_back(fmt::format(
        "time was up after {} rounds; an interval of 95 % needs "
        "{}: raise --{}",
        *run.fewest_rounds, kMinRoundsForTarget, AdvisedFlag("max_seconds")));
  }
  if (run.stolen_percent && *run.stolen_percent > kMuchStolenPercent) {
    warnings.push_back(
        fmt::format("during the run, this virtual machine was denied {:.1f} % "
                    "of the CPU time that it wanted: repeat when its host is "
                    "less busy",
                    *run.stolen_percent));
  }
  return warnings;
}

}  // namespace sstr
