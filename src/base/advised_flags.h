// SPDX-License-Identifier: Apache-2.0
//
// The flags that messages name when they say what the user can do. tools/
// defines the flags, and its tests fail when one of these is not among them.

#pragma once

#include <string_view>

namespace sstr {

// Of sst_recompress; "overwrite" of the other programs too, "table_options" of
// sst_make.
inline constexpr std::string_view kAdvisedFlags[] = {
    "allocator",  "cpu",       "jobs",   "max_seconds",   "noise_check",
    "output_dir", "overwrite", "repeat", "table_options",
};

// Of sst_compare.
inline constexpr std::string_view kFailIfFlag = "fail_if";

// The same name. Does not compile for one that is not in kAdvisedFlags.
consteval std::string_view AdvisedFlag(std::string_view name) {
  for (const std::string_view advised : kAdvisedFlags) {
    if (advised == name) return name;
  }
  throw "kAdvisedFlags lacks it";
}

}  // namespace sstr
