// SPDX-License-Identifier: Apache-2.0
//
// What a run of sst_compare is asked to do. Plain data.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "compare/comparison_format.h"
#include "compare/fail_if.h"
#include "corpus/corpus.h"
#include "measure/cpu_list.h"
#include "pass/pass_spec.h"

namespace sstr {

// A sweep as sst_dump takes it; see NewSstDumpSide().
struct SstDumpSweep {
  std::vector<std::string> flags;
  PassSpec asked;
};

struct CompareJob {
  // Either commands, the baseline first, for the sides to measure now, or
  // stored reports, the baseline's first. At least two of one, none of the
  // other.
  std::vector<std::string> commands;
  std::vector<std::string> stored_reports;

  // With commands.
  // For an sst_recompress: what makes it a worker, and the sweep.
  std::vector<std::string> worker_flags;
  SstDumpSweep sst_dump_sweep;      // The sweep, if a side is an sst_dump.
  std::vector<std::string> inputs;  // Files and directories.
  InputFormat input_format = InputFormat::kTable;
  uint64_t rounds = 20;
  double pass_timeout_seconds = 600;
  CpuList cpus;  // All sides run there; empty: wherever the system likes.

  bool accept_format_version = false;
  std::vector<FailCondition> fail_if;
  ComparisonFormat format = ComparisonFormat::kText;
  std::optional<std::string> output;  // Absent: `out`.
  bool overwrite = false;
  bool progress = false;  // On `err`.
};

}  // namespace sstr
