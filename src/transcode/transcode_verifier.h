// SPDX-License-Identifier: Apache-2.0
//
// Reads a transcoded file back and compares all of it with its source.

#pragma once

#include "base/status.h"
#include "sst/table_image.h"
#include "transcode/table_transcoder.h"
#include "transcode/transcode_request.h"

namespace sstr {

// Reads what was written, `output`, and compares all of it with `source`:
// every data block decoded, index keys, filters, tombstones, properties.
// Errors: kVerificationFailed naming the first difference; kInterrupted.
Status VerifyTranscode(const TableImage& source, const TableImage& output,
                       const TranscodedTable& written,
                       const TranscodeOptions& options,
                       const ReadProgress& progress);

}  // namespace sstr
