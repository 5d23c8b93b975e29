// SPDX-License-Identifier: Apache-2.0
//
// The regular files below a directory as records: the path from there on is
// the key, the content the value. Symbolic links and devices are left out.

#pragma once

#include <memory>
#include <string>

#include "base/status.h"
#include "make/record_source.h"

namespace sstr {

// Lists the names now; each file is read when its record is taken, which may
// then fail. Errors: kIoError; kFailed when there is no regular file.
Result<std::unique_ptr<RecordSource>> OpenDirectory(const std::string& path);

}  // namespace sstr
