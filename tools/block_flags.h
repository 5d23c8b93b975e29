// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress that concern the block engine.

#pragma once

#include <cstddef>

#include "app/recompress_options.h"
#include "base/status.h"
#include "flag_table.h"

namespace sstr {

// Engine, call variants, allocators, keep rule. Names of variants are checked
// when the sweep is expanded.
FlagGroup BlockEngineFlags(Sweep* sweep);

// Error: kUsage naming a flag that would choose for nothing in this sweep.
Status CheckChoices(const Sweep& sweep);

// The most specs that one type, level and dictionary can give.
size_t CallChoices(const Sweep& sweep);

}  // namespace sstr
