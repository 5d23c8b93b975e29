// SPDX-License-Identifier: Apache-2.0

#include "report/rounds_note.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/number_text.h"

namespace sstr {
namespace {

bool ReachedTarget(const FileRounds& file) {
  return file.rounds.end == RoundsEnd::kTargetReached;
}

double WidthOf(const FileRounds& file) {
  const auto& widest = file.rounds.widest;
  return widest ? widest->width.relative_half_width : -1;
}

// To two digits, and to a hundredth of a percent. Upwards: an interval that
// misses a target must not read as if it met it.
double RoundedUp(double relative_width) {
  constexpr double kSmallestStep = 1e-4;
  // Keeps what has two digits already from the next step.
  constexpr double kSlack = 1e-9;
  if (relative_width <= 0) return 0;
  const double step = std::max(
      kSmallestStep, std::pow(10, std::floor(std::log10(relative_width)) - 1));
  return std::ceil(relative_width / step - kSlack) * step;
}

std::string WidestText(const FileRounds& file, bool name_file) {
  const auto& widest = file.rounds.widest;
  if (!widest) return "too few samples for an interval";
  const bool is_write = widest->width.region == RegionKind::kWrite;
  return fmt::format("widest interval {} ({}{} of {})",
                     PlusMinusPercent(RoundedUp(WidthOf(file))),
                     name_file ? file.file + ": " : "",
                     is_write ? "write" : "scan", file.widest_spec);
}

std::string RoundsText(uint64_t rounds) {
  return fmt::format("{} round{}", rounds, rounds == 1 ? "" : "s");
}

std::string NoteOf(const FileRounds& file, double target_interval) {
  const std::string rounds = RoundsText(file.rounds.rounds);
  switch (file.rounds.end) {
    case RoundsEnd::kTargetReached:
      return fmt::format("stopped after {}: every interval within {}", rounds,
                         PlusMinusPercent(target_interval));
    case RoundsEnd::kTimeUp:
      return fmt::format("time was up after {}: {}", rounds,
                         WidestText(file, /*name_file=*/false));
    case RoundsEnd::kInterrupted:
      return fmt::format("interrupted in round {}: {}", file.rounds.rounds,
                         WidestText(file, /*name_file=*/false));
    case RoundsEnd::kAllRan:
      break;
  }
  return "nothing could be timed";
}

std::string NoteOfSeveral(std::span<const FileRounds> files,
                          double target_interval) {
  const auto reached = std::ranges::count_if(files, ReachedTarget);
  const auto by_rounds = [](const FileRounds& a, const FileRounds& b) {
    return a.rounds.rounds < b.rounds.rounds;
  };
  const auto [least, most] = std::ranges::minmax_element(files, by_rounds);
  std::string note = fmt::format(
      "{} of {} files ended with every interval within {}; {} to {}", reached,
      files.size(), PlusMinusPercent(target_interval), least->rounds.rounds,
      RoundsText(most->rounds.rounds));
  const FileRounds* widest = nullptr;
  for (const FileRounds& file : files) {
    if (ReachedTarget(file) || !file.rounds.widest) continue;
    if (widest == nullptr || WidthOf(file) > WidthOf(*widest)) widest = &file;
  }
  if (widest != nullptr) note += ", " + WidestText(*widest, /*name_file=*/true);
  return note;
}

}  // namespace

std::string RoundsNote(std::span<const FileRounds> files,
                       double target_interval) {
  if (files.empty()) return "";
  return files.size() == 1 ? NoteOf(files.front(), target_interval)
                           : NoteOfSeveral(files, target_interval);
}

}  // namespace sstr
