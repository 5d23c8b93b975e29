// SPDX-License-Identifier: Apache-2.0
//
// Runs the passes of a sweep over one corpus: rounds, order, timing, the
// verification of every image. Knows engines only by their interface and
// never a codec. One runner is used by one thread; it starts threads of its
// own when asked for several jobs.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/status.h"
#include "corpus/corpus.h"
#include "measure/pass_sample.h"
#include "measure/region_meter.h"
#include "measure/round_schedule.h"
#include "pass/pass_engine.h"
#include "pass/pass_spec.h"

namespace sstr {

struct PeerPass {
  Status status;         // Not ok: nothing else is valid.
  bool skipped = false;  // status says why it could not start.
  PassOutput output;
  std::optional<PassSample> sample;  // Absent with sizes_only.
};

// Runs passes over the same input in another process, timed and verified there.
class PassPeer {
 public:
  virtual ~PassPeer() = default;
  virtual PeerPass RunPass(const PassSpec& spec) = 0;
};

// A spec and who runs it, one of the two; both are borrowed.
struct Cell {
  PassSpec spec;
  PassEngine* engine = nullptr;
  PassPeer* peer = nullptr;  // Its passes run while no other does.
};

struct RunnerOptions {
  RoundLimits rounds;  // A round is one pass of every cell.
  // Passes side by side, each pinned to a CPU of its own. Cells whose codec
  // runs several threads wait for the others and run alone.
  uint32_t jobs = 1;
  // Of the order: round r starts at cell (seed + r) mod n. Also of the
  // bootstrap of a target interval.
  uint64_t seed = 1;
  bool sizes_only = false;  // One pass each, verified, not timed.
  // A timed region that takes less is repeated until it takes this long.
  uint64_t min_region_nanos = 2'000'000;
};

struct CellResult {
  // Not ok: no number of this cell is valid.
  Status status;
  bool skipped = false;  // status says why it could not start.
  PassOutput output;
  std::vector<PassSample> samples;  // In the order they were taken.
};

struct RunResult {
  std::vector<CellResult> cells;  // In the order of the cells given.
  RoundsOutcome rounds;
};

// Called in the order of events, by one thread at a time.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

  // `total` is 0 where a target interval decides how many passes there will be.
  virtual void OnPassStarted(const PassSpec& /*spec*/, uint64_t /*done*/,
                             uint64_t /*total*/) {}
  // Once per cell, with its verified image, valid during the call. A status
  // that is not ok fails the cell.
  virtual Status OnVerifiedImage(size_t /*cell*/,
                                 std::span<const uint8_t> /*image*/) {
    return Status::Ok();
  }
};

// How the runner measures; tests put a fake here.
using MeterFactory =
    std::function<std::unique_ptr<RegionMeter>(UsageScope scope)>;

class PassRunner {
 public:
  // All but `options` and `meters` are borrowed; `observer` may be null.
  // `clock` is for RoundLimits::max_nanos alone.
  PassRunner(const RunnerOptions& options, MeterFactory meters,
             const CancelFlag* cancel, RunObserver* observer,
             Clock* clock = Clock::Monotonic());

  // When cancelled, cells keep the samples they have; a cell without any has
  // status kInterrupted.
  RunResult Run(const Corpus& corpus, std::span<const Cell> cells);

 private:
  const RunnerOptions options_;
  const MeterFactory meters_;
  const CancelFlag* cancel_;
  RunObserver* observer_;
  Clock* clock_;
};

}  // namespace sstr
