// SPDX-License-Identifier: Apache-2.0
//
// Which properties a transcode changes, and to what. docs/transcoding.md lists
// them with the reasons.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "codec/compression_type.h"
#include "transcode/block_rewriter.h"
#include "transcode/transcode_plan.h"
#include "transcode/transcode_request.h"

namespace sstr {

struct TranscodeFacts {
  uint32_t format_version = 0;
  // Where the data blocks end, when they are not all in their old places.
  std::optional<uint64_t> new_data_end;
  // What decoded index blocks have more than before: all, the top level.
  int64_t index_growth_bytes = 0;
  int64_t top_index_growth_bytes = 0;
  std::set<CompressionType> types_in_use;  // Data and index blocks.
  TranscodeSummary summary;                // Its counts of data blocks.
};

// `properties` with those values replaced, added or removed that `facts` make
// wrong.
std::vector<NamedValue> UpdateProperties(
    const std::vector<NamedValue>& properties, const TranscodePlan& plan,
    const TranscodeOptions& options, const TranscodeFacts& facts);

}  // namespace sstr
