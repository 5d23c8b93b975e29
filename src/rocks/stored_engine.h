// SPDX-License-Identifier: Apache-2.0
//
// The baseline: nothing is written; the file as stored is scanned by RocksDB's
// reader where this release can open it, and measured either way. Passes made
// by one engine may run in several threads.

#pragma once

#include <memory>

#include "base/cancel.h"
#include "pass/pass_engine.h"

namespace sstr {

// `cancel` is borrowed; when it is set, passes end with kInterrupted.
std::unique_ptr<PassEngine> NewStoredEngine(const CancelFlag* cancel);

}  // namespace sstr
