// SPDX-License-Identifier: Apache-2.0
//
// What a file tells of how the release that wrote it compresses, where releases
// differ, so that encoding its blocks again gives the same bytes. A guess where
// the file says nothing; a wrong one costs some bytes, never correctness.

#pragma once

#include <span>

#include "codec/block_encoder.h"
#include "codec/compression_type.h"
#include "codec/dictionary.h"
#include "sst/table_image.h"

namespace sstr {

struct WriterTraits {
  KeepRule keep_rule;
  OutputRoom output_room = OutputRoom::kWorstCase;
  bool lz4_one_shot = false;   // From 10.8 on; before, a stream per block.
  bool zstd_checksum = false;  // ZSTD's frame checksum was asked for.
  // Properties count the data blocks that were stored raw.
  bool counts_raw_blocks = false;
  TrainerUse trainer_use = TrainerUse::kEveryType;
};

WriterTraits WriterTraitsOf(const TableImage& image);

// How that writer would encode a block. `dictionary` is borrowed; it may be
// empty.
BlockEncoderOptions EncoderOptionsFor(const WriterTraits& traits,
                                      uint32_t format_version,
                                      CompressionType type, int level,
                                      std::span<const uint8_t> dictionary);

}  // namespace sstr
