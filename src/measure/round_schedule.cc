// SPDX-License-Identifier: Apache-2.0

#include "measure/round_schedule.h"

#include <algorithm>

#include "measure/round_rule.h"

namespace sstr {

std::optional<PassTask> PassQueue::Take() {
  const size_t n = cells_.size();
  if (taken_ == rounds_.count * n) return std::nullopt;
  const uint64_t round = rounds_.first + taken_ / n;
  const uint64_t place = taken_ % n;
  ++taken_;
  return PassTask{cells_[CellInTurn(n, seed_ + round, place)], round};
}

RoundRange RoundSchedule::Next(Samples samples) {
  const bool is_first = rounds_ == 0;
  if (!limits_.target_interval) {
    // All at once: nothing is decided between them, so that passes side by
    // side need not wait for each other.
    return is_first ? Rounds(limits_.repeat) : End(RoundsEnd::kAllRan);
  }
  if (is_first) {
    start_nanos_ = round_start_nanos_ = clock_->NowNanos();
    return Rounds(1);
  }
  if (std::ranges::all_of(samples, [](auto cell) { return cell.empty(); })) {
    return End(RoundsEnd::kAllRan);
  }
  if (IsTargetReached(samples)) return End(RoundsEnd::kTargetReached);
  if (IsTimeUp()) return End(RoundsEnd::kTimeUp);
  return Rounds(1);
}

RoundsOutcome RoundSchedule::Outcome(Samples samples) const {
  RoundsOutcome outcome = {.end = end_, .rounds = rounds_};
  if (limits_.target_interval) outcome.widest = FindWidestCell(samples, seed_);
  return outcome;
}

bool RoundSchedule::IsTargetReached(Samples samples) {
  if (rounds_ < kMinRoundsForTarget) return false;
  const auto is_wide = [&](size_t cell) {
    const auto width = WidestIntervalOf(samples[cell], seed_);
    return width && width->relative_half_width > *limits_.target_interval;
  };
  // A cell that was too wide last time is most often still too wide. Asking it
  // first saves the resampling of all others.
  if (is_wide(widest_cell_)) return false;
  for (size_t cell = 0; cell < samples.size(); ++cell) {
    if (!is_wide(cell)) continue;
    widest_cell_ = cell;
    return false;
  }
  return true;
}

bool RoundSchedule::IsTimeUp() {
  const uint64_t now_nanos = clock_->NowNanos();
  const uint64_t round_nanos = now_nanos - round_start_nanos_;
  round_start_nanos_ = now_nanos;
  const uint64_t used_nanos = now_nanos - start_nanos_;
  return used_nanos >= limits_.max_nanos ||
         round_nanos > limits_.max_nanos - used_nanos;
}

RoundRange RoundSchedule::Rounds(uint64_t count) {
  const RoundRange rounds = {rounds_, count};
  rounds_ += count;
  return rounds;
}

RoundRange RoundSchedule::End(RoundsEnd end) {
  end_ = end;
  return {};
}

}  // namespace sstr
