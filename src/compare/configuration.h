// SPDX-License-Identifier: Apache-2.0
//
// What two reports were made with, and what really ran in two rows: the
// differences that have to be read before any number is. Says what differs,
// not what it did.

#pragma once

#include <string>
#include <vector>

#include "report/run_report.h"

namespace sstr {

struct ConfigurationDifference {
  std::string what;
  std::string baseline;  // "unknown" where a report does not tell.
  std::string contender;
  // Alone enough to explain any difference of times: assertions, another
  // build type, another machine.
  bool is_loud = false;

  bool operator==(const ConfigurationDifference&) const = default;
};

// RocksDB's release, headers and assertions, codec libraries, tool, compiler,
// build type, machine, jobs; empty when all are equal.
std::vector<ConfigurationDifference> DiffContexts(const RunContext& baseline,
                                                  const RunContext& contender);

// What makes times of a side untrue whether or not the other side has it, too:
// assertions, a debug build, another machine, several jobs at a time.
std::vector<std::string> ContextWarnings(const RunContext& baseline,
                                         const RunContext& contender);

// Why the configurations that ran do not measure the same thing, in words
// ("baseline ran kLZ4Compression, contender kLZ4HCCompression level 5"); empty
// when they do, or when one side does not tell its configuration.
//
//  * kLZ4 without a level is kLZ4 at level -1: releases that do not take a
//    level call LZ4 with acceleration 1.
//  * Acceptance rules may differ as long as the same number of blocks was kept
//    and rejected: they then decided alike on this input.
//  * `accept_format_version`: the sides differ in it on purpose.
std::string WhyNotSameWork(const ReportRow& baseline,
                           const ReportRow& contender,
                           bool accept_format_version);

}  // namespace sstr
