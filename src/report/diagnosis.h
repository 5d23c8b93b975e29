// SPDX-License-Identifier: Apache-2.0
//
// Says where a row's cost is not the codec's: memory that the codec takes from
// the system and gives back in every call. Judges by measured values alone and
// names them; silence means that they do not show it.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/run_report.h"

namespace sstr {

// One text per row, empty where there is nothing to say. Only passes of the
// block engine get one: it alone knows how often the codec was called. Rows are
// those of a report or of one of its files; other rows of the same file tell
// what another allocator gains. Example: "74 % system time, 1570 page faults
// per call: the codec allocates on every call; --allocator=pool is 34 × faster
// here".
std::vector<std::string> Diagnose(std::span<const ReportRow> rows);

// The rows with their diagnosis added to the status_detail.
std::vector<ReportRow> WithDiagnoses(std::span<const ReportRow> rows);

}  // namespace sstr
