// SPDX-License-Identifier: Apache-2.0

#include "measure/perf_event.h"

#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <system_error>

namespace sstr {
namespace {

bool IsRefusal(int error) { return error == EACCES || error == EPERM; }

std::string ReasonOf(int error) {
  const std::string message = std::generic_category().message(error);
  // The kernel's answer for an event that this CPU, or the machine that
  // emulates it, does not have; its plain text would mislead.
  if (error == ENOENT) return "this machine has no such event: " + message;
  if (IsRefusal(error)) return message + ", see kernel.perf_event_paranoid";
  return message;
}

// -1 with errno when the kernel does not open it.
FileDescriptor OpenEvent(PerfEventId id, UsageScope scope,
                         bool user_space_only) {
  perf_event_attr attributes{};
  attributes.size = sizeof(attributes);
  attributes.type = id.type;
  attributes.config = id.config;
  attributes.read_format =
      PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
  attributes.inherit = scope == UsageScope::kProcess;
  attributes.exclude_kernel = user_space_only;
  attributes.exclude_hv = user_space_only;
  constexpr int kThisThread = 0;
  constexpr int kAnyCpu = -1;
  constexpr int kNoGroup = -1;
  return FileDescriptor(
      static_cast<int>(syscall(SYS_perf_event_open, &attributes, kThisThread,
                               kAnyCpu, kNoGroup, PERF_FLAG_FD_CLOEXEC)));
}

}  // namespace

std::optional<uint64_t> ScaledGrowth(const PerfReading& before,
                                     const PerfReading& now) {
  const uint64_t value = now.value - before.value;
  const uint64_t enabled = now.enabled_nanos - before.enabled_nanos;
  const uint64_t running = now.running_nanos - before.running_nanos;
  if (running == 0) return std::nullopt;
  if (running == enabled) return value;
  return static_cast<uint64_t>(
      std::llround(static_cast<double>(value) * static_cast<double>(enabled) /
                   static_cast<double>(running)));
}

PerfEvent::PerfEvent(PerfEventId id, UsageScope scope)
    : fd_(OpenEvent(id, scope, /*user_space_only=*/false)) {
  // Software events happen in the kernel: without it they would count 0.
  if (!fd_.valid() && IsRefusal(errno) && id.type == PERF_TYPE_HARDWARE) {
    fd_ = OpenEvent(id, scope, /*user_space_only=*/true);
    user_space_only_ = fd_.valid();
  }
  if (!fd_.valid()) reason_ = ReasonOf(errno);
}

void PerfEvent::Start() { start_ = Read(); }

std::optional<uint64_t> PerfEvent::Stop() {
  const std::optional<PerfReading> now = Read();
  if (!start_ || !now) return std::nullopt;
  return ScaledGrowth(*start_, *now);
}

std::optional<PerfReading> PerfEvent::Read() const {
  PerfReading reading;
  if (!fd_.valid() ||
      read(fd_.get(), &reading, sizeof(reading)) != sizeof(reading)) {
    return std::nullopt;
  }
  return reading;
}

}  // namespace sstr
