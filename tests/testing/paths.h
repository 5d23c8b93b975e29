// SPDX-License-Identifier: Apache-2.0
//
// Where this build's sources and programs are. The two paths are known to
// one object file only, so that others are the same in every clone.

#pragma once

#include <string>

namespace sstr::testing {

// `path` is from the root of the repository.
std::string SourcePath(const std::string& path);

// A program of tools/, as built.
std::string ToolPath(const std::string& name);

}  // namespace sstr::testing
