// SPDX-License-Identifier: Apache-2.0
//
// Times the single codec calls of a pass, apart from its timed regions: two
// clock readings a call would be a good part of a fast codec's time. Internal
// to measure/.

#pragma once

#include <cstdint>
#include <optional>

#include "base/status.h"
#include "measure/pass_sample.h"
#include "pass/pass_engine.h"

namespace sstr {

// Every call where the whole pass took at most a second; otherwise as many,
// evenly spread, as a second allows, but at least a thousand. `pass_nanos` is
// what all calls together took. Absent for a pass without calls.
Result<std::optional<CallLatency>> TimeCalls(CallDirection direction,
                                             double pass_nanos,
                                             PreparedPass* pass);

// Internal to TimeCalls(), here for its test.
uint64_t CallStride(uint64_t call_count, double pass_nanos);

}  // namespace sstr
