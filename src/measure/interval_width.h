// SPDX-License-Identifier: Apache-2.0
//
// How well the samples of a cell determine its times. Of the wall times only:
// they are what a run is stopped by.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "measure/pass_sample.h"

namespace sstr {

enum class RegionKind { kWrite, kScan };

struct IntervalWidth {
  RegionKind region = RegionKind::kWrite;
  // Half of the 95 % bootstrap interval of the median, relative to the median:
  // 0.01 is ±1 %.
  double relative_half_width = 0;
};

// The wider one of write and scan. `seed` is the bootstrap's. Absent for fewer
// than 2 samples that have the time.
std::optional<IntervalWidth> WidestIntervalOf(
    std::span<const PassSample> samples, uint64_t seed);

// Of several cells.
struct WidestCell {
  size_t cell = 0;
  IntervalWidth width;
};

// Absent where no cell has an interval.
std::optional<WidestCell> FindWidestCell(
    std::span<const std::span<const PassSample>> cells, uint64_t seed);

}  // namespace sstr
