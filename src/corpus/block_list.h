// SPDX-License-Identifier: Apache-2.0
//
// The uncompressed blocks of one input, in file order: what the block engine
// compresses. Read-only once made, so passes in several threads share it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/status.h"
#include "corpus/corpus.h"

namespace sstr {

class BlockList {
 public:
  // `format_version`: of the table that the blocks are of, which decides how
  // their payloads are framed. `trailer_bytes`: what a file adds to each.
  BlockList(uint32_t format_version, uint64_t trailer_bytes)
      : format_version_(format_version), trailer_bytes_(trailer_bytes) {}

  // A view; see KeepAlive().
  void Add(std::span<const uint8_t> block);
  // Keeps the memory of the views for as long as this list lives.
  void KeepAlive(std::shared_ptr<const void> memory) {
    memory_ = std::move(memory);
  }

  size_t size() const { return blocks_.size(); }
  std::span<const uint8_t> operator[](size_t i) const { return blocks_[i]; }
  std::span<const std::span<const uint8_t>> views() const { return blocks_; }

  uint64_t total_bytes() const { return total_bytes_; }
  uint64_t largest_bytes() const { return largest_bytes_; }
  uint32_t format_version() const { return format_version_; }
  uint64_t trailer_bytes() const { return trailer_bytes_; }

 private:
  std::vector<std::span<const uint8_t>> blocks_;
  std::shared_ptr<const void> memory_;
  uint64_t total_bytes_ = 0;
  uint64_t largest_bytes_ = 0;
  uint32_t format_version_;
  uint64_t trailer_bytes_;
};

// The data blocks of a table as they are, decoded anew; of a damaged one those
// that can be read. REQUIRES: `corpus` is a table. Error: kCorruption.
Result<BlockList> DecodeOwnBlocks(const Corpus& corpus);

// A raw input in pieces of `block_size` bytes, the last one shorter; 0: as one
// block, or none where it is empty. Borrows from `corpus`.
// REQUIRES: `corpus` is raw.
BlockList CutRawInput(const Corpus& corpus, uint64_t block_size);

}  // namespace sstr
