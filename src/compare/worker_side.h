// SPDX-License-Identifier: Apache-2.0
//
// An sst_recompress of any RocksDB release as a side of a comparison: one
// worker (worker/worker_protocol.h) per input, one request per pass.

#pragma once

#include <memory>

#include "compare/compare_side.h"

namespace sstr {

// `options.flags` are sst_recompress's.
std::unique_ptr<CompareSide> NewWorkerSide(SideOptions options);

}  // namespace sstr
