// SPDX-License-Identifier: Apache-2.0
//
// Writes index, metaindex and properties blocks anew from ones that were read,
// with nothing changed but handles and values. What goes in unchanged comes
// out byte for byte, whichever release wrote it.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/status.h"
#include "sst/block_handle.h"
#include "sst/index_cursor.h"

namespace sstr {

// Where the blocks that an index names have gone, in the order it names them.
// Borrows both lists.
class MovedBlocks {
 public:
  // REQUIRES: equal sizes.
  MovedBlocks(std::span<const BlockHandle> from,
              std::span<const BlockHandle> to)
      : from_(from), to_(to) {}

  // The new handle of the next block; absent unless `from` is that block.
  std::optional<BlockHandle> Next(const BlockHandle& from) {
    if (at_ == from_.size() || from_[at_] != from) return std::nullopt;
    return to_[at_++];
  }

 private:
  std::span<const BlockHandle> from_;
  std::span<const BlockHandle> to_;
  size_t at_ = 0;
};

// An index block, a partition of one, or the top level of a partitioned index
// or filter: same keys, prefixes, restarts, first keys and flags. `moved` goes
// on where the block before ended. Errors, the bare fact: as IndexCursor's;
// kCorruption for a handle that `moved` does not have; kNotSupported when a
// difference cannot stand for a handle because a block does not follow the one
// before it.
Result<std::vector<uint8_t>> RewriteIndexBlock(
    std::span<const uint8_t> contents, const IndexEncoding& encoding,
    MovedBlocks* moved);

// An entry of a metaindex or a properties block.
struct NamedValue {
  std::string name;
  std::string value;

  bool operator==(const NamedValue&) const = default;
};

struct NamedValues {
  std::vector<NamedValue> entries;  // By name.
  // Names are cut by what they share with the name before, the first one
  // being the only restart; else every entry is a restart.
  bool one_restart = false;
};

// Error: kCorruption, the bare fact.
Result<NamedValues> ReadNamedValues(std::span<const uint8_t> contents);

// REQUIRES: names in order, less than 4 GiB.
std::vector<uint8_t> WriteNamedValues(const NamedValues& values);

}  // namespace sstr
