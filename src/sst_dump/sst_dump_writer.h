// SPDX-License-Identifier: Apache-2.0
//
// A report in the lines of `sst_dump --command=recompress`, so that scripts
// which read those need not change. The shape is that of the RocksDB release
// linked: one up to 10.6, another from 10.7 on. Written anew from the lines
// that these programs print; docs/result_format.md tells which of our numbers
// stands in which place. Holds passes only: no baseline, no totals.

#pragma once

#include <string>

#include "report/run_report.h"

namespace sstr {

// Chosen by `report.context.rocksdb_library_version`; the newest shape when
// that is no version.
std::string WriteSstDump(const RunReport& report);

}  // namespace sstr
