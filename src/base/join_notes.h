// SPDX-License-Identifier: Apache-2.0
//
// Remarks of several origins as one text.

#pragma once

#include <string>
#include <vector>

namespace sstr {

// The notes that are not empty, "; " between them.
inline std::string JoinNotes(const std::vector<std::string>& notes) {
  std::string joined;
  for (const std::string& note : notes) {
    if (note.empty()) continue;
    if (!joined.empty()) joined += "; ";
    joined += note;
  }
  return joined;
}

}  // namespace sstr
