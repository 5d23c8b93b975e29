// SPDX-License-Identifier: Apache-2.0
//
// From the sweep asked for to specs, and from specs to the engines that run
// them. Runs nothing.

#pragma once

#include <memory>
#include <vector>

#include "app/recompress_options.h"
#include "base/cancel.h"
#include "base/status.h"
#include "pass/pass_engine.h"
#include "pass/pass_spec.h"
#include "rocks/library_info.h"

namespace sstr {

// The specs of a run, for both kinds of input that it may meet.
struct SpecLists {
  std::vector<PassSpec> for_tables;
  std::vector<PassSpec> for_raw;

  const std::vector<PassSpec>& For(bool is_raw) const {
    return is_raw ? for_raw : for_tables;
  }
};

// Error: kUsage.
Result<SpecLists> ExpandSweep(const RecompressOptions& options,
                              const RocksLibraryInfo& library);

// The baseline's.
PassSpec StoredSpec();

// One engine of each kind, for the passes over one corpus.
class Engines {
 public:
  // `cancel` is borrowed; when it is set, passes end with kInterrupted.
  // `mmap_threshold_raised`: see BlockEngineOptions.
  Engines(const RocksLibraryInfo& library, const CancelFlag* cancel,
          bool mmap_threshold_raised = false);

  // By the spec's engine name.
  PassEngine* For(const PassSpec& spec) const;

 private:
  const std::unique_ptr<PassEngine> table_;
  const std::unique_ptr<PassEngine> block_;
  const std::unique_ptr<PassEngine> stored_;
};

}  // namespace sstr
