// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress as a worker. They are defined with the others.

#pragma once

#include <optional>

#include "app/worker_app.h"
#include "base/status.h"

namespace sstr {

// Absent without --worker. Error: kUsage naming the flag.
// REQUIRES: the command line was parsed.
Result<std::optional<WorkerOptions>> MakeWorkerOptions();

}  // namespace sstr
