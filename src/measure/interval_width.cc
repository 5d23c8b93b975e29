// SPDX-License-Identifier: Apache-2.0

#include "measure/interval_width.h"

#include <vector>

#include "stats/bootstrap.h"
#include "stats/summary.h"

namespace sstr {
namespace {

std::optional<double> RelativeHalfWidth(std::span<const PassSample> samples,
                                        TimedRegion PassSample::*region,
                                        uint64_t seed) {
  std::vector<double> values;
  for (const PassSample& sample : samples) {
    const double nanos = (sample.*region).WallNanosPerIteration();
    if (nanos > 0) values.push_back(nanos);
  }
  const auto interval = BootstrapMedianInterval(values, {.seed = seed});
  if (!interval) return std::nullopt;
  return (interval->high - interval->low) / 2 / Median(values);
}

}  // namespace

std::optional<IntervalWidth> WidestIntervalOf(
    std::span<const PassSample> samples, uint64_t seed) {
  const auto write = RelativeHalfWidth(samples, &PassSample::write, seed);
  const auto scan = RelativeHalfWidth(samples, &PassSample::scan, seed);
  // An empty optional is less than any value.
  if (!write && !scan) return std::nullopt;
  if (write >= scan) return IntervalWidth{RegionKind::kWrite, *write};
  return IntervalWidth{RegionKind::kScan, *scan};
}

std::optional<WidestCell> FindWidestCell(
    std::span<const std::span<const PassSample>> cells, uint64_t seed) {
  std::optional<WidestCell> widest;
  for (size_t cell = 0; cell < cells.size(); ++cell) {
    const auto width = WidestIntervalOf(cells[cell], seed);
    if (!width) continue;
    if (!widest ||
        width->relative_half_width > widest->width.relative_half_width) {
      widest = {cell, *width};
    }
  }
  return widest;
}

}  // namespace sstr
