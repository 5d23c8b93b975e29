// SPDX-License-Identifier: Apache-2.0
//
// Ctrl-C and SIGTERM as a flag that work loops look at.

#pragma once

#include "base/cancel.h"

namespace sstr {

// Set by the first SIGINT or SIGTERM; the next one ends the process as usual.
// Lives as long as the process.
const CancelFlag* CancelOnSignals();

}  // namespace sstr
