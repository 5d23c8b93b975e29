// SPDX-License-Identifier: Apache-2.0
//
// A report for a person at a screen: context and warnings above, one table per
// file and one of totals, notes below. Its layout is no interface; programs
// read CSV or JSON.

#pragma once

#include <string>

#include "report/run_report.h"

namespace sstr {

struct TextOptions {
  // A second table per file with every part of the file.
  bool full_sizes = false;
};

// Columns that say nothing (an engine, dictionary or thread count that is the
// default in all rows) are left out; "-" stands for what was not measured.
std::string WriteText(const RunReport& report, const TextOptions& options);

}  // namespace sstr
