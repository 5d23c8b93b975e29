// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_recompress: inputs to corpora, sweep to passes, results to
// a report. Options in, exit code out; flags are tools/'s business.

#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#include "app/report_format.h"
#include "base/cancel.h"
#include "base/exit_code.h"
#include "corpus/corpus.h"
#include "measure/cpu_list.h"
#include "measure/round_schedule.h"
#include "pass/sweep.h"

namespace sstr {

struct RecompressOptions {
  std::vector<std::string> inputs;  // Files and directories.
  InputFormat input_format = InputFormat::kTable;
  // No types: all that the RocksDB library, or the engine chosen, supports.
  Sweep sweep;
  RoundLimits rounds;  // Of each file.
  CpuList cpus;        // To run on; empty: wherever the system likes.
  uint32_t jobs = 1;
  bool sizes_only = false;
  bool salvage = false;     // Measure what can be read of damaged files.
  bool full_sizes = false;  // Text: every part of every file.
  ReportFormat format = ReportFormat::kText;
  std::optional<std::string> output;      // Report file; absent: `out`.
  std::optional<std::string> output_dir;  // Keep each pass's image there.
  bool overwrite = false;
  bool progress = false;  // On `err`.
  std::string command_line;
};

// Writes the report to `out` (or the file asked for), messages and progress
// to `err`. `cancel` is borrowed.
ExitCode RunRecompress(const RecompressOptions& options,
                       const CancelFlag* cancel, std::ostream& out,
                       std::ostream& err);

}  // namespace sstr
