// SPDX-License-Identifier: Apache-2.0
//
// The counters of a timed region by perf's names, and what they mean together.
// Knows nothing about layout.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/run_report.h"
#include "stats/summary.h"

namespace sstr {

// One kind of region of a row, over its samples; never empty.
struct PerfSection {
  std::string_view name;  // "write", "scan".
  std::vector<TimedRegion> regions;
  // Of the codec, in one repetition; 0 where they are not known.
  uint64_t calls = 0;
};

// The sections that were run: none, one or two.
std::vector<PerfSection> SectionsOf(const ReportRow& row);

// Of a whole region; absent where it was not counted.
using RegionValue = std::optional<double> (*)(const TimedRegion& region);

// The values by their iterations. Absent when a region has none: a mean over
// fewer samples than the others would look like one over all.
std::optional<MeanSummary> MeanPerRepetition(const PerfSection& section,
                                             RegionValue value);

struct PerfCounter {
  std::string_view name;
  RegionValue value;
  bool is_time = false;  // In nanoseconds; otherwise a count.
  // What it is in proportion: "1.25 insn per cycle". Empty: nothing known.
  // Null for counters that have none.
  std::string (*proportion)(const PerfSection& section) = nullptr;
};

// In the order in which they are printed.
std::span<const PerfCounter> PerfCounters();

}  // namespace sstr
