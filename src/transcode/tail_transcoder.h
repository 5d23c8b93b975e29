// SPDX-License-Identifier: Apache-2.0
//
// Everything of a transcode that comes behind the data blocks: filters, index,
// dictionary, range deletions, properties, metaindex, footer. Part of
// transcode/table_transcoder.h.

#pragma once

#include <vector>

#include "base/status.h"
#include "transcode/block_rewriter.h"
#include "transcode/data_transcoder.h"
#include "transcode/table_writer.h"
#include "transcode/transcode_plan.h"
#include "transcode/transcode_request.h"

namespace sstr {

// Returns the properties as written. Everything is borrowed; `data` is what
// was written before. Errors: as TranscodeTable()'s, the bare fact.
Result<std::vector<NamedValue>> TranscodeTail(const TableImage& source,
                                              const TranscodeOptions& options,
                                              const TranscodePlan& plan,
                                              const DataSection& data,
                                              TableWriter* writer);

}  // namespace sstr
