// SPDX-License-Identifier: Apache-2.0
//
// Fills a report's context: versions, machine, options, and what a reader
// must be warned of.

#pragma once

#include "app/recompress_app.h"
#include "report/run_report.h"
#include "rocks/library_info.h"

namespace sstr {

RunContext MakeRunContext(const RocksLibraryInfo& library,
                          const RecompressOptions& options);

}  // namespace sstr
