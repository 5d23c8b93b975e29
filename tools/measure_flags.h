// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress that say how to measure: rounds, their end, CPUs,
// passes side by side. They are defined with the others, for --help.

#pragma once

#include "app/recompress_options.h"
#include "base/status.h"

namespace sstr {

// Error: kUsage naming the flag. REQUIRES: the command line was parsed.
Status SetMeasuring(RecompressOptions* options);

// --noise_check was given. SetMeasuring() has then refused what it has no use
// for, and set its rounds.
bool IsNoiseCheck();

}  // namespace sstr
