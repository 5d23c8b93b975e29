// SPDX-License-Identifier: Apache-2.0
//
// sst_recompress: measures what other compression settings would make of SST
// files. See --help.

#include <iostream>

#include "app/recompress_app.h"
#include "base/exit_code.h"
#include "cancel_on_signal.h"
#include "sst_recompress_flags.h"

int main(int argc, char** argv) {
  const auto flags = sstr::ParseRecompressFlags(argc, argv);
  if (!flags.ok()) {
    std::cerr << "sst_recompress: " << flags.status().message() << '\n';
    return static_cast<int>(sstr::ExitCodeFor(flags.status()));
  }
  if (flags.value().help) {
    std::cout << sstr::RecompressHelp();
    return static_cast<int>(sstr::ExitCode::kOk);
  }
  return static_cast<int>(sstr::RunRecompress(
      flags.value().options, sstr::CancelOnSignals(), std::cout, std::cerr));
}
