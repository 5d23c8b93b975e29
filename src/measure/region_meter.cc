// SPDX-License-Identifier: Apache-2.0

#include "measure/region_meter.h"

#include <sys/resource.h>
#include <time.h>

#include <cstdio>
#include <fstream>
#include <string>

#include "measure/perf_events.h"

namespace sstr {
namespace {

uint64_t CpuNanos(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000u +
         static_cast<uint64_t>(now.tv_nsec);
}

uint64_t Nanos(const timeval& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000u +
         static_cast<uint64_t>(time.tv_usec) * 1'000u;
}

// Writing "5" resets VmHWM; see proc(5), /proc/[pid]/clear_refs.
bool ClearPeakRss() {
  std::ofstream clear_refs("/proc/self/clear_refs");
  clear_refs << "5" << std::flush;
  return clear_refs.good();
}

std::optional<uint64_t> ReadPeakRssBytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    unsigned long long kib = 0;
    if (std::sscanf(line.c_str(), "VmHWM: %llu kB", &kib) == 1) {
      return kib * 1024;
    }
  }
  return std::nullopt;
}

class SystemRegionMeter : public RegionMeter {
 public:
  SystemRegionMeter(UsageScope scope, Clock* clock)
      : clock_(clock),
        cpu_clock_(scope == UsageScope::kThread ? CLOCK_THREAD_CPUTIME_ID
                                                : CLOCK_PROCESS_CPUTIME_ID),
        usage_who_(scope == UsageScope::kThread ? RUSAGE_THREAD : RUSAGE_SELF),
        events_(scope),
        peak_rss_resets_(ClearPeakRss()) {}

  // The wall clock is read last here and first in Stop(): what the other
  // readings cost stays out of it.
  void Start() override {
    events_.Start();
    getrusage(usage_who_, &usage_);
    cpu_nanos_ = CpuNanos(cpu_clock_);
    wall_nanos_ = clock_->NowNanos();
  }

  void Stop(TimedRegion* region) override {
    const uint64_t wall_nanos = clock_->NowNanos();
    const uint64_t cpu_nanos = CpuNanos(cpu_clock_);
    rusage usage;
    getrusage(usage_who_, &usage);
    const PerfCounts counts = events_.Stop();
    const auto grown = [](long now, long before) {
      return static_cast<uint64_t>(now - before);
    };
    ++region->iterations;
    region->wall_nanos += wall_nanos - wall_nanos_;
    region->cpu_nanos += cpu_nanos - cpu_nanos_;
    region->user_nanos += Nanos(usage.ru_utime) - Nanos(usage_.ru_utime);
    region->system_nanos += Nanos(usage.ru_stime) - Nanos(usage_.ru_stime);
    region->minor_faults += grown(usage.ru_minflt, usage_.ru_minflt);
    region->major_faults += grown(usage.ru_majflt, usage_.ru_majflt);
    region->voluntary_switches += grown(usage.ru_nvcsw, usage_.ru_nvcsw);
    region->involuntary_switches += grown(usage.ru_nivcsw, usage_.ru_nivcsw);
    AddCounts(counts, region);
  }

  void ResetPeakRss() override { peak_rss_resets_ = ClearPeakRss(); }

  std::optional<uint64_t> PeakRssBytes() override {
    return peak_rss_resets_ ? ReadPeakRssBytes() : std::nullopt;
  }

 private:
  Clock* clock_;
  clockid_t cpu_clock_;
  int usage_who_;
  PerfEvents events_;
  bool peak_rss_resets_;
  rusage usage_{};
  uint64_t cpu_nanos_ = 0;
  uint64_t wall_nanos_ = 0;
};

}  // namespace

std::unique_ptr<RegionMeter> RegionMeter::Create(UsageScope scope,
                                                 Clock* clock) {
  return std::make_unique<SystemRegionMeter>(scope, clock);
}

}  // namespace sstr
