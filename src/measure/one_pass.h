// SPDX-License-Identifier: Apache-2.0
//
// One pass of one cell, from preparing to verifying. Internal to measure/ and
// for whoever schedules passes by other rules than PassRunner's.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/fingerprint.h"
#include "base/status.h"
#include "corpus/corpus.h"
#include "measure/pass_sample.h"
#include "measure/region_meter.h"
#include "pass/image_buffer.h"
#include "pass/pass_engine.h"

namespace sstr {

struct OnePassOptions {
  bool sizes_only = false;  // Verified, not timed.
  // Time single codec calls too, where the engine can.
  bool time_calls = true;
  uint64_t min_region_nanos = 2'000'000;  // See RunnerOptions.
  // An image that was verified elsewhere, as ToString(Fingerprint) prints it:
  // parsed, but not read again. Empty: none.
  std::string verified_image;
};

struct OnePassResult {
  Status status;                     // Not ok: nothing else is valid.
  bool skipped = false;              // status says why it could not start.
  std::optional<PassSample> sample;  // Absent with sizes_only.
  bool can_write = false;            // The image is this pass's.
  Fingerprint fingerprint{};         // Of the image.
  // Present when the image was parsed now: it is another than `known`.
  std::optional<PassOutput> output;
};

// `known`: the image of an earlier pass of this cell that was verified. An
// image equal to it needs no second reading. Everything is borrowed.
OnePassResult RunOnePass(const Corpus& corpus, const PassSpec& spec,
                         PassEngine* engine, const OnePassOptions& options,
                         const std::optional<Fingerprint>& known,
                         ImageBuffer* image, RegionMeter* meter);

}  // namespace sstr
