// SPDX-License-Identifier: Apache-2.0
//
// Decodes a stored block with the codec layer's decoder, naming what an SST
// file can hold and no decoder of this project reads.

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "base/status.h"
#include "codec/block_decoder.h"
#include "sst/footer.h"
#include "sst/table_image.h"

namespace sstr {

// The contents of `block`: a view of its payload when it is stored raw, of
// `decoder`'s memory until its next call otherwise. Errors: kCorruption,
// kNotSupported, the bare fact.
Result<std::span<const uint8_t>> DecodeStoredBlock(const Footer& footer,
                                                   const StoredBlock& block,
                                                   BlockDecoder* decoder);

// The size of the contents as the payload's first bytes claim it; absent when
// only decoding tells. Errors: kCorruption, kNotSupported, the bare fact.
Result<std::optional<uint64_t>> ToldDecodedBytes(uint32_t format_version,
                                                 const StoredBlock& block);

}  // namespace sstr
