// SPDX-License-Identifier: Apache-2.0

#include "sst/damage_log.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace sstr {

DamageLog::DamageLog(const TableImage& image) {
  for (const BlockDamage& damage : image.damage()) Count(damage);
  bad_blocks_ = image.damage_count();
}

void DamageLog::Add(BlockKind kind, uint64_t number, const BlockHandle& handle,
                    const Status& why) {
  ++bad_blocks_;
  Count({.kind = kind,
         .number = number,
         .handle = handle,
         .code = why.code(),
         .fact = why.message()});
}

void DamageLog::Count(const BlockDamage& damage) {
  if (messages_.empty()) first_code_ = damage.code;
  if (messages_.size() < BlockDamage::kMostListed) {
    messages_.push_back(damage.ToString());
  }
}

Status DamageLog::ToStatus(const std::string& file_name,
                           const std::string& detail,
                           uint64_t total_blocks) const {
  assert(!empty());
  return Status(
      first_code_,
      fmt::format("{}: {}{}{}; {} of {} blocks {} bad", file_name,
                  messages_.front(), detail.empty() ? "" : "; ", detail,
                  bad_blocks_, std::max(total_blocks, bad_blocks_),
                  bad_blocks_ == 1 ? "is" : "are"));
}

}  // namespace sstr
