// SPDX-License-Identifier: Apache-2.0
//
// The table engine: RocksDB's TableBuilder and TableReader in memory. Answers
// "what will RocksDB do". Passes made by one engine may run in several
// threads.

#pragma once

#include <memory>
#include <string>

#include "base/cancel.h"
#include "base/status.h"
#include "pass/pass_engine.h"

namespace sstr {

// `cancel` is borrowed; when it is set, passes end with kInterrupted.
std::unique_ptr<PassEngine> NewTableEngine(const CancelFlag* cancel);

// Whether `table_options` is "sst_dump", "source" or an option string that
// RocksDB parses; for checking flags before any file is read. Error: kUsage.
Status CheckTableOptions(const std::string& table_options);

}  // namespace sstr
