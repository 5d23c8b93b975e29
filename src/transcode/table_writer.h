// SPDX-License-Identifier: Apache-2.0
//
// Writes the blocks of a table file one after the other: trailers, context
// checksums, footer. Knows neither codecs nor what blocks mean. One thread.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"
#include "sst/block_handle.h"
#include "sst/footer.h"

namespace sstr {

// Where the bytes of a file go.
class OutputSink {
 public:
  virtual ~OutputSink() = default;
  // Behind what came before. Error: ends the writing.
  virtual Status Append(std::span<const uint8_t> bytes) = 0;
};

// Appends a block as a file has it, but for the context of its place: payload,
// type byte, checksum. Encoding may run ahead of placing.
void AppendEncodedBlock(ChecksumType checksum_type, CompressionType type,
                        std::span<const uint8_t> payload,
                        std::vector<uint8_t>* out);

class TableWriter {
 public:
  // The file will have the format version, checksum type and base context
  // checksum of `like`. `sink` is borrowed.
  TableWriter(const Footer& like, OutputSink* sink)
      : like_(like), sink_(sink) {}

  // Bytes so far: where the next block will be.
  uint64_t offset() const { return offset_; }

  // Adds context to the checksums of blocks that AppendEncodedBlock() made,
  // with payloads of these sizes, and writes them. Appends their handles.
  Status AddEncodedBlocks(std::span<uint8_t> encoded,
                          std::span<const uint64_t> payload_sizes,
                          std::vector<BlockHandle>* handles);

  Result<BlockHandle> AddBlock(CompressionType type,
                               std::span<const uint8_t> payload);

  // The same with a checksum that is not that of the payload.
  Result<BlockHandle> AddBlock(CompressionType type,
                               std::span<const uint8_t> payload,
                               std::span<const uint8_t> checksummed_payload);

  // Bytes that are in no block.
  Status AddPadding(std::span<const uint8_t> bytes) { return Append(bytes); }

  // `index` is for formats up to 5, which have it there.
  // REQUIRES: from format 6 on the metaindex was written last.
  Status AddFooter(const BlockHandle& metaindex, const BlockHandle& index);

 private:
  Status Append(std::span<const uint8_t> bytes);

  const Footer like_;
  OutputSink* const sink_;
  uint64_t offset_ = 0;
};

}  // namespace sstr
