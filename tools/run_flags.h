// SPDX-License-Identifier: Apache-2.0
//
// The flags that sst_recompress and sst_compare share: on which CPUs they
// measure, and what they show and write. Each is defined and read here.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/recompress_options.h"
#include "base/status.h"

namespace sstr {

// --cpu; empty when it was not given. Error: kUsage, also for CPUs that this
// process may not use.
Result<CpuList> ReadCpus();

// --output; absent when it was not given. Error: kUsage when it is empty.
Result<std::optional<std::string>> ReadOutput();

inline constexpr std::string_view kProgressHelp =
    "\"auto\" shows progress on standard error when it is a terminal; \"off\" "
    "never. Default: auto.";

// --progress: whether to show it, here and now. Error: kUsage.
Result<bool> ReadProgress();

}  // namespace sstr
