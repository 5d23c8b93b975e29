// SPDX-License-Identifier: Apache-2.0
//
// sst_compare: says whether another RocksDB release, codec library or setting
// made compression slower or larger, and how sure that is. See --help.

#include <iostream>

#include "app/compare_app.h"
#include "base/exit_code.h"
#include "cancel_on_signal.h"
#include "sst_compare_flags.h"

int main(int argc, char** argv) {
  const auto flags = sstr::ParseCompareFlags(argc, argv);
  if (!flags.ok()) {
    std::cerr << "sst_compare: " << flags.status().message() << '\n';
    return static_cast<int>(sstr::ExitCodeFor(flags.status()));
  }
  if (flags.value().help) {
    std::cout << sstr::HelpText(sstr::CompareFlagTable());
    return static_cast<int>(sstr::ExitCode::kOk);
  }
  return static_cast<int>(sstr::RunCompare(flags->job, sstr::CancelOnSignals(),
                                           std::cout, std::cerr));
}
