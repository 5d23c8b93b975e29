// SPDX-License-Identifier: Apache-2.0

#include "report/diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "base/advised_flags.h"
#include "base/join_notes.h"
#include "codec/registry.h"
#include "report/row_summary.h"
#include "report/totals.h"

namespace sstr {
namespace {

// A codec that works in memory it has shows next to no system time. A quarter
// is beyond what ticks (4 or 10 ms) can feign in the CPU time required.
constexpr double kLargeSystemShare = 0.25;
constexpr uint64_t kEnoughCpuNanos = 100'000'000;
// 64 KiB of fresh pages: what no block buffer of usual size explains.
constexpr double kManyFaultsPerCall = 16;
// Less would read as "1.0 × faster".
constexpr double kSmallestGain = 1.1;

// A direction of a row: what is measured, and what it is called.
struct Direction {
  TimedRegion PassSample::*region;
  std::optional<TimeSummary> RowSummary::*time;
  std::string_view prefix;
};
constexpr Direction kDirections[] = {
    {&PassSample::write, &RowSummary::write, ""},
    {&PassSample::scan, &RowSummary::scan, "scan: "},
};

struct Cost {
  double system_share = 0;
  double faults_per_call = 0;
};

// Absent when there is too little to judge by.
std::optional<Cost> CostOf(const ReportRow& row, const Direction& direction) {
  uint64_t user_nanos = 0;
  uint64_t system_nanos = 0;
  uint64_t faults = 0;
  uint64_t calls = 0;
  for (const PassSample& sample : row.samples) {
    const TimedRegion& region = sample.*direction.region;
    user_nanos += region.user_nanos;
    system_nanos += region.system_nanos;
    faults += region.minor_faults;
    calls += region.iterations * row.sizes.data_blocks;
  }
  if (calls == 0 || user_nanos + system_nanos < kEnoughCpuNanos) {
    return std::nullopt;
  }
  return Cost{.system_share = static_cast<double>(system_nanos) /
                              static_cast<double>(user_nanos + system_nanos),
              .faults_per_call =
                  static_cast<double>(faults) / static_cast<double>(calls)};
}

bool IsMeasuredBlockPass(const ReportRow& row) {
  return row.kind == RowKind::kPass && row.status == RowStatus::kOk &&
         row.spec.engine == kBlockEngineName && !row.samples.empty();
}

bool DifferInAllocatorOnly(PassSpec a, const PassSpec& b) {
  if (a.allocator == b.allocator) return false;
  a.allocator = b.allocator;
  return a == b;
}

std::optional<double> MedianNanos(const ReportRow& row,
                                  const Direction& direction) {
  const RowSummary summary = SummarizeRow(row);
  const std::optional<TimeSummary>& time = summary.*direction.time;
  return time ? std::optional<double>(time->median_nanos) : std::nullopt;
}

bool OffersPool(const ReportRow& row) {
  const Codec* codec = FindCodec(row.spec.codec.type);
  if (codec == nullptr) return false;
  const auto& allocators = codec->info().allocators;
  return std::find(allocators.begin(), allocators.end(), kPoolAllocator) !=
         allocators.end();
}

std::string GainText(std::string_view allocator, double gain) {
  constexpr double kWholeFrom = 9.95;
  return fmt::format("--{}={} is {:.{}f} × faster here",
                     AdvisedFlag("allocator"), allocator, gain,
                     gain < kWholeFrom ? 1 : 0);
}

// The allocator that helps most among those measured; where the pool was not
// tried, that it can be.
std::string Remedy(FileRows file, const ReportRow& row,
                   const Direction& direction) {
  const std::optional<double> nanos = MedianNanos(row, direction);
  double best_gain = kSmallestGain;
  std::string remedy;
  bool tried_pool = row.spec.allocator == kPoolAllocator;
  for (const ReportRow& other : file) {
    if (!IsMeasuredBlockPass(other) ||
        !DifferInAllocatorOnly(other.spec, row.spec)) {
      continue;
    }
    tried_pool = tried_pool || other.spec.allocator == kPoolAllocator;
    const std::optional<double> other_nanos = MedianNanos(other, direction);
    if (!nanos || !other_nanos || *nanos / *other_nanos < best_gain) continue;
    best_gain = *nanos / *other_nanos;
    remedy = GainText(other.spec.allocator, best_gain);
  }
  if (!remedy.empty() || tried_pool || !OffersPool(row)) return remedy;
  return fmt::format("try --{}={}", AdvisedFlag("allocator"), kPoolAllocator);
}

std::string DiagnoseDirection(FileRows file, const ReportRow& row,
                              const Direction& direction) {
  const std::optional<Cost> cost = CostOf(row, direction);
  if (!cost || cost->system_share < kLargeSystemShare ||
      cost->faults_per_call < kManyFaultsPerCall) {
    return "";
  }
  // With memory kept between calls the faults have another cause.
  const bool takes_memory_each_call = row.spec.allocator == kMallocAllocator;
  return JoinNotes(
      {fmt::format(
           "{}{:.0f} % system time, {:.0f} page faults per call{}",
           direction.prefix, 100 * cost->system_share, cost->faults_per_call,
           takes_memory_each_call ? ": the codec allocates on every call" : ""),
       Remedy(file, row, direction)});
}

std::string DiagnoseRow(FileRows file, const ReportRow& row) {
  if (!IsMeasuredBlockPass(row)) return "";
  std::vector<std::string> notes;
  for (const Direction& direction : kDirections) {
    notes.push_back(DiagnoseDirection(file, row, direction));
  }
  return JoinNotes(notes);
}

}  // namespace

std::vector<std::string> Diagnose(std::span<const ReportRow> rows) {
  std::vector<std::string> diagnoses;
  for (FileRows file : GroupByFile(rows)) {
    for (const ReportRow& row : file) {
      diagnoses.push_back(DiagnoseRow(file, row));
    }
  }
  // Totals, which have no samples.
  diagnoses.resize(rows.size());
  return diagnoses;
}

std::vector<ReportRow> WithDiagnoses(std::span<const ReportRow> rows) {
  std::vector<ReportRow> diagnosed(rows.begin(), rows.end());
  const std::vector<std::string> diagnoses = Diagnose(rows);
  for (size_t i = 0; i < diagnosed.size(); ++i) {
    diagnosed[i].status_detail =
        JoinNotes({diagnosed[i].status_detail, diagnoses[i]});
  }
  return diagnosed;
}

}  // namespace sstr
