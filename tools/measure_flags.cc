// SPDX-License-Identifier: Apache-2.0

#include "measure_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <charconv>
#include <optional>
#include <string_view>

#include "app/noise_check_app.h"
#include "flag_parsing.h"
#include "recompress_modes.h"
#include "run_flags.h"
#include "shared_flags.h"

DEFINE_int32(repeat, 3, "");
DEFINE_string(target_interval, "", "");
DEFINE_int32(max_seconds, 120, "");
DEFINE_bool(noise_check, false, "");
DEFINE_bool(sizes_only, false, "");

namespace sstr {
namespace {

constexpr int kMaxRepeat = 1'000'000;
constexpr int kMaxSeconds = 1'000'000;
constexpr uint64_t kNanosInSecond = 1'000'000'000;

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
  if (!FlagWasGiven("repeat")) rounds->repeat = kNoiseCheckRounds;
  const uint64_t needed = LeastNoiseCheckRounds();
  if (rounds->repeat >= needed) return Status::Ok();
  return Status::Usage(fmt::format(
      "--noise_check --repeat={}: fewer than {} rounds show no difference of "
      "whatever size",
      rounds->repeat, needed));
}

Status SetMeasuring(RecompressOptions* options) {
  SSTR_RETURN_IF_ERROR(SetRounds(&options->rounds));
  if (IsNoiseCheck()) SSTR_RETURN_IF_ERROR(SetNoiseCheck(&options->rounds));
  SSTR_ASSIGN_OR_RETURN(options->cpus, ReadCpus());
  SSTR_ASSIGN_OR_RETURN(const std::optional<uint32_t> jobs, ReadJobs());
  options->jobs = jobs.value_or(1);
  options->sizes_only = FLAGS_sizes_only;
  return Status::Ok();
}

}  // namespace

FlagGroup MeasureFlags(RecompressOptions* options) {
  return {
      .title = "Measuring",
      .flags =
          {
              {"repeat",
               "Rounds: one pass of every cell each, order rotated. Default: "
               "3.",
               kMeasure | kNoiseCheck},
              {"target_interval",
               "Instead of --repeat: rounds go on until the 95 % interval of "
               "every median write and scan time is within this much "
               "of it, e.g. 1% or 0.01, or time is up. Default: none.",
               kMeasure},
              {"max_seconds",
               "With --target_interval: seconds that the rounds of each file "
               "may take. Default: 120.",
               kMeasure},
              {"cpu",
               "CPUs to measure on, e.g. 0,2 or 0-3; --jobs are spread over "
               "them. Default: all."},
              {"jobs",
               "Passes side by side, each on a CPU of its own. Default: 1.",
               kMeasure},
              {"sizes_only",
               "One verified pass each and no times. Default: false.",
               kMeasure},
              {"noise_check",
               "Run the first pass of the sweep on the first file against "
               "itself, 20 rounds or --repeat, and print the smallest "
               "difference that this machine can show now. Default: "
               "false.",
               kMeasure | kNoiseCheck},
          },
      .read = [=](const CommandLine&) { return SetMeasuring(options); }};
}

bool IsNoiseCheck() { return FLAGS_noise_check; }

}  // namespace sstr
