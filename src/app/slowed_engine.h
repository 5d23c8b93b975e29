// SPDX-License-Identifier: Apache-2.0
//
// An engine whose writes take longer than they need, by a known part: a
// difference of known size, for showing what a comparison can find. Measures
// nothing that a report would print.

#pragma once

#include <memory>

#include "base/clock.h"
#include "pass/pass_engine.h"

namespace sstr {

class SlowedEngine : public PassEngine {
 public:
  // All is borrowed.
  SlowedEngine(PassEngine* engine, double percent, Clock* clock)
      : engine_(engine), percent_(percent), clock_(clock) {}

  Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus& corpus,
                                                const PassSpec& spec,
                                                ImageBuffer* image) override;

 private:
  PassEngine* engine_;
  double percent_;
  Clock* clock_;
};

}  // namespace sstr
