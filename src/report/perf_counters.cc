// SPDX-License-Identifier: Apache-2.0

#include "report/perf_counters.h"

#include <fmt/format.h>

#include "base/join_notes.h"
#include "base/units.h"
#include "report/number_text.h"

namespace sstr {
namespace {

template <uint64_t TimedRegion::*field>
std::optional<double> Value(const TimedRegion& region) {
  return static_cast<double>(region.*field);
}

template <std::optional<uint64_t> TimedRegion::*field>
std::optional<double> Counted(const TimedRegion& region) {
  const std::optional<uint64_t>& count = region.*field;
  return count ? std::optional<double>(*count) : std::nullopt;
}

constexpr RegionValue kWall = Value<&TimedRegion::wall_nanos>;
constexpr RegionValue kCpu = Value<&TimedRegion::cpu_nanos>;
constexpr RegionValue kSystem = Value<&TimedRegion::system_nanos>;
constexpr RegionValue kCycles = Counted<&TimedRegion::cycles>;
constexpr RegionValue kInstructions = Counted<&TimedRegion::instructions>;
constexpr RegionValue kBranches = Counted<&TimedRegion::branches>;
constexpr RegionValue kBranchMisses = Counted<&TimedRegion::branch_misses>;

std::optional<double> UserAndSystem(const TimedRegion& region) {
  return static_cast<double>(region.user_nanos + region.system_nanos);
}

// Absent without both, and when the divisor is 0.
std::optional<double> Proportion(const PerfSection& section, RegionValue value,
                                 RegionValue of) {
  const std::optional<MeanSummary> dividend = MeanPerRepetition(section, value);
  const std::optional<MeanSummary> divisor = MeanPerRepetition(section, of);
  if (!dividend || !divisor || divisor->mean == 0) return std::nullopt;
  return dividend->mean / divisor->mean;
}

std::optional<double> PerCall(const PerfSection& section, RegionValue value) {
  const std::optional<MeanSummary> mean = MeanPerRepetition(section, value);
  if (!mean || section.calls == 0) return std::nullopt;
  return mean->mean / static_cast<double>(section.calls);
}

template <uint64_t TimedRegion::*field>
std::string CountPerCall(const PerfSection& section) {
  const std::optional<double> count = PerCall(section, Value<field>);
  return count ? ThreeDigits(*count) + " per call" : "";
}

std::string CpusUtilized(const PerfSection& section) {
  const std::optional<double> cpus = Proportion(section, kCpu, kWall);
  return cpus ? fmt::format("{:.3f} CPUs utilized", *cpus) : "";
}

std::string SystemShare(const PerfSection& section) {
  const std::optional<double> share =
      Proportion(section, kSystem, UserAndSystem);
  const std::optional<double> nanos = PerCall(section, kSystem);
  return JoinNotes(
      {share ? fmt::format("{:.1f}% of user+system", 100 * *share) : "",
       nanos ? ThreeDigits(*nanos / kNanosPerMicro) + " us per call" : ""});
}

std::string Frequency(const PerfSection& section) {
  const std::optional<double> per_nano = Proportion(section, kCycles, kCpu);
  return per_nano ? fmt::format("{:.3f} GHz", *per_nano) : "";
}

std::string PerCycle(const PerfSection& section) {
  const std::optional<double> instructions =
      Proportion(section, kInstructions, kCycles);
  return instructions ? fmt::format("{:.2f} insn per cycle", *instructions)
                      : "";
}

std::string MissShare(const PerfSection& section) {
  const std::optional<double> share =
      Proportion(section, kBranchMisses, kBranches);
  return share ? fmt::format("{:.2f}% of all branches", 100 * *share) : "";
}

constexpr PerfCounter kCounters[] = {
    {"task-clock", kCpu, true, CpusUtilized},
    {"user-time", Value<&TimedRegion::user_nanos>, true},
    {"system-time", kSystem, true, SystemShare},
    {"minor-faults", Value<&TimedRegion::minor_faults>, false,
     CountPerCall<&TimedRegion::minor_faults>},
    {"major-faults", Value<&TimedRegion::major_faults>, false,
     CountPerCall<&TimedRegion::major_faults>},
    {"voluntary-context-switches", Value<&TimedRegion::voluntary_switches>},
    {"involuntary-context-switches", Value<&TimedRegion::involuntary_switches>},
    {"cpu-migrations", Counted<&TimedRegion::migrations>},
    {"cycles", kCycles, false, Frequency},
    {"instructions", kInstructions, false, PerCycle},
    {"branches", kBranches},
    {"branch-misses", kBranchMisses, false, MissShare},
};

}  // namespace

std::vector<PerfSection> SectionsOf(const ReportRow& row) {
  const uint64_t calls =
      row.spec.engine == kBlockEngineName ? row.sizes.data_blocks : 0;
  PerfSection write{.name = "write", .calls = calls};
  PerfSection scan{.name = "scan", .calls = calls};
  for (const PassSample& sample : row.samples) {
    if (sample.write.iterations > 0) write.regions.push_back(sample.write);
    if (sample.scan.iterations > 0) scan.regions.push_back(sample.scan);
  }
  std::vector<PerfSection> sections = {std::move(write), std::move(scan)};
  std::erase_if(sections, [](const PerfSection& section) {
    return section.regions.empty();
  });
  return sections;
}

std::optional<MeanSummary> MeanPerRepetition(const PerfSection& section,
                                             RegionValue value) {
  std::vector<double> values;
  for (const TimedRegion& region : section.regions) {
    const std::optional<double> total = value(region);
    if (!total) return std::nullopt;
    values.push_back(*total / static_cast<double>(region.iterations));
  }
  return SummarizeMean(values);
}

std::span<const PerfCounter> PerfCounters() { return kCounters; }

}  // namespace sstr
