// SPDX-License-Identifier: Apache-2.0
//
// One pass, start to end: warm-up of short regions, timing, codec times.
// Internal to measure/.

#pragma once

#include <cstdint>

#include "base/status.h"
#include "measure/pass_sample.h"
#include "measure/region_meter.h"
#include "pass/image_buffer.h"
#include "pass/pass_engine.h"

namespace sstr {

struct TimingOptions {
  uint64_t min_region_nanos = 0;  // See RunnerOptions.
  bool time_calls = true;         // Single codec calls, where there are such.
};

// Writes, then scans, what `pass` has of both. The image is left in `image`.
Result<PassSample> TimePass(PreparedPass* pass, ImageBuffer* image,
                            const TimingOptions& options, RegionMeter* meter);

}  // namespace sstr
