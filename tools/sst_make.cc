// SPDX-License-Identifier: Apache-2.0
//
// sst_make: makes table files to try and to test with. See --help.

#include <iostream>

#include "app/make_app.h"
#include "base/exit_code.h"
#include "cancel_on_signal.h"
#include "sst_make_flags.h"

int main(int argc, char** argv) {
  const auto flags = sstr::ParseMakeFlags(argc, argv);
  if (!flags.ok()) {
    std::cerr << "sst_make: " << flags.status().message() << '\n';
    return static_cast<int>(sstr::ExitCodeFor(flags.status()));
  }
  if (flags.value().help) {
    std::cout << sstr::HelpText(sstr::MakeFlagTable());
    return static_cast<int>(sstr::ExitCode::kOk);
  }
  return static_cast<int>(sstr::RunMake(
      flags.value().options, sstr::CancelOnSignals(), std::cout, std::cerr));
}
