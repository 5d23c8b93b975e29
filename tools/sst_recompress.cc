// SPDX-License-Identifier: Apache-2.0
//
// sst_recompress: measures what other compression settings would make of SST
// files. See --help.

#include <iostream>

#include "app/noise_check_app.h"
#include "app/recompress_app.h"
#include "app/worker_app.h"
#include "base/exit_code.h"
#include "cancel_on_signal.h"
#include "sst_recompress_flags.h"

namespace {

sstr::ExitCode Run(const sstr::RecompressFlags& flags,
                   const sstr::CancelFlag* cancel) {
  if (flags.worker) {
    return sstr::RunWorker(flags.options, *flags.worker, cancel, std::cin,
                           std::cout, std::cerr);
  }
  const auto run =
      flags.noise_check ? sstr::RunNoiseCheck : sstr::RunRecompress;
  return run(flags.options, cancel, std::cout, std::cerr);
}

}  // namespace

int main(int argc, char** argv) {
  const auto flags = sstr::ParseRecompressFlags(argc, argv);
  if (!flags.ok()) {
    std::cerr << "sst_recompress: " << flags.status().message() << '\n';
    return static_cast<int>(sstr::ExitCodeFor(flags.status()));
  }
  if (flags.value().help) {
    std::cout << sstr::HelpText(sstr::RecompressFlagTable());
    return static_cast<int>(sstr::ExitCode::kOk);
  }
  return static_cast<int>(Run(*flags, sstr::CancelOnSignals()));
}
