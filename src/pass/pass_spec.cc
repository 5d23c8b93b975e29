// SPDX-License-Identifier: Apache-2.0

#include "pass/pass_spec.h"

#include <fmt/format.h>

#include <charconv>
#include <concepts>

#include "codec/codec.h"

namespace sstr {
namespace {

const PassSpec kDefaults;

template <std::integral T>
bool ParseInteger(std::string_view text, T* value) {
  const char* end = text.data() + text.size();
  const auto [ptr, error] = std::from_chars(text.data(), end, *value);
  return error == std::errc() && ptr == end && !text.empty();
}

bool ParseBool(std::string_view text, bool* value) {
  if (text != "0" && text != "1") return false;
  *value = text == "1";
  return true;
}

bool ParseField(std::string_view name, std::string_view value, PassSpec* spec) {
  if (name == "level") return ParseInteger(value, &spec->codec.level);
  if (name == "block_size") return ParseInteger(value, &spec->block_size);
  if (name == "max_dict_bytes") {
    return ParseInteger(value, &spec->codec.max_dict_bytes);
  }
  if (name == "zstd_max_train_bytes") {
    return ParseInteger(value, &spec->codec.zstd_max_train_bytes);
  }
  if (name == "max_dict_buffer_bytes") {
    return ParseInteger(value, &spec->codec.max_dict_buffer_bytes);
  }
  if (name == "use_zstd_dict_trainer") {
    return ParseBool(value, &spec->codec.use_zstd_dict_trainer);
  }
  if (name == "threads") return ParseInteger(value, &spec->threads);
  if (name == "variant" || name == "allocator") {
    (name == "variant" ? spec->variant : spec->allocator) = value;
    return true;
  }
  if (name == "keep_rule") {
    const Result<KeepRule> rule = ParseKeepRule(value);
    if (rule.ok()) spec->keep_rule = *rule;
    return rule.ok();
  }
  if (name == "enable_index_compression") {
    return ParseBool(value, &spec->enable_index_compression);
  }
  if (name == "verify_compression") {
    return ParseBool(value, &spec->verify_compression);
  }
  return false;
}

std::string_view TakeToken(std::string_view* text) {
  const size_t colon = text->find(':');
  const std::string_view token = text->substr(0, colon);
  *text = colon == std::string_view::npos ? std::string_view()
                                          : text->substr(colon + 1);
  return token;
}

}  // namespace

std::string ToString(const PassSpec& spec) {
  std::string text = spec.engine + ":" + CompressionTypeName(spec.codec.type);
  const auto add = [&text](std::string_view name, auto value, auto otherwise) {
    if (value != otherwise) text += fmt::format(":{}={:d}", name, value);
  };
  const CodecSetting& codec = spec.codec;
  add("level", codec.level, kDefaults.codec.level);
  add("block_size", spec.block_size, kDefaults.block_size);
  add("max_dict_bytes", codec.max_dict_bytes, 0u);
  add("zstd_max_train_bytes", codec.zstd_max_train_bytes, 0u);
  add("max_dict_buffer_bytes", codec.max_dict_buffer_bytes, uint64_t{0});
  add("use_zstd_dict_trainer", codec.use_zstd_dict_trainer, true);
  add("threads", spec.threads, kDefaults.threads);
  add("enable_index_compression", spec.enable_index_compression, true);
  add("verify_compression", spec.verify_compression, false);
  if (!spec.variant.empty()) text += ":variant=" + spec.variant;
  if (!spec.allocator.empty()) text += ":allocator=" + spec.allocator;
  if (spec.keep_rule != kDefaults.keep_rule) {
    text += ":keep_rule=" + ToString(spec.keep_rule);
  }
  // Last, because RocksDB's option strings may hold colons themselves.
  if (spec.table_options != kDefaults.table_options) {
    text += ":table_options=" + spec.table_options;
  }
  return text;
}

Result<PassSpec> ParsePassSpec(std::string_view text) {
  constexpr std::string_view kTableOptions = "table_options=";
  constexpr std::string_view kKeepRuleLimit = "keep_rule=limit";
  PassSpec spec;
  std::string_view rest = text;
  spec.engine = TakeToken(&rest);
  const std::string_view type_name = TakeToken(&rest);
  const auto type = ParseCompressionType(type_name);
  if (spec.engine.empty() || !type) {
    return Status::Usage(fmt::format(
        "pass spec '{}': want ENGINE:TYPE[:FIELD=VALUE]..., got type '{}'",
        text, type_name));
  }
  spec.codec.type = *type;
  while (!rest.empty()) {
    if (rest.starts_with(kTableOptions)) {
      spec.table_options = rest.substr(kTableOptions.size());
      break;
    }
    std::string token(TakeToken(&rest));
    // The one field before table_options whose value may hold a colon.
    if (token == kKeepRuleLimit) {
      token += ":" + std::string(TakeToken(&rest));
    }
    const size_t equals = token.find('=');
    if (equals == std::string_view::npos ||
        !ParseField(std::string_view(token).substr(0, equals),
                    std::string_view(token).substr(equals + 1), &spec)) {
      return Status::Usage(
          fmt::format("pass spec '{}': cannot read '{}'", text, token));
    }
  }
  return spec;
}

std::string VariantName(const PassSpec& spec) {
  if (spec.allocator.empty() || spec.allocator == kMallocAllocator) {
    return spec.variant;
  }
  return spec.variant + "+" + spec.allocator;
}

std::string LevelName(int level) {
  return level == kDefaultCompressionLevel ? "default" : std::to_string(level);
}

}  // namespace sstr
