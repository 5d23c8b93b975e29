// SPDX-License-Identifier: Apache-2.0

#include "measure/round_rule.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <numeric>

namespace sstr {
namespace {

// A spike of the machine slows one pass; the faster half of several does not
// show it. A long pass already averages over spikes, so it needs no repetition.
constexpr uint64_t kMaxPasses = 5;
constexpr uint64_t kEnoughNanos = 400'000'000;

// On a restless machine the passes go on until the faster half of each side is
// of quiet moments: its slowest is within this factor of the side's fastest.
constexpr double kQuietRatio = 1.02;
// They end at this multiple of the usual number, quiet or not, so that a
// machine that never rests costs a known time.
constexpr uint64_t kRestlessFactor = 4;

uint64_t NanosOf(const PassSample& pass) {
  return pass.write.wall_nanos + pass.scan.wall_nanos;
}

// Without unrest. The slowest side decides for all: each has as many passes.
uint64_t UsualPasses(std::span<const PassSample> warm_ups) {
  if (warm_ups.empty()) return 1;
  uint64_t nanos = 1;
  for (const PassSample& pass : warm_ups) {
    nanos = std::max(nanos, NanosOf(pass));
  }
  return std::clamp<uint64_t>(kEnoughNanos / nanos, 1, kMaxPasses);
}

// One or two passes always are: they have no slower one in their faster half.
bool WereQuiet(std::span<const PassSample> passes) {
  if (passes.empty()) return true;
  std::vector<uint64_t> nanos;
  for (const PassSample& pass : passes) nanos.push_back(NanosOf(pass));
  std::ranges::sort(nanos);
  const auto fastest = static_cast<double>(nanos.front());
  const auto middle = static_cast<double>(nanos[(nanos.size() - 1) / 2]);
  return middle <= kQuietRatio * fastest;
}

// What a machine adds to a time is never negative, so the smaller half spreads
// less than the median or the mean of all.
double MeanOfLowerHalf(std::vector<double> values) {
  std::ranges::sort(values);
  values.resize((values.size() + 1) / 2);
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

}  // namespace

size_t CellInTurn(size_t cells, uint64_t round, uint64_t place) {
  assert(cells > 0);
  return (round + place) % cells;
}

std::vector<size_t> SideOrder(size_t sides, uint64_t round, uint64_t cell,
                              uint64_t pass) {
  const uint64_t change = round + cell + pass;
  std::vector<size_t> order(sides);
  std::iota(order.begin(), order.end(), 0);
  // Turning three or more around would leave the middle where it is, and only
  // the outer two would ever be first.
  if (sides > 2) {
    const auto first = static_cast<ptrdiff_t>(change / 2 % sides);
    std::ranges::rotate(order, order.begin() + first);
  }
  if (change % 2 == 1) std::ranges::reverse(order);
  return order;
}

bool NeedsAnotherPass(const CellRound& cell) {
  const uint64_t usual = UsualPasses(cell.warm_ups);
  if (cell.turns < usual) return true;
  if (cell.turns >= kRestlessFactor * usual) return false;
  return !std::ranges::all_of(cell.passes, WereQuiet);
}

std::vector<RoundValue> ValuesOfRounds(std::span<const PassSample> passes,
                                       const PassValue& value_of) {
  std::map<uint64_t, std::vector<double>> by_round;
  for (const PassSample& pass : passes) {
    if (const auto value = value_of(pass)) {
      by_round[pass.round].push_back(*value);
    }
  }
  std::vector<RoundValue> values;
  for (auto& [round, of_round] : by_round) {
    values.push_back({round, MeanOfLowerHalf(std::move(of_round))});
  }
  return values;
}

}  // namespace sstr
