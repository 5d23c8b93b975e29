// SPDX-License-Identifier: Apache-2.0
//
// Writes a table file again under another compression setting, block by block:
// same entries, block boundaries, filters, index structure, range tombstones,
// format version and checksum type; of the properties only those change that
// must. What need not change is copied, so that an unchanged setting gives the
// same file. Memory is a window of blocks, 48 bytes per block, and the index
// three times. docs/transcoding.md has the rules.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/fingerprint.h"
#include "base/status.h"
#include "codec/compression_type.h"
#include "sst/table_image.h"
#include "transcode/block_rewriter.h"
#include "transcode/table_writer.h"

namespace sstr {

struct TranscodeOptions {
  CodecSetting codec;
  // Encode blocks that have the type already, too. A dictionary that is asked
  // for implies it.
  bool reencode = false;
  // Becomes rocksdb.creating.session.identity where the file has one; absent:
  // that stays, and with it the file's unique id.
  std::optional<std::string> session_identity;
  uint32_t jobs = 1;                   // Threads, at least 1.
  const CancelFlag* cancel = nullptr;  // May be null.
};

// What can be said of a setting without a file: error kUsage.
Status CheckTranscodeSetting(const CodecSetting& setting);

// Called as reading goes on: the data blocks up to this offset have been read
// and, where blocks lie in the order of their keys, will not be again.
using ReadProgress = std::function<void(uint64_t offset)>;

struct TranscodeSummary {
  uint64_t source_bytes = 0;
  uint64_t output_bytes = 0;
  uint64_t uncompressed_data_bytes = 0;
  uint64_t data_blocks = 0;  // The sum of the next four.
  uint64_t copied = 0;       // As they were.
  uint64_t compressed = 0;   // Encoded anew.
  uint64_t rejected = 0;     // Tried, stored raw.
  uint64_t bypassed = 0;     // Not tried, stored raw.
};

// What was written, for VerifyTranscode().
struct TranscodedTable {
  TranscodeSummary summary;
  std::vector<BlockHandle> data_blocks;  // In index order.
  std::vector<Fingerprint> contents;     // Of each, decoded, from the source.
  std::vector<uint8_t> dictionary;
  std::vector<NamedValue> properties;
};

// `source` was opened without salvage. All of it is validated on the way, and
// nothing is decided by bytes that were not. `sink` may have got a part when
// an error is returned; the output is worth something only once
// VerifyTranscode() has read it. `progress` may be empty.
// Errors: as ValidateTable()'s; kNotSupported, naming it, for what cannot be
// carried over; kUsage for a setting that does not exist; kInterrupted; the
// sink's.
Result<TranscodedTable> TranscodeTable(const TableImage& source,
                                       const TranscodeOptions& options,
                                       const ReadProgress& progress,
                                       OutputSink* sink);

// Reads what was written, `output`, and compares all of it with `source`:
// every data block decoded, index keys, filters, tombstones, properties.
// Errors: kVerificationFailed naming the first difference; kInterrupted.
Status VerifyTranscode(const TableImage& source, const TableImage& output,
                       const TranscodedTable& written,
                       const TranscodeOptions& options,
                       const ReadProgress& progress);

}  // namespace sstr
