// SPDX-License-Identifier: Apache-2.0
//
// What a run of sst_recompress is asked to do. Flags become this in tools/; the
// recipes and their parts take it. Plain data.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/report_format.h"
#include "codec/registry.h"  // The names of types, for messages of tools/.
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

}  // namespace sstr
