// SPDX-License-Identifier: Apache-2.0
//
// What a round is: who has a turn when, how many passes a cell has in it, and
// by which value it counts. The one place of these rules, for sweeps
// (pass_runner.h), comparisons (compare/compare_rounds.h) and the noise check
// (app/noise_check_app.h). A sweep has one pass of every cell in a round; the
// others have several of every cell on every side. Pure functions, safe to call
// from any thread; how many rounds there are is round_schedule.h's business.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "measure/pass_sample.h"

namespace sstr {

// Which of `cells` has the turn at `place` of a round, all from 0: round r
// begins with cell r mod `cells`. REQUIRES: cells > 0.
size_t CellInTurn(size_t cells, uint64_t round, uint64_t place);

// The order in which `sides` sides run their pass number `pass` of cell number
// `cell`, from 0. It is turned around (A B, B A) from each pass, cell and round
// to the next. More than two sides also change places: in 2 * `sides` passes
// that follow each other, each is twice in every place.
std::vector<size_t> SideOrder(size_t sides, uint64_t round, uint64_t cell = 0,
                              uint64_t pass = 0);

// How far a cell has come in a round. Sides that do not run it have no passes.
struct CellRound {
  // Of every side the pass that warmed it up, which is not counted. Empty where
  // none is to be waited for: one pass is then the round.
  std::vector<PassSample> warm_ups;
  // By side, the passes of this round that are counted.
  std::vector<std::span<const PassSample>> passes;
  uint64_t turns = 0;  // In each of these every side had one pass.
};

// Whether every side has another pass of the cell in this round.
bool NeedsAnotherPass(const CellRound& cell);

// What a pass took of one metric; absent where it was not measured.
using PassValue = std::function<std::optional<double>(const PassSample& pass)>;

struct RoundValue {
  uint64_t round = 0;
  double value = 0;

  bool operator==(const RoundValue&) const = default;
};

// How a round counts: by the mean of the lower half of its passes, the middle
// one of an odd count among them. One element for each round in which a pass
// has the value, by number of the round. The passes may be in any order.
std::vector<RoundValue> ValuesOfRounds(std::span<const PassSample> passes,
                                       const PassValue& value_of);

}  // namespace sstr
