// SPDX-License-Identifier: Apache-2.0
//
// Collects what a validation finds, so that the first fault is reported with
// the extent of all of them.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/status.h"
#include "sst/table_image.h"

namespace sstr {

class DamageLog {
 public:
  // Starts with what opening the image already found.
  explicit DamageLog(const TableImage& image);

  bool empty() const { return bad_blocks_ == 0; }
  uint64_t bad_blocks() const { return bad_blocks_; }
  // One per bad block, the first BlockDamage::kMostListed.
  const std::vector<std::string>& messages() const { return messages_; }

  void Add(BlockKind kind, uint64_t number, const BlockHandle& handle,
           const Status& why);

  // "FILE: first fault[; detail]; N of M blocks are bad", with the first
  // fault's code. REQUIRES: not empty().
  Status ToStatus(const std::string& file_name, const std::string& detail,
                  uint64_t total_blocks) const;

 private:
  void Count(const BlockDamage& damage);

  uint64_t bad_blocks_ = 0;
  StatusCode first_code_ = StatusCode::kOk;
  std::vector<std::string> messages_;
};

}  // namespace sstr
