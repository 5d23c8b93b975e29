// SPDX-License-Identifier: Apache-2.0
//
// What a transcode does with the blocks of one file, decided before any of them
// is touched: how the release that wrote the file compresses, which blocks are
// kept, how others are encoded, and whether the file holds anything that cannot
// be carried over.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "codec/block_encoder.h"
#include "codec/compression_type.h"
#include "codec/dictionary.h"
#include "sst/table_image.h"
#include "transcode/table_writer.h"
#include "transcode/transcode_request.h"

namespace sstr {

// What a file tells of how the release that wrote it compresses, where releases
// differ, so that encoding its blocks again gives the same bytes. A guess where
// the file says nothing; a wrong one costs some bytes, never correctness.
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

// Bytes of the source that lie in no block, all of them zero.
class SourcePadding {
 public:
  // `image` is borrowed. Error: kNotSupported for bytes that are not zero.
  static Result<SourcePadding> Find(const TableImage& image);

  bool empty() const { return gaps_.empty(); }
  // What lies before the block at `offset`, or before the footer.
  std::span<const uint8_t> Before(uint64_t offset) const;
  // Writes it if that brings `writer` to `offset`: while all is in the place
  // it had. Later on padding is dropped.
  Status Keep(uint64_t offset, TableWriter* writer) const;

 private:
  struct Gap {
    uint64_t end;
    std::span<const uint8_t> bytes;
  };

  std::vector<Gap> gaps_;  // By offset.
};

struct TranscodePlan {
  CompressionType type = CompressionType::kNone;
  int level = kDefaultCompressionLevel;
  bool written_with_type = false;  // So the source tells.
  // Blocks that have the type already are copied as they are; so are blocks
  // stored raw, when the file was written with this type.
  bool copies_type = false;
  bool copies_raw = false;
  // The index is compressed too. Decided by whether the source's is; offered
  // where the source compresses nothing.
  bool offers_index = false;
  // The source's dictionary stays, for blocks that are copied with it.
  bool keeps_dictionary = false;
  std::vector<uint8_t> new_dictionary;  // Empty: none was asked for.
  WriterTraits writer;
  SourcePadding padding;

  bool Copies(const StoredBlock& block) const {
    return block.type == CompressionType::kNone
               ? copies_raw
               : copies_type && block.type == type;
  }
  // For the data blocks of the new file.
  std::span<const uint8_t> DictionaryOf(const TableImage& image) const {
    return keeps_dictionary ? image.dictionary() : new_dictionary;
  }
};

// What can be said of a setting without a file: error kUsage.
Status CheckTranscodeSetting(const CodecSetting& setting);

// Errors: kNotSupported, naming what cannot be carried over or encoded; kUsage
// for a setting that does not exist; kCorruption. All name the file.
Result<TranscodePlan> PlanTranscode(const TableImage& image,
                                    const TranscodeOptions& options);

}  // namespace sstr
