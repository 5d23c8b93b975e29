// SPDX-License-Identifier: Apache-2.0

#include "codec/keep_rule.h"

#include <fmt/format.h>

#include <charconv>

namespace sstr {
namespace {

constexpr std::string_view kLimitPrefix = "limit:";
// Far beyond any use: a payload 64 times the block.
constexpr uint32_t kMaxLimitPerKiB = 65536;

}  // namespace

uint64_t KeepRule::MaxKeptBytes(uint64_t raw_bytes) const {
  if (has_limit) return limit_per_kib * raw_bytes >> 10;
  const uint64_t too_large = raw_bytes - raw_bytes / 8;
  return too_large == 0 ? 0 : too_large - 1;
}

std::string ToString(const KeepRule& rule) {
  if (!rule.has_limit) return "rocksdb7";
  if (rule == KeepRule::RocksDb8()) return "rocksdb8";
  return fmt::format("{}{}", kLimitPrefix, rule.limit_per_kib);
}

Result<KeepRule> ParseKeepRule(std::string_view text) {
  if (text == "rocksdb7") return KeepRule::RocksDb7();
  if (text == "rocksdb8") return KeepRule::RocksDb8();
  if (text.starts_with(kLimitPrefix)) {
    const std::string_view number = text.substr(kLimitPrefix.size());
    const char* end = number.data() + number.size();
    uint32_t limit_per_kib = 0;
    const auto [stop, error] =
        std::from_chars(number.data(), end, limit_per_kib);
    if (error == std::errc() && stop == end &&
        limit_per_kib <= kMaxLimitPerKiB) {
      return KeepRule::Limit(limit_per_kib);
    }
  }
  return Status::Usage(
      fmt::format("keep rule '{}': valid are rocksdb7, rocksdb8 and limit:N "
                  "with N from 0 to {}, in bytes per KiB",
                  text, kMaxLimitPerKiB));
}

}  // namespace sstr
