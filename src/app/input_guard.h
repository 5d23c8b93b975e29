// SPDX-License-Identifier: Apache-2.0
//
// Keeps outputs away from inputs and from each other, --overwrite or not.

#pragma once

#include <string>
#include <vector>

#include "base/status.h"

namespace sstr {

// Error: kIoError when `target` is the same file as one of `taken`, by path,
// link or file identity. Neither needs to exist.
Status CheckNotTaken(const std::string& target,
                     const std::vector<std::string>& taken);

}  // namespace sstr
