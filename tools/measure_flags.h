// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress that say how to measure: rounds, their end, CPUs,
// passes side by side.

#pragma once

#include "app/recompress_options.h"
#include "flag_table.h"

namespace sstr {

FlagGroup MeasureFlags(RecompressOptions* options);

// --noise_check was given.
bool IsNoiseCheck();

}  // namespace sstr
