// SPDX-License-Identifier: Apache-2.0
//
// The flags that sst_recompress and sst_transcode share: inputs, types, levels,
// dictionaries, where tables go, how many threads. Each is defined and read
// here; what one program says of it differently in --help is a parameter.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/recompress_options.h"
#include "base/status.h"
#include "flag_table.h"

namespace sstr {

// --file and the arguments.
FlagGroup InputFlags(std::vector<std::string>* inputs);

// Sets types and levels of the sweep; without --compression_types, no type.
FlagGroup TypeFlags(std::string_view types_help, Sweep* sweep);

// A level was named, be it the default one.
bool LevelsWereGiven();

// Sets the dictionary sizes of the sweep, and how its base makes dictionaries.
FlagGroup DictionaryFlags(Sweep* sweep);

// Error: kUsage when the lists make more cells than anyone can want.
Status CheckCellCount(double cells);

// --overwrite.
bool OverwriteGiven();

// --output_dir; absent when it was not given, empty when it was given empty.
std::optional<std::string> OutputDirGiven();

// --jobs; absent when it was not given. Error: kUsage.
Result<std::optional<uint32_t>> ReadJobs();

}  // namespace sstr
