// SPDX-License-Identifier: Apache-2.0

#include "transcode/compression_property.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>

namespace sstr {
namespace {

constexpr uint32_t kFirstVersionWithManager = 7;
constexpr std::string_view kBuiltinManager = "BuiltinV2";

// "MANAGER;CODES;": one type, kNone without manager, absent otherwise.
Result<std::optional<CompressionType>> ParseManagedName(std::string_view name) {
  const size_t manager_end = name.find(';');
  const size_t codes_end = name.find(';', manager_end + 1);
  if (manager_end == name.npos || codes_end + 1 != name.size()) {
    return Status::NotSupported(
        fmt::format("property rocksdb.compression is '{}'", name));
  }
  const std::string_view manager = name.substr(0, manager_end);
  const std::string_view codes =
      name.substr(manager_end + 1, codes_end - manager_end - 1);
  if (!manager.empty() && manager != kBuiltinManager) {
    return Status::NotSupported(
        fmt::format("compression manager '{}': not RocksDB's own", manager));
  }
  if (codes.empty()) {
    if (!manager.empty()) return std::optional<CompressionType>();
    return std::optional<CompressionType>(CompressionType::kNone);
  }
  unsigned code = 0;
  const auto [stop, error] =
      std::from_chars(codes.data(), codes.data() + codes.size(), code, 16);
  if (codes.size() != 2 || error != std::errc() ||
      stop != codes.data() + codes.size()) {
    return std::optional<CompressionType>();
  }
  return std::optional<CompressionType>(static_cast<CompressionType>(code));
}

// Where the value of `name` is in `options`; absent when it is not there.
std::optional<std::string_view> OptionValue(std::string_view options,
                                            std::string_view name) {
  constexpr std::string_view kSeparator = "; ";
  while (!options.empty()) {
    const std::string_view option = options.substr(0, options.find(kSeparator));
    if (option.size() > name.size() && option.starts_with(name) &&
        option[name.size()] == '=') {
      return option.substr(name.size() + 1);
    }
    if (option.size() == options.size()) break;
    options.remove_prefix(option.size() + kSeparator.size());
  }
  return std::nullopt;
}

}  // namespace

Result<std::optional<CompressionType>> ParseCompressionName(
    uint32_t format_version, std::string_view name) {
  if (format_version >= kFirstVersionWithManager) return ParseManagedName(name);
  const auto type = ParseCompressionType("k" + std::string(name));
  const bool is_rocksdbs =
      type && HasTypeByte(*type) && ShortTypeName(*type) == name;
  return is_rocksdbs ? type : std::nullopt;
}

std::string MakeCompressionName(uint32_t format_version, CompressionType type,
                                const std::set<CompressionType>& in_use) {
  assert(HasTypeByte(type));
  if (format_version < kFirstVersionWithManager) return ShortTypeName(type);
  std::string name;
  if (type != CompressionType::kNone) name = kBuiltinManager;
  name += ';';
  for (const CompressionType used : in_use) {
    if (used == CompressionType::kNone) continue;
    name += fmt::format("{:02X}", static_cast<unsigned>(used));
  }
  return name + ';';
}

std::optional<int64_t> FindCompressionOption(std::string_view options,
                                             std::string_view name) {
  const std::optional<std::string_view> value = OptionValue(options, name);
  if (!value) return std::nullopt;
  int64_t number = 0;
  const char* end = value->data() + value->size();
  const auto [stop, error] = std::from_chars(value->data(), end, number);
  if (error != std::errc() || stop != end) return std::nullopt;
  return number;
}

std::string ReplaceCompressionOption(std::string_view options,
                                     std::string_view name, int64_t value) {
  std::string replaced(options);
  if (const auto old = OptionValue(options, name)) {
    replaced.replace(old->data() - options.data(), old->size(),
                     std::to_string(value));
  }
  return replaced;
}

}  // namespace sstr
