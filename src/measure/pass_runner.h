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
#include <span>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/status.h"
#include "input/corpus.h"
#include "measure/pass_sample.h"
#include "measure/region_meter.h"
#include "pass/pass_engine.h"
#include "pass/pass_spec.h"

namespace sstr {

// A spec and who runs it; the engine is borrowed.
struct Cell {
  PassSpec spec;
  PassEngine* engine = nullptr;
};

struct RunnerOptions {
  uint32_t repeat = 3;  // Rounds: one pass of every cell each.
  // Passes side by side, each pinned to a CPU of its own. Cells whose codec
  // runs several threads wait for the others and run alone.
  uint32_t jobs = 1;
  uint64_t seed = 1;  // Of the order: round r starts at cell (seed + r) mod n.
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

// Called in the order of events, by one thread at a time.
class RunObserver {
 public:
  virtual ~RunObserver() = default;

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
  // `cancel` and `observer` are borrowed; `observer` may be null.
  PassRunner(const RunnerOptions& options, MeterFactory meters,
             const CancelFlag* cancel, RunObserver* observer);

  // One result per cell, in their order. When cancelled, cells keep the
  // samples they have; a cell without any has status kInterrupted.
  std::vector<CellResult> Run(const Corpus& corpus,
                              std::span<const Cell> cells);

 private:
  const RunnerOptions options_;
  const MeterFactory meters_;
  const CancelFlag* cancel_;
  RunObserver* observer_;
};

}  // namespace sstr
