// SPDX-License-Identifier: Apache-2.0
//
// The report of --noise_check: one pass spec against itself, and the smallest
// difference that could be told from that noise. Text only.

#pragma once

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
  // Element i of both is of round i, in which the order alternates.
  std::vector<PassSample> first;
  std::vector<PassSample> second;
};

// REQUIRES: `first` and `second` are equally long.
std::string WriteNoiseReport(const NoiseReport& report);

}  // namespace sstr
