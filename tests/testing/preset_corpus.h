// SPDX-License-Identifier: Apache-2.0
//
// Corpora made from sst_make's presets. Test support; GoogleTest failures on
// error.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "corpus/corpus.h"
#include "make/presets.h"

namespace sstr::testing {

// A preset's table at `path`, with its own shape unless `shape` is given.
// `num` 0: the preset's own number.
void MakePresetFile(const std::string& preset, const std::string& path,
                    uint64_t num = 0,
                    const std::optional<TableShape>& shape = std::nullopt);

// The same, read and decoded.
Corpus MakePresetCorpus(const std::string& preset, uint64_t num = 0,
                        const std::optional<TableShape>& shape = std::nullopt);

}  // namespace sstr::testing
