// SPDX-License-Identifier: Apache-2.0
//
// An sst_dump of any RocksDB release from 7.8 on as a side of a comparison:
// one process runs all cells of a round.

#pragma once

#include <memory>
#include <string_view>

#include "compare/compare_side.h"

namespace sstr {

// Whether the command runs a program whose name has "sst_dump" in it: the last
// part of the path of any word that is neither a flag nor an assignment.
bool IsSstDumpCommand(std::string_view command);

// `options.flags` are sst_dump's. What it does not print of a pass, such as the
// size of the dictionary, is taken from `asked`.
std::unique_ptr<CompareSide> NewSstDumpSide(SideOptions options,
                                            PassSpec asked);

}  // namespace sstr
