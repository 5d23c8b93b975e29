// SPDX-License-Identifier: Apache-2.0

#include "report/write/json_object_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace sstr {
namespace {

using Json = nlohmann::json;

// What CompressionTypeName() gives, codes without a name included.
std::optional<CompressionType> ParseStoredType(const std::string& name) {
  if (const auto type = ParseCompressionType(name)) return type;
  constexpr std::string_view kPrefix = "type 0x";
  if (!name.starts_with(kPrefix)) return std::nullopt;
  uint16_t code = 0;
  const char* begin = name.data() + kPrefix.size();
  const char* end = name.data() + name.size();
  const auto [ptr, error] = std::from_chars(begin, end, code, 16);
  if (error != std::errc() || ptr != end) return std::nullopt;
  return static_cast<CompressionType>(code);
}

// nlohmann's own conversions would take -1, 1.5 and true.
template <typename Integer>
std::optional<Integer> ToInteger(const Json& json) {
  if (json.is_number_unsigned()) {
    const uint64_t value = json.get<uint64_t>();
    if (std::in_range<Integer>(value)) return static_cast<Integer>(value);
  } else if (json.is_number_integer()) {
    const int64_t value = json.get<int64_t>();
    if (std::in_range<Integer>(value)) return static_cast<Integer>(value);
  }
  return std::nullopt;
}

}  // namespace

JsonObjectReader::JsonObjectReader(const Json& value, std::string place,
                                   Status* status)
    : value_(&value), place_(std::move(place)), status_(status) {
  if (!value.is_object() && status_->ok()) {
    *status_ = Status::Corruption(
        fmt::format("{}: not an object", place_.empty() ? "report" : place_));
  }
}

std::string JsonObjectReader::PlaceOf(std::string_view name) const {
  return place_.empty() ? std::string(name)
                        : fmt::format("{}.{}", place_, name);
}

void JsonObjectReader::Fail(std::string_view name, const std::string& fact) {
  if (!status_->ok()) return;
  *status_ = Status::Corruption(fmt::format("{}: {}", PlaceOf(name), fact));
}

const Json* JsonObjectReader::Find(std::string_view name) {
  if (!status_->ok()) return nullptr;
  const auto found = value_->find(name);
  if (found != value_->end()) return &*found;
  Fail(name, "missing");
  return nullptr;
}

bool JsonObjectReader::IsNullOrMissing(std::string_view name) const {
  if (!value_->is_object()) return true;
  const auto found = value_->find(name);
  return found == value_->end() || found->is_null();
}

template <typename Integer>
void JsonObjectReader::ReadInteger(std::string_view name, Integer* target) {
  const Json* json = Find(name);
  if (!json) return;
  if (const auto value = ToInteger<Integer>(*json)) {
    *target = *value;
  } else {
    Fail(name, fmt::format("not a whole number from {} to {}",
                           std::numeric_limits<Integer>::min(),
                           std::numeric_limits<Integer>::max()));
  }
}

void JsonObjectReader::operator()(std::string_view name, int& target) {
  ReadInteger(name, &target);
}

void JsonObjectReader::operator()(std::string_view name, uint32_t& target) {
  ReadInteger(name, &target);
}

void JsonObjectReader::operator()(std::string_view name, uint64_t& target) {
  ReadInteger(name, &target);
}

void JsonObjectReader::operator()(std::string_view name, bool& target) {
  const Json* json = Find(name);
  if (!json) return;
  if (!json->is_boolean()) return Fail(name, "not true or false");
  target = json->get<bool>();
}

void JsonObjectReader::operator()(std::string_view name, double& target) {
  const Json* json = Find(name);
  if (!json) return;
  if (!json->is_number()) return Fail(name, "not a number");
  target = json->get<double>();
}

void JsonObjectReader::operator()(std::string_view name, std::string& target) {
  const Json* json = Find(name);
  if (!json) return;
  if (!json->is_string()) return Fail(name, "not a string");
  target = json->get<std::string>();
}

void JsonObjectReader::operator()(std::string_view name,
                                  CompressionType& target) {
  std::string text;
  (*this)(name, text);
  if (!ok()) return;
  const auto type = ParseStoredType(text);
  if (!type)
    return Fail(name, fmt::format("'{}' is no compression type", text));
  target = *type;
}

void JsonObjectReader::operator()(std::string_view name, KeepRule& target) {
  std::string text;
  (*this)(name, text);
  if (!ok()) return;
  const Result<KeepRule> rule = ParseKeepRule(text);
  if (!rule.ok()) return Fail(name, rule.status().message());
  target = *rule;
}

void JsonObjectReader::operator()(std::string_view name,
                                  std::vector<std::string>& target) {
  const Json* json = Find(name);
  if (!json) return;
  if (!json->is_array()) return Fail(name, "not an array");
  target.clear();
  for (const Json& element : *json) {
    if (!element.is_string()) return Fail(name, "not an array of strings");
    target.push_back(element.get<std::string>());
  }
}

void JsonObjectReader::operator()(std::string_view name,
                                  std::map<std::string, std::string>& target) {
  const Json* json = Find(name);
  if (!json) return;
  JsonObjectReader members(*json, PlaceOf(name), status_);
  if (!ok()) return;
  target.clear();
  for (const auto& member : json->items()) {
    members(member.key(), target[member.key()]);
  }
}

void JsonObjectReader::operator()(std::string_view name,
                                  std::map<CompressionType, uint64_t>& target) {
  const Json* json = Find(name);
  if (!json) return;
  JsonObjectReader members(*json, PlaceOf(name), status_);
  if (!ok()) return;
  target.clear();
  for (const auto& member : json->items()) {
    const auto type = ParseStoredType(member.key());
    if (!type) return members.Fail(member.key(), "no compression type");
    members(member.key(), target[*type]);
  }
}

JsonObjectReader JsonObjectReader::Object(std::string_view name) {
  static const Json kNothing = Json::object();
  const Json* json = Find(name);
  return JsonObjectReader(json ? *json : kNothing, PlaceOf(name), status_);
}

std::vector<JsonObjectReader> JsonObjectReader::Objects(std::string_view name) {
  std::vector<JsonObjectReader> readers;
  const Json* json = Find(name);
  if (!json) return readers;
  if (!json->is_array()) {
    Fail(name, "not an array");
    return readers;
  }
  for (size_t i = 0; i < json->size(); ++i) {
    readers.emplace_back((*json)[i], fmt::format("{}[{}]", PlaceOf(name), i),
                         status_);
  }
  return readers;
}

}  // namespace sstr
