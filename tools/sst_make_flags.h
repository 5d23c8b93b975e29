// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_make, as text and as options.

#pragma once

#include <string>

#include "app/make_options.h"
#include "base/status.h"

namespace sstr {

struct MakeFlags {
  bool help = false;  // Then `options` means nothing.
  MakeOptions options;
};

// Error: kUsage naming the flag.
Result<MakeFlags> ParseMakeFlags(int argc, const char* const* argv);

std::string MakeHelp();

}  // namespace sstr
