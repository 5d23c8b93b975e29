// SPDX-License-Identifier: Apache-2.0
//
// Compares two reports cell by cell: which side is faster or smaller, by how
// much, and how sure that is. Pure: runs nothing and prints nothing; writers
// (compare/comparison_format.h) and the gate (compare/fail_if.h) are views.
//
// Verdicts on times hold together: the chance of any false one among all
// cells and metrics is at most the family-wise level (Holm). Sizes are the same
// in every pass; they are compared exactly.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "compare/compared_metric.h"
#include "compare/configuration.h"
#include "report/run_report.h"
#include "stats/bootstrap.h"
#include "stats/verdict.h"

namespace sstr {

// What sst_recompress times, in words.
inline constexpr std::string_view kOwnWriteTime = "building the table";
inline constexpr std::string_view kOwnScanTime =
    "opening the table and reading every entry, checksums verified";

// What is not in a side's report. The defaults are sst_recompress's.
struct SideTraits {
  std::string name;  // As tables name the side; empty: its command line.
  // What its times include. Times that do not mean the same are not compared.
  std::string write_time = std::string(kOwnWriteTime);
  std::string scan_time = std::string(kOwnScanTime);
  bool drops_range_deletions = false;  // sst_dump copies point keys only.
};

struct CompareOptions {
  // The sides alternated, and samples of one PassSample::round belong
  // together. Otherwise they were measured apart, and a warning says so.
  bool paired = false;
  uint64_t seed = 1;  // Of the bootstrap.
  // Where k contenders are compared with one baseline, pass 1 / k of it.
  double family_alpha = kFamilyWiseAlpha;
  // The sides differ on purpose in how codecs are called: cells are matched
  // whatever their variant and allocator, where there is no equal one.
  bool ignore_variant = false;
  // The sides differ on purpose in the version of the table format.
  bool accept_format_version = false;
  SideTraits baseline;
  SideTraits contender;
};

// Differences of peak memory below this, or below 1 % of the baseline, are no
// difference: the kernel counts pages in batches, and where a huge page falls
// is chance. Rounds do not tell, as all are of the same process.
inline constexpr uint64_t kMemoryResolutionBytes = uint64_t{2} << 20;
inline constexpr double kMemoryResolutionPercent = 1;

enum class Finding {
  kFaster,
  kSlower,
  kSmaller,
  kLarger,
  kEqual,  // Sizes only.
  kNoDifferenceShown,
  kNotComparable,
};

// "faster", ..., "no difference shown", "not comparable".
std::string_view FindingName(Finding finding);

// Bytes or nanoseconds; medians over the rounds, or the exact size.
struct MetricComparison {
  const ComparedMetric* metric = nullptr;  // Never null, of ComparedMetrics().
  std::optional<double> baseline;          // Absent: not measured there.
  std::optional<double> contender;
  size_t baseline_rounds = 0;  // 0 for sizes.
  size_t contender_rounds = 0;

  Finding finding = Finding::kNotComparable;
  // Contender / baseline, above 1: the contender needs more. Of paired rounds
  // the median of their ratios, else the ratio of the two values above. Absent
  // when not comparable.
  std::optional<double> ratio;
  std::optional<Interval> ratio_interval;  // 95 %; times and memory.
  std::optional<double> adjusted_p;        // Times only.
  // Of kNoDifferenceShown and, where both sides have rounds, kNotComparable:
  // the smallest change that would have been seen, in percent of the baseline.
  std::optional<double> smallest_visible_percent;
  std::string reason;  // Of these two; may be empty for the former.
};

// 100 * (ratio - 1). Absent without a ratio.
std::optional<double> ChangePercent(const MetricComparison& metric);

struct CellComparison {
  std::string file;  // As the baseline names it, if it has the cell.
  std::string name;  // The pass spec, and where the sides differ in it.
  std::optional<PassSpec> baseline_spec;  // Absent: not on that side.
  std::optional<PassSpec> contender_spec;
  std::string not_comparable;             // Why no metric of it is; else empty.
  std::vector<MetricComparison> metrics;  // Those of at least one side.
};

struct Comparison {
  std::string baseline_name;
  std::string contender_name;
  bool paired = false;
  bool complete = true;  // Both reports are.
  uint64_t seed = 0;
  double family_alpha = 0;
  size_t family_cells = 0;  // Judged together.
  std::vector<std::string> warnings;
  std::vector<ConfigurationDifference> differences;
  std::vector<CellComparison> cells;
};

// Error: kUsage naming both when the sides had different inputs (by hash), or
// no common one.
Result<Comparison> Compare(const RunReport& baseline,
                           const RunReport& contender,
                           const CompareOptions& options);

}  // namespace sstr
