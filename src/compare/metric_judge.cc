// SPDX-License-Identifier: Apache-2.0

#include "compare/metric_judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "stats/paired.h"
#include "stats/unpaired.h"
#include "stats/verdict.h"

namespace sstr {
namespace {

std::vector<double> Values(std::span<const RoundValue> rounds) {
  std::vector<double> values;
  values.reserve(rounds.size());
  for (const RoundValue& round : rounds) values.push_back(round.value);
  return values;
}

bool IsComparable(const MetricComparison& metric) {
  return metric.reason.empty();
}

// The two ways to compare, behind one interface.
struct PairedWay {
  using Cell = PairedComparison;

  // REQUIRES: element i of both sides is of the same round.
  static Cell Compare(const MetricEvidence& evidence,
                      const BootstrapOptions& bootstrap) {
    if (evidence.baseline.size() != evidence.contender.size()) return {};
    return ComparePaired(Values(evidence.baseline), Values(evidence.contender),
                         bootstrap);
  }
  static size_t Needed(size_t cells, double alpha) {
    return RoundsNeeded(cells, alpha);
  }
};

struct UnpairedWay {
  using Cell = UnpairedComparison;

  static Cell Compare(const MetricEvidence& evidence,
                      const BootstrapOptions& bootstrap) {
    return CompareUnpaired(Values(evidence.baseline),
                           Values(evidence.contender), bootstrap);
  }
  static size_t Needed(size_t cells, double alpha) {
    return RoundsNeededApart(cells, alpha);
  }
};

void JudgeSize(MetricComparison* metric) {
  if (!IsComparable(*metric)) return;
  const double a = *metric->baseline;
  const double b = *metric->contender;
  if (a > 0) metric->ratio = b / a;
  metric->finding = b == a  ? Finding::kEqual
                    : b < a ? Finding::kSmaller
                            : Finding::kLarger;
}

template <typename Way>
void JudgeMemory(const MetricEvidence& evidence,
                 const BootstrapOptions& bootstrap) {
  MetricComparison* metric = evidence.target;
  const typename Way::Cell cell = Way::Compare(evidence, bootstrap);
  if (!IsComparable(*metric) || !cell.ratio) return;
  metric->ratio = cell.ratio;
  metric->ratio_interval = cell.ratio_interval;
  const Interval interval =
      cell.ratio_interval.value_or(Interval{*cell.ratio, *cell.ratio});
  const double floor =
      std::max(kMemoryResolutionPercent / 100,
               static_cast<double>(kMemoryResolutionBytes) / *metric->baseline);
  if (interval.low > 1 + floor) {
    metric->finding = Finding::kLarger;
  } else if (interval.high < 1 - floor) {
    metric->finding = Finding::kSmaller;
  } else {
    metric->finding = Finding::kNoDifferenceShown;
    const double spread =
        std::max(interval.high / *cell.ratio, *cell.ratio / interval.low);
    metric->smallest_visible_percent = 100 * (spread * (1 + floor) - 1);
  }
}

Finding FindingOf(Verdict verdict) {
  switch (verdict) {
    case Verdict::kLower:
      return Finding::kFaster;
    case Verdict::kHigher:
      return Finding::kSlower;
    case Verdict::kNoDifferenceShown:
      return Finding::kNoDifferenceShown;
    case Verdict::kNotComparable:
      break;
  }
  return Finding::kNotComparable;
}

// Times, judged together.
template <typename Way>
class TimeFamily {
 public:
  explicit TimeFamily(const CompareOptions& options) : options_(options) {}

  void Add(const MetricEvidence& evidence, const BootstrapOptions& bootstrap) {
    cells_.push_back(Way::Compare(evidence, bootstrap));
    targets_.push_back(evidence.target);
  }

  size_t size() const { return cells_.size(); }

  void Judge() {
    const std::vector<Judgement> judged =
        JudgeCells(std::span<const Cell>(cells_), options_.family_alpha);
    for (size_t i = 0; i < cells_.size(); ++i) {
      Fill(cells_[i], judged[i], targets_[i]);
    }
  }

 private:
  using Cell = typename Way::Cell;

  void Fill(const Cell& cell, const Judgement& judged,
            MetricComparison* metric) const {
    metric->finding = FindingOf(judged.verdict);
    metric->ratio = cell.ratio;
    metric->ratio_interval = cell.ratio_interval;
    metric->adjusted_p = judged.adjusted_p;
    if (metric->finding == Finding::kNotComparable) {
      metric->reason = "no round has a time above 0 on both sides";
    }
    if (metric->finding != Finding::kNoDifferenceShown) return;
    metric->smallest_visible_percent = judged.smallest_visible_percent;
    if (!judged.smallest_visible_percent) {
      metric->reason = fmt::format(
          "{} rounds are too few to show any difference: with this many times "
          "({}) it takes {}",
          std::min(metric->baseline_rounds, metric->contender_rounds), size(),
          Way::Needed(size(), options_.family_alpha));
    }
  }

  const CompareOptions& options_;
  std::vector<Cell> cells_;
  std::vector<MetricComparison*> targets_;
};

template <typename Way>
size_t JudgeAll(std::span<const MetricEvidence> evidence,
                const CompareOptions& options) {
  const BootstrapOptions bootstrap = {.seed = options.seed};
  TimeFamily<Way> family(options);
  std::vector<const MetricEvidence*> outsiders;
  for (const MetricEvidence& item : evidence) {
    const MetricKind kind = item.target->metric->kind;
    if (kind == MetricKind::kSize) JudgeSize(item.target);
    if (kind == MetricKind::kMemory) JudgeMemory<Way>(item, bootstrap);
    if (kind != MetricKind::kTime) continue;
    if (IsComparable(*item.target)) {
      family.Add(item, bootstrap);
    } else {
      outsiders.push_back(&item);
    }
  }
  family.Judge();
  // What could have been seen had they been judged with the others.
  const double p_threshold =
      options.family_alpha / static_cast<double>(family.size() + 1);
  for (const MetricEvidence* item : outsiders) {
    item->target->smallest_visible_percent =
        SmallestVisiblePercent(Way::Compare(*item, bootstrap), p_threshold);
  }
  return family.size();
}

}  // namespace

size_t JudgeMetrics(std::span<const MetricEvidence> evidence,
                    const CompareOptions& options) {
  return options.paired ? JudgeAll<PairedWay>(evidence, options)
                        : JudgeAll<UnpairedWay>(evidence, options);
}

}  // namespace sstr
