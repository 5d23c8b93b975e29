// SPDX-License-Identifier: Apache-2.0

#include "block_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/registry.h"
#include "flag_parsing.h"

DECLARE_string(engine);
DECLARE_string(allocator);
DECLARE_string(keep_rule);
DECLARE_string(input_format);

namespace sstr {
namespace {

constexpr std::pair<std::string_view, EngineChoice> kEngines[] = {
    {"auto", EngineChoice::kAuto},
    {"table", EngineChoice::kTable},
    {"block", EngineChoice::kBlock},
};
constexpr std::pair<std::string_view, InputFormat> kInputFormats[] = {
    {"table", InputFormat::kTable},
    {"raw", InputFormat::kRaw},
    {"auto", InputFormat::kAuto},
};

template <typename Value, size_t kCount>
Result<Value> ParseName(
    const char* flag, const std::string& text,
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

Status SetNames(const char* flag, const std::string& text,
                std::vector<std::string>* names) {
  if (!FlagWasGiven(flag)) return Status::Ok();
  SSTR_ASSIGN_OR_RETURN(*names, ParseList(flag, text));
  for (const std::string& name : *names) {
    if (std::ranges::count(*names, name) == 1) continue;
    return Status::Usage(fmt::format("--{}: {} is named twice", flag, name));
  }
  return Status::Ok();
}

// The registry names the choices; each has a flag of its name.
Status SetVariants(Sweep* sweep) {
  for (const Codec* codec : AllCodecs()) {
    const std::string choice(codec->info().variant_choice);
    std::string text;
    if (!gflags::GetCommandLineOption(choice.c_str(), &text)) continue;
    SSTR_RETURN_IF_ERROR(
        SetNames(choice.c_str(), text, &sweep->variants[choice]));
  }
  return Status::Ok();
}

}  // namespace

Status SetBlockEngine(RecompressOptions* options) {
  Sweep* sweep = &options->sweep;
  SSTR_ASSIGN_OR_RETURN(sweep->engine,
                        ParseName("engine", FLAGS_engine, kEngines));
  SSTR_ASSIGN_OR_RETURN(
      options->input_format,
      ParseName("input_format", FLAGS_input_format, kInputFormats));
  if (options->input_format == InputFormat::kRaw &&
      sweep->engine == EngineChoice::kTable) {
    return Status::Usage("--engine=table takes no raw inputs");
  }
  SSTR_RETURN_IF_ERROR(SetVariants(sweep));
  SSTR_RETURN_IF_ERROR(
      SetNames("allocator", FLAGS_allocator, &sweep->allocators));
  if (FlagWasGiven("keep_rule")) {
    SSTR_ASSIGN_OR_RETURN(sweep->keep_rule, ParseKeepRule(FLAGS_keep_rule));
  }
  return Status::Ok();
}

Status CheckChoices(const Sweep& sweep) {
  const std::optional<UnusedChoice> unused = FindUnusedChoice(sweep);
  if (!unused) return Status::Ok();
  const bool table_only = sweep.engine == EngineChoice::kTable;
  return Status::Usage(fmt::format("--{}: {}{}", unused->choice, unused->why,
                                   table_only ? "; --engine=block has" : ""));
}

size_t CallChoices(const Sweep& sweep) {
  size_t variants = 1;
  for (const auto& [choice, names] : sweep.variants) {
    variants = std::max(variants, names.size());
  }
  return variants * std::max(sweep.allocators.size(), size_t{1});
}

}  // namespace sstr
