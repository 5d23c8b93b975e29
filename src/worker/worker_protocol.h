// SPDX-License-Identifier: Apache-2.0
//
// What a worker (sst_recompress --worker) and whoever drives it say to each
// other: one JSON object a line, in both directions. The worker begins with a
// hello; then every request gets one reply, in order, until the input ends.
// docs/result_format.md describes the lines.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "pass/pass_spec.h"
#include "report/run_report.h"

namespace sstr {

// Of the lines; the rows in them have the report's schema version.
inline constexpr int kWorkerProtocolVersion = 1;

struct WorkerHello {
  RunContext context;
  bool is_raw = false;          // How the input was taken.
  std::vector<PassSpec> specs;  // Of the worker's own flags, in their order.
  ReportRow baseline;           // Without samples; says which input it is.
};

struct WorkerRequest {
  PassSpec spec;
  uint64_t round = 0;  // Comes back in the sample.
  bool sizes_only = false;
  bool time_calls = false;  // Time single codec calls too.
  // Hash of an image of this spec that another worker of the same program has
  // verified: an equal one needs no second reading. Empty: none.
  std::string verified_image;
};

struct WorkerReply {
  ReportRow row;  // Of one pass: one sample, or none with sizes_only.
  // XXH3-128 of the image, 32 hex digits, once it is verified; else empty.
  std::string image_hash;
};

// The lines end with '\n'.
std::string WriteWorkerHello(const WorkerHello& hello);
std::string WriteWorkerRequest(const WorkerRequest& request);
std::string WriteWorkerReply(const WorkerReply& reply);

// Errors: kCorruption for a line that is none of these, kNotSupported for
// another protocol or schema version, naming both.
Result<WorkerHello> ReadWorkerHello(std::string_view line);
Result<WorkerRequest> ReadWorkerRequest(std::string_view line);
Result<WorkerReply> ReadWorkerReply(std::string_view line);

}  // namespace sstr
