// SPDX-License-Identifier: Apache-2.0

#include "run_flags.h"

#include <gflags/gflags.h>
#include <unistd.h>

#include <utility>

#include "flag_parsing.h"
#include "flag_table.h"

DEFINE_string(cpu, "", "");
DEFINE_string(output, "", "");
DEFINE_string(progress, "auto", "");

namespace sstr {

Result<CpuList> ReadCpus() {
  if (!FlagWasGiven("cpu")) return CpuList();
  auto cpus = ParseCpuList(FLAGS_cpu);
  if (!cpus.ok()) return cpus.status().WithPrefix("--cpu");
  SSTR_RETURN_IF_ERROR(CheckCpusAllowed(*cpus).WithPrefix("--cpu"));
  return *std::move(cpus);
}

Result<std::optional<std::string>> ReadOutput() {
  if (!FlagWasGiven("output")) return std::optional<std::string>();
  if (FLAGS_output.empty()) return Status::Usage("--output names no file");
  return std::optional(FLAGS_output);
}

Result<bool> ReadProgress() {
  SSTR_RETURN_IF_ERROR(CheckOneOf("progress", FLAGS_progress, "auto", "off"));
  return FLAGS_progress == "auto" && isatty(STDERR_FILENO) == 1;
}

}  // namespace sstr
