// SPDX-License-Identifier: Apache-2.0

#include "testing/paths.h"

namespace sstr::testing {

std::string SourcePath(const std::string& path) {
  return SSTR_SOURCE_DIR "/" + path;
}

std::string ToolPath(const std::string& name) {
  return SSTR_BINARY_DIR "/tools/" + name;
}

}  // namespace sstr::testing
