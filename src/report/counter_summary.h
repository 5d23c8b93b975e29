// SPDX-License-Identifier: Apache-2.0
//
// The part of a row's summary that comes from counters and single calls.
// Internal to report/.

#pragma once

#include "report/row_summary.h"

namespace sstr {

// Fills what RowSummary has of counters and call latencies.
void SummarizeCounters(const ReportRow& row, RowSummary* summary);

}  // namespace sstr
