// SPDX-License-Identifier: Apache-2.0

#include "report/totals.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "report/row_summary.h"

namespace sstr {
namespace {

// Rows of different files that answer the same question.
struct TotalKey {
  bool of_baseline = false;
  PassSpec spec;
  size_t occurrence = 0;  // Of this spec in its file.

  bool operator==(const TotalKey& other) const {
    if (of_baseline != other.of_baseline || occurrence != other.occurrence) {
      return false;
    }
    return of_baseline || spec == other.spec;
  }
};

std::vector<TotalKey> KeysOf(FileRows file) {
  std::vector<TotalKey> keys;
  for (const ReportRow& row : file) {
    TotalKey key{.of_baseline = row.kind == RowKind::kBaseline,
                 .spec = row.spec};
    while (std::find(keys.begin(), keys.end(), key) != keys.end()) {
      ++key.occurrence;
    }
    keys.push_back(key);
  }
  return keys;
}

void AddTimes(const ReportRow& row, TotalOfFiles* total) {
  const RowSummary summary = SummarizeRow(row);
  for (const TimeMetric& metric : TimeMetrics()) {
    const std::optional<TimeSummary>& time = summary.*metric.summary;
    std::optional<double>& sum = total->*metric.total;
    const bool complete_so_far = total->files_covered == 0 || sum.has_value();
    if (time && complete_so_far) {
      sum = sum.value_or(0) + time->median_nanos;
    } else {
      sum.reset();
    }
  }
  total->peak_rss_bytes =
      std::max(total->peak_rss_bytes, summary.peak_rss_bytes);
}

void AddRow(const ReportRow& row, ReportRow* total_row) {
  if (row.status != RowStatus::kOk) return;
  total_row->sizes.Add(row.sizes);
  total_row->lost_data_blocks += row.lost_data_blocks;
  total_row->lost_data_bytes += row.lost_data_bytes;
  total_row->entries += row.entries;
  total_row->range_deletions += row.range_deletions;
  total_row->blocks_compressed += row.blocks_compressed;
  total_row->blocks_rejected += row.blocks_rejected;
  total_row->blocks_bypassed += row.blocks_bypassed;
  AddTimes(row, &*total_row->total);
  ++total_row->total->files_covered;
}

ReportRow NewTotal(const TotalKey& key, size_t files) {
  ReportRow row;
  row.kind = RowKind::kTotal;
  row.file = "TOTAL";
  row.spec = key.spec;
  row.total = TotalOfFiles{.of_baseline = key.of_baseline, .files = files};
  return row;
}

void Finish(ReportRow* row) {
  const TotalOfFiles& total = *row->total;
  if (total.files_covered == 0) row->status = RowStatus::kSkipped;
  if (total.files_covered < total.files) {
    row->status_detail =
        fmt::format("covers {} of {} files", total.files_covered, total.files);
  }
}

}  // namespace

std::vector<FileRows> GroupByFile(std::span<const ReportRow> rows) {
  std::vector<FileRows> files;
  size_t begin = 0;
  for (size_t i = 0; i < rows.size() && rows[i].kind != RowKind::kTotal; ++i) {
    const bool last = i + 1 == rows.size() ||
                      rows[i + 1].kind != RowKind::kPass ||
                      rows[i + 1].file != rows[i].file;
    if (!last) continue;
    files.push_back(rows.subspan(begin, i + 1 - begin));
    begin = i + 1;
  }
  return files;
}

void AddTotals(RunReport* report) {
  assert(std::none_of(
      report->rows.begin(), report->rows.end(),
      [](const ReportRow& row) { return row.kind == RowKind::kTotal; }));
  const std::vector<FileRows> files = GroupByFile(report->rows);
  if (files.size() < 2) return;

  std::vector<TotalKey> keys;
  std::vector<ReportRow> totals;
  for (FileRows file : files) {
    const std::vector<TotalKey> file_keys = KeysOf(file);
    for (size_t i = 0; i < file.size(); ++i) {
      const auto found = std::find(keys.begin(), keys.end(), file_keys[i]);
      const size_t index = static_cast<size_t>(found - keys.begin());
      if (found == keys.end()) {
        keys.push_back(file_keys[i]);
        totals.push_back(NewTotal(file_keys[i], files.size()));
      }
      AddRow(file[i], &totals[index]);
    }
  }
  for (ReportRow& row : totals) Finish(&row);
  report->rows.insert(report->rows.end(),
                      std::make_move_iterator(totals.begin()),
                      std::make_move_iterator(totals.end()));
}

}  // namespace sstr
