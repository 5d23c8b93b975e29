// SPDX-License-Identifier: Apache-2.0
//
// Records from files of the user's own: the lines of a text, or the files below
// a directory.

#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "make/record_source.h"

namespace sstr {

// What a line holds. Lines end with '\n', which the last one may lack; nothing
// else is stripped, and any byte may occur.
enum class LineFormat {
  kValue,        // The line is the value, its number in ten digits the key.
  kKeyTabValue,  // Sorted here by key; keys must differ.
};

// Reads the file whole. Errors: kIoError; kCorruption naming file and line for
// a file without lines, a line without tab, a key that occurs twice.
Result<std::unique_ptr<RecordSource>> OpenLines(const std::string& path,
                                                LineFormat format);

// The regular files below a directory: the path from there on is the key, the
// content the value. Symbolic links and devices are left out. Lists the names
// now; each file is read when its record is taken, which may then fail.
// Errors: kIoError; kFailed when there is no regular file.
Result<std::unique_ptr<RecordSource>> OpenDirectory(const std::string& path);

}  // namespace sstr
