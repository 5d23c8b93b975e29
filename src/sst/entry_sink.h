// SPDX-License-Identifier: Apache-2.0
//
// Receives what a table file holds, in file order, as raw as it is stored.
// All views are valid during the call only. A status that is not ok ends the
// walk and becomes its result.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/status.h"
#include "codec/compression_type.h"
#include "sst/block_handle.h"

namespace sstr {

struct DataBlockView {
  uint64_t number = 0;  // In index order, from 0.
  BlockHandle handle;
  CompressionType stored_type = CompressionType::kNone;
  std::span<const uint8_t> payload;   // As stored, without trailer.
  std::span<const uint8_t> contents;  // Decoded.
};

class EntrySink {
 public:
  virtual ~EntrySink() = default;

  // Before the entries of the block.
  virtual Status OnDataBlock(const DataBlockView& /*block*/) {
    return Status::Ok();
  }
  virtual Status OnPoint(std::string_view /*internal_key*/,
                         std::string_view /*value*/) {
    return Status::Ok();
  }
  // After all points; tombstones as stored, not fragmented. The start key
  // carries sequence number and type.
  virtual Status OnRangeDeletion(std::string_view /*start_internal_key*/,
                                 std::string_view /*end_user_key*/) {
    return Status::Ok();
  }
};

}  // namespace sstr
