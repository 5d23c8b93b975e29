// SPDX-License-Identifier: Apache-2.0
//
// The lines of a text file as records. Lines end with '\n', which the last
// one may lack; nothing else is stripped, and any byte may occur.

#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "make/record_source.h"

namespace sstr {

enum class LineFormat {
  kValue,        // The line is the value, its number in ten digits the key.
  kKeyTabValue,  // Sorted here by key; keys must differ.
};

// Reads the file whole. Errors: kIoError; kCorruption naming file and line for
// a file without lines, a line without tab, a key that occurs twice.
Result<std::unique_ptr<RecordSource>> OpenLines(const std::string& path,
                                                LineFormat format);

}  // namespace sstr
