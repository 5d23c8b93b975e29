// SPDX-License-Identifier: Apache-2.0
//
// The flags of sst_recompress as a worker.

#pragma once

#include <optional>

#include "app/worker_app.h"
#include "flag_table.h"

namespace sstr {

// Leaves `worker` absent without --worker.
FlagGroup WorkerFlags(std::optional<WorkerOptions>* worker);

// --worker was given.
bool IsWorker();

}  // namespace sstr
