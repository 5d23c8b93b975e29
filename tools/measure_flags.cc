// SPDX-License-Identifier: Apache-2.0

#include "measure_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "app/noise_check_app.h"
#include "flag_parsing.h"
#include "measure/cpu_list.h"
#include "stats/verdict.h"

DECLARE_int32(repeat);
DECLARE_string(target_interval);
DECLARE_int32(max_seconds);
DECLARE_string(cpu);
DECLARE_int32(jobs);
DECLARE_bool(sizes_only);
DECLARE_bool(salvage);
DECLARE_bool(noise_check);

namespace sstr {
namespace {

constexpr int kMaxThreads = 256;
constexpr int kMaxRepeat = 1'000'000;
constexpr int kMaxSeconds = 1'000'000;
constexpr uint64_t kNanosInSecond = 1'000'000'000;

// One pass spec of one file, timed, and a report of its own.
constexpr const char* kFlagsWithoutNoiseCheck[] = {
    "target_interval", "max_seconds", "jobs",       "sizes_only", "salvage",
    "output_format",   "output",      "output_dir", "sizes",
};

Status CheckRange(const char* flag, int64_t value, int64_t min, int64_t max) {
  if (value >= min && value <= max) return Status::Ok();
  return Status::Usage(
      fmt::format("--{}={}: must be {} to {}", flag, value, min, max));
}

// "1%" and "0.01" are 0.01.
std::optional<double> ParseFraction(std::string_view text) {
  constexpr double kPercent = 0.01;
  const bool is_percentage = text.ends_with('%');
  if (is_percentage) text.remove_suffix(1);
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return is_percentage ? value * kPercent : value;
}

Status SetTarget(RoundLimits* rounds) {
  for (const char* flag : {"repeat", "sizes_only"}) {
    if (!FlagWasGiven(flag)) continue;
    return Status::Usage(
        fmt::format("--{} and --target_interval exclude each other", flag));
  }
  const auto target = ParseFraction(FLAGS_target_interval);
  // Written so that NaN does not pass.
  if (!target || !(*target > 0 && *target < 1)) {
    return Status::Usage(fmt::format(
        "--target_interval={}: neither a percentage like 1% nor a fraction "
        "above 0 and below 1",
        FLAGS_target_interval));
  }
  SSTR_RETURN_IF_ERROR(
      CheckRange("max_seconds", FLAGS_max_seconds, 1, kMaxSeconds));
  rounds->target_interval = target;
  rounds->max_nanos = static_cast<uint64_t>(FLAGS_max_seconds) * kNanosInSecond;
  return Status::Ok();
}

Status SetRounds(RoundLimits* rounds) {
  if (FlagWasGiven("target_interval")) return SetTarget(rounds);
  if (FlagWasGiven("max_seconds")) {
    return Status::Usage("--max_seconds needs --target_interval");
  }
  SSTR_RETURN_IF_ERROR(CheckRange("repeat", FLAGS_repeat, 1, kMaxRepeat));
  rounds->repeat = static_cast<uint64_t>(FLAGS_repeat);
  return Status::Ok();
}

Status SetNoiseCheck(RoundLimits* rounds) {
  for (const char* flag : kFlagsWithoutNoiseCheck) {
    if (!FlagWasGiven(flag)) continue;
    return Status::Usage(
        fmt::format("--{} has no meaning with --noise_check", flag));
  }
  if (!FlagWasGiven("repeat")) rounds->repeat = kNoiseCheckRounds;
  const size_t needed = RoundsNeeded(1);
  if (rounds->repeat >= needed) return Status::Ok();
  return Status::Usage(fmt::format(
      "--noise_check --repeat={}: fewer than {} rounds show no difference of "
      "whatever size",
      rounds->repeat, needed));
}

Status SetCpus(RecompressOptions* options) {
  if (!FlagWasGiven("cpu")) return Status::Ok();
  auto cpus = ParseCpuList(FLAGS_cpu);
  if (!cpus.ok()) return cpus.status().WithPrefix("--cpu");
  SSTR_RETURN_IF_ERROR(CheckCpusAllowed(*cpus).WithPrefix("--cpu"));
  options->cpus = *std::move(cpus);
  return Status::Ok();
}

}  // namespace

Status SetMeasuring(RecompressOptions* options) {
  SSTR_RETURN_IF_ERROR(SetRounds(&options->rounds));
  if (IsNoiseCheck()) SSTR_RETURN_IF_ERROR(SetNoiseCheck(&options->rounds));
  SSTR_RETURN_IF_ERROR(SetCpus(options));
  SSTR_RETURN_IF_ERROR(CheckRange("jobs", FLAGS_jobs, 1, kMaxThreads));
  options->jobs = static_cast<uint32_t>(FLAGS_jobs);
  options->sizes_only = FLAGS_sizes_only;
  options->salvage = FLAGS_salvage;
  return Status::Ok();
}

bool IsNoiseCheck() { return FLAGS_noise_check; }

}  // namespace sstr
