// SPDX-License-Identifier: Apache-2.0
//
// The values of flags: lists, numbers and sizes are checked to the last
// character. Knows no flag; a value comes with the name of its flag.

#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace sstr {

// All take the flag's name for their errors, which are kUsage.

Status CheckRange(std::string_view flag, int64_t value, int64_t min,
                  int64_t max);

// `value` is `a` or `b`.
Status CheckOneOf(std::string_view flag, std::string_view value,
                  std::string_view a, std::string_view b);

// The value that has this name.
template <typename Value, size_t kCount>
Result<Value> ParseName(
    std::string_view flag, std::string_view text,
    const std::pair<std::string_view, Value> (&names)[kCount]) {
  std::string valid;
  for (const auto& [name, value] : names) {
    if (name == text) return value;
    if (!valid.empty()) valid += ", ";
    valid += name;
  }
  return Status::Usage(
      fmt::format("--{}={}: must be one of {}", flag, text, valid));
}

// "a,b": at least one item, none of them empty.
Result<std::vector<std::string>> ParseList(std::string_view flag,
                                           std::string_view text);

// Decimal digits, with an optional sign where `min` is negative.
Result<int64_t> ParseInteger(std::string_view flag, std::string_view text,
                             int64_t min, int64_t max);
Result<std::vector<int64_t>> ParseIntegerList(std::string_view flag,
                                              std::string_view text,
                                              int64_t min, int64_t max);

// Bytes: decimal digits, with an optional ending k, m or g for KiB, MiB, GiB.
Result<uint64_t> ParseByteSize(std::string_view flag, std::string_view text,
                               uint64_t min, uint64_t max);
Result<std::vector<uint64_t>> ParseByteSizeList(std::string_view flag,
                                                std::string_view text,
                                                uint64_t min, uint64_t max);

}  // namespace sstr
