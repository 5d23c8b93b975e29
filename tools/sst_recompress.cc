// SPDX-License-Identifier: Apache-2.0
//
// sst_recompress: measures what other compression settings would make of SST
// files, or writes them under one. See --help.

#include <iostream>

#include "app/recompress_app.h"
#include "app/transcode_app.h"
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
  const sstr::CancelFlag* cancel = sstr::CancelOnSignals();
  const auto& transcode = flags.value().transcode;
  return static_cast<int>(
      transcode ? sstr::RunTranscode(*transcode, cancel, std::cout, std::cerr)
                : sstr::RunRecompress(flags.value().options, cancel, std::cout,
                                      std::cerr));
}
