// SPDX-License-Identifier: Apache-2.0

#include "flag_parsing.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <utility>

namespace sstr {
namespace {

// The value of all of `text`, or nothing.
template <typename Number>
std::optional<Number> ParseNumber(std::string_view text) {
  Number number;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

// The binary exponent that an ending stands for; takes the ending off.
int TakeUnit(std::string_view* text) {
  constexpr std::pair<char, int> kUnits[] = {{'k', 10}, {'m', 20}, {'g', 30}};
  for (const auto& [ending, shift] : kUnits) {
    if (text->ends_with(ending)) {
      text->remove_suffix(1);
      return shift;
    }
  }
  return 0;
}

template <typename Value>
Result<std::vector<Value>> ParseEach(
    std::string_view flag, std::string_view text, Value min, Value max,
    Result<Value> (*parse)(std::string_view, std::string_view, Value, Value)) {
  SSTR_ASSIGN_OR_RETURN(const std::vector<std::string> items,
                        ParseList(flag, text));
  std::vector<Value> values;
  for (const std::string& item : items) {
    SSTR_ASSIGN_OR_RETURN(const Value value, parse(flag, item, min, max));
    values.push_back(value);
  }
  return values;
}

}  // namespace

Status CheckRange(std::string_view flag, int64_t value, int64_t min,
                  int64_t max) {
  if (value >= min && value <= max) return Status::Ok();
  return Status::Usage(
      fmt::format("--{}={}: must be {} to {}", flag, value, min, max));
}

Status CheckOneOf(std::string_view flag, std::string_view value,
                  std::string_view a, std::string_view b) {
  if (value == a || value == b) return Status::Ok();
  return Status::Usage(
      fmt::format("--{}={}: must be {} or {}", flag, value, a, b));
}

Result<std::vector<std::string>> ParseList(std::string_view flag,
                                           std::string_view text) {
  std::vector<std::string> items;
  size_t begin = 0;
  while (true) {
    const size_t comma = std::min(text.find(',', begin), text.size());
    if (comma == begin) {
      return Status::Usage(fmt::format("--{}={}: item {} is empty", flag, text,
                                       items.size() + 1));
    }
    items.emplace_back(text.substr(begin, comma - begin));
    if (comma == text.size()) return items;
    begin = comma + 1;
  }
}

Result<int64_t> ParseInteger(std::string_view flag, std::string_view text,
                             int64_t min, int64_t max) {
  const auto number = ParseNumber<int64_t>(text);
  if (!number || *number < min || *number > max) {
    return Status::Usage(
        fmt::format("--{}: \"{}\" is not a number from {} to "
                    "{}",
                    flag, text, min, max));
  }
  return *number;
}

Result<std::vector<int64_t>> ParseIntegerList(std::string_view flag,
                                              std::string_view text,
                                              int64_t min, int64_t max) {
  return ParseEach<int64_t>(flag, text, min, max, ParseInteger);
}

Result<uint64_t> ParseByteSize(std::string_view flag, std::string_view text,
                               uint64_t min, uint64_t max) {
  std::string_view digits = text;
  const int shift = TakeUnit(&digits);
  const auto number = ParseNumber<uint64_t>(digits);
  const bool fits =
      number && *number <= std::numeric_limits<uint64_t>::max() >> shift;
  if (!fits || *number << shift < min || *number << shift > max) {
    return Status::Usage(fmt::format(
        "--{}: \"{}\" is not a size from {} to {} bytes (16384 or 16k)", flag,
        text, min, max));
  }
  return *number << shift;
}

Result<std::vector<uint64_t>> ParseByteSizeList(std::string_view flag,
                                                std::string_view text,
                                                uint64_t min, uint64_t max) {
  return ParseEach<uint64_t>(flag, text, min, max, ParseByteSize);
}

}  // namespace sstr
