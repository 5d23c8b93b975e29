// SPDX-License-Identifier: Apache-2.0
//
// What sst_recompress can be asked to do. A flag's row in the table names the
// modes in which it means something.

#pragma once

#include "flag_table.h"

namespace sstr {

inline constexpr FlagModes kMeasure = 1;     // A sweep over files.
inline constexpr FlagModes kNoiseCheck = 2;  // --noise_check.
inline constexpr FlagModes kWorker = 4;      // --worker.

}  // namespace sstr
