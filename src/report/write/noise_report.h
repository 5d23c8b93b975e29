// SPDX-License-Identifier: Apache-2.0
//
// The report of --noise_check: one pass spec against itself, and the smallest
// difference that could be told from that noise. Text only.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "measure/pass_sample.h"
#include "pass/pass_spec.h"
#include "report/run_report.h"

namespace sstr {

struct NoiseReport {
  RunContext context;
  std::string file;
  PassSpec spec;
  uint64_t rounds = 0;
  // The passes of both sides, some in each round, as in a comparison.
  std::vector<PassSample> first;
  std::vector<PassSample> second;
};

std::string WriteNoiseReport(const NoiseReport& report);

}  // namespace sstr
