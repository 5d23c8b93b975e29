// SPDX-License-Identifier: Apache-2.0
//
// sst_transcode: writes SST files again under another compression setting,
// losslessly. See --help.

#include <iostream>

#include "app/transcode_app.h"
#include "base/exit_code.h"
#include "cancel_on_signal.h"
#include "sst_transcode_flags.h"

int main(int argc, char** argv) {
  const auto flags = sstr::ParseTranscodeFlags(argc, argv);
  if (!flags.ok()) {
    std::cerr << "sst_transcode: " << flags.status().message() << '\n';
    return static_cast<int>(sstr::ExitCodeFor(flags.status()));
  }
  if (flags.value().help) {
    std::cout << sstr::HelpText(sstr::TranscodeFlagTable());
    return static_cast<int>(sstr::ExitCode::kOk);
  }
  return static_cast<int>(sstr::RunTranscode(
      flags->job, sstr::CancelOnSignals(), std::cout, std::cerr));
}
