// SPDX-License-Identifier: Apache-2.0
//
// What sst_dump printed as rows of a report, so that it can be a side of a
// comparison: sst_dump/sst_dump_output.h reads it.

#pragma once

#include <cstdint>
#include <vector>

#include "compare/comparison.h"
#include "pass/pass_spec.h"
#include "report/run_report.h"
#include "sst_dump/sst_dump_output.h"

namespace sstr {

// The passes as rows of a report, each with one sample of round `round`. What
// sst_dump does not print is taken from `asked`; of the sizes only those
// printed are set, and data_payload_bytes then holds the trailers as well.
// Rows of types without a name here are left out; a type that is not built in
// is one skipped row.
std::vector<ReportRow> MakeSstDumpRows(const SstDumpOutput& output,
                                       const PassSpec& asked, uint64_t round);

// What the times of a dialect include, and that tombstones are dropped. The
// caller sets the name.
SideTraits SstDumpTraits(SstDumpDialect dialect);

}  // namespace sstr
