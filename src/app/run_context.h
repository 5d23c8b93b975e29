// SPDX-License-Identifier: Apache-2.0
//
// Fills a report's context: versions, machine, options, and what a reader
// must be warned of.

#pragma once

#include <span>

#include "app/recompress_options.h"
#include "measure/environment.h"
#include "report/rounds_note.h"
#include "report/run_report.h"
#include "rocks/library_info.h"

namespace sstr {

// `environment` is of the moment before anything is timed.
RunContext MakeRunContext(const RocksLibraryInfo& library,
                          const RecompressOptions& options,
                          const Environment& environment);

// Adds what is known only when all files are measured: what ended the rounds,
// and warnings.
void FinishRunContext(const Environment& before,
                      std::span<const FileRounds> rounds, RunContext* context);

}  // namespace sstr
