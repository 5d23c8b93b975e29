// SPDX-License-Identifier: Apache-2.0
//
// Which RocksDB this program was compiled for and which one it runs with.

#pragma once

#include <string>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"
#include "codec/dictionary.h"
#include "codec/keep_rule.h"

namespace sstr {

struct RocksLibraryInfo {
  std::string header_version;   // "7.8.3": what was compiled against.
  std::string library_version;  // What was loaded.
  // Built without NDEBUG: timings carry assertion cost and corrupt input can
  // abort the process.
  bool assertions = false;
  std::vector<CompressionType> supported_types;  // In the library's order.
  KeepRule keep_rule;                            // With default options.
  TrainerUse trainer_use = TrainerUse::kEveryType;
};

RocksLibraryInfo GetRocksLibraryInfo();

// Error: kUsage naming the types that the library has.
Status CheckTypeSupported(CompressionType type,
                          const RocksLibraryInfo& library);

// Error: kFailed when header and library release differ; nothing of the
// library may then be called.
Status CheckRocksLibraryMatchesHeaders();

}  // namespace sstr
