// SPDX-License-Identifier: Apache-2.0
//
// Totals over files: one row per spec, so that a directory has one answer.

#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "report/run_report.h"

namespace sstr {

// The rows of one file: its baseline and its passes, in report order.
using FileRows = std::span<const ReportRow>;

// Splits rows, totals left out, into files: a new one begins with each
// baseline row and with each change of name. Views into `rows`.
std::vector<FileRows> GroupByFile(std::span<const ReportRow> rows);

// Appends, when the report has more than one file, a total of the baselines
// and of each spec, in the order in which specs first occur; specs asked for
// twice have two totals. Sizes and counts are sums (so that ratios are of
// sums), times as TotalOfFiles says. A file whose row is not kOk is not in the
// sums; the total's status_detail then tells how many files are, and with none
// the total is kSkipped. REQUIRES: no kTotal row yet.
void AddTotals(RunReport* report);

}  // namespace sstr
