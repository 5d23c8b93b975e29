// SPDX-License-Identifier: Apache-2.0
//
// Which files the user means: files stand for themselves, a directory for the
// table files in it. Content decides, not the name's ending.

#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "corpus/corpus.h"

namespace sstr {

// Files in the order given, a directory's sorted by name; not recursive. In a
// directory a regular file counts when it ends in the magic number of a table
// or when its name ends in .sst or .ldb: a damaged table is then reported
// rather than passed over. Where raw inputs are taken, every regular file
// counts. Errors: kIoError for a path that is not there, kFailed for a
// directory without such files.
Result<std::vector<std::string>> ListInputFiles(
    const std::vector<std::string>& paths,
    InputFormat format = InputFormat::kTable);

}  // namespace sstr
