// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress that concern the block engine. They are defined
// with the others, for --help.

#pragma once

#include <cstddef>

#include "app/recompress_options.h"
#include "base/status.h"

namespace sstr {

// Engine, input format, call variants, allocators, keep rule. Error: kUsage
// naming the flag; names of variants are checked when the sweep is expanded.
Status SetBlockEngine(RecompressOptions* options);

// Error: kUsage naming a flag that would choose for nothing in this sweep.
Status CheckChoices(const Sweep& sweep);

// At most so many specs come of one type, level and dictionary.
size_t CallChoices(const Sweep& sweep);

}  // namespace sstr
