// SPDX-License-Identifier: Apache-2.0
//
// Which rounds there are, pass by pass, and when there were enough. Runs
// nothing; pass_runner.h does. What a round is, round_rule.h says. Used by one
// thread at a time.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "measure/interval_width.h"
#include "measure/pass_sample.h"

namespace sstr {

// Below 6 samples no interval of a median reaches 95 % (stats/bootstrap.h): a
// narrow one could be luck.
inline constexpr uint64_t kMinRoundsForTarget = 6;

struct RoundLimits {
  uint64_t repeat = 3;  // Rounds where there is no target.
  // Rounds go on until every cell's relative half width (interval_width.h) is
  // at most this, e.g. 0.01, or until time is up.
  std::optional<double> target_interval;
  // Only with a target. A round does not start when, at the pace of the one
  // before, it would end later than this after the first one's start. One round
  // always runs.
  uint64_t max_nanos = UINT64_MAX;
};

enum class RoundsEnd {
  kAllRan,         // All of `repeat`, or nothing was left that could be timed.
  kTargetReached,  // Every interval is narrow enough.
  kTimeUp,
  kInterrupted,  // The user stopped it.
};

// How the rounds of a run ended.
struct RoundsOutcome {
  RoundsEnd end = RoundsEnd::kInterrupted;
  uint64_t rounds = 0;  // Started; all are complete unless interrupted.
  // With a target only; absent where no cell has an interval.
  std::optional<WidestCell> widest;
};

// Consecutive rounds.
struct RoundRange {
  uint64_t first = 0;
  uint64_t count = 0;
};

struct PassTask {
  size_t cell = 0;
  uint64_t round = 0;
};

// Some rounds of some cells, pass by pass.
class PassQueue {
 public:
  // Round r starts at element (seed + r) mod n of `cells`.
  PassQueue(RoundRange rounds, std::vector<size_t> cells, uint64_t seed)
      : rounds_(rounds), cells_(std::move(cells)), seed_(seed) {}

  // Absent when none is left.
  std::optional<PassTask> Take();

 private:
  const RoundRange rounds_;
  const std::vector<size_t> cells_;
  const uint64_t seed_;
  uint64_t taken_ = 0;
};

class RoundSchedule {
 public:
  using Samples = std::span<const std::span<const PassSample>>;

  // `seed` is the bootstrap's; `clock` is borrowed.
  RoundSchedule(const RoundLimits& limits, uint64_t seed, Clock* clock)
      : limits_(limits), seed_(seed), clock_(clock) {}

  // The rounds to run before asking again; none when it is over. `samples` has
  // the samples so far of every cell, none for cells that failed.
  RoundRange Next(Samples samples);

  // Says kInterrupted until Next() has given nothing.
  RoundsOutcome Outcome(Samples samples) const;

 private:
  bool IsTargetReached(Samples samples);
  bool IsTimeUp();
  RoundRange Rounds(uint64_t count);
  RoundRange End(RoundsEnd end);

  const RoundLimits limits_;
  const uint64_t seed_;
  Clock* clock_;

  RoundsEnd end_ = RoundsEnd::kInterrupted;
  uint64_t rounds_ = 0;
  uint64_t start_nanos_ = 0;
  uint64_t round_start_nanos_ = 0;
  size_t widest_cell_ = 0;  // The one that was too wide in the last check.
};

}  // namespace sstr
