// SPDX-License-Identifier: Apache-2.0
//
// The dictionary that the writer of a file would have made for another
// setting, from the few blocks that it samples. Part of
// transcode/table_transcoder.h.

#pragma once

#include <cstdint>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"
#include "sst/table_image.h"
#include "transcode/transcode_request.h"
#include "transcode/writer_traits.h"

namespace sstr {

// Empty where that writer would go without one. Errors: kCorruption and
// kNotSupported for a block that cannot be read, the bare fact.
Result<std::vector<uint8_t>> MakeDictionary(const TableImage& source,
                                            const CodecSetting& setting,
                                            const WriterTraits& writer,
                                            const ReadProgress& progress);

}  // namespace sstr
