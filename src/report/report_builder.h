// SPDX-License-Identifier: Apache-2.0
//
// Turns what the runner measured into report rows. The only place that knows
// both; derives nothing.

#pragma once

#include <string>

#include "base/status.h"
#include "measure/environment.h"
#include "measure/pass_runner.h"
#include "report/run_report.h"

namespace sstr {

// The row of one cell. `kind` is kBaseline or kPass.
ReportRow MakeRow(RowKind kind, const std::string& file, const PassSpec& spec,
                  CellResult result);

// The way back, for a row of one pass that a worker sent: what MakeRow() was
// given, as far as the row has it.
PeerPass ToPeerPass(ReportRow row);

// The row of a file that could not be read: `status` is its reason.
ReportRow MakeErrorRow(RowKind kind, const std::string& file,
                       const PassSpec& spec, const Status& status);

// Fills what the machine says; versions and options are the caller's.
void SetEnvironment(const Environment& environment, RunContext* context);

}  // namespace sstr
