// SPDX-License-Identifier: Apache-2.0

#include "flag_parsing.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <charconv>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace sstr {
namespace {

constexpr std::string_view kBoolType = "bool";

bool IsDefinedIn(const gflags::CommandLineFlagInfo& info,
                 std::string_view flags_file) {
  const std::string_view path = info.filename;
  return path.substr(path.rfind('/') + 1) == flags_file;
}

std::optional<gflags::CommandLineFlagInfo> FindFlag(
    const std::string& name, std::string_view flags_file) {
  gflags::CommandLineFlagInfo info;
  if (!gflags::GetCommandLineFlagInfo(name.c_str(), &info) ||
      !IsDefinedIn(info, flags_file)) {
    return std::nullopt;
  }
  return info;
}

// One argument of the form --name, --noname or --name=value.
struct FlagArgument {
  std::string name;
  std::optional<std::string> value;
};

FlagArgument SplitFlag(std::string_view argument) {
  argument.remove_prefix(argument.starts_with("--") ? 2 : 1);
  const size_t equals = argument.find('=');
  FlagArgument flag;
  flag.name = argument.substr(0, equals);
  if (equals != std::string_view::npos) {
    flag.value = argument.substr(equals + 1);
  }
  return flag;
}

Status SetFlag(const std::string& name, const std::string& value,
               const std::string& type) {
  // gflags returns what it did, or nothing when it could not.
  if (gflags::SetCommandLineOption(name.c_str(), value.c_str()).empty()) {
    return Status::Usage(
        fmt::format("--{}={}: not a value of type {}", name, value, type));
  }
  return Status::Ok();
}

class CommandLineParser {
 public:
  CommandLineParser(int argc, const char* const* argv,
                    std::string_view flags_file)
      : arguments_(argv + (argc > 0 ? 1 : 0), argv + argc),
        flags_file_(flags_file) {}

  Result<CommandLine> Parse() {
    while (next_ < arguments_.size() && !line_.help) {
      const std::string& argument = arguments_[next_++];
      if (argument == "--") {
        line_.arguments.insert(line_.arguments.end(),
                               arguments_.begin() + next_, arguments_.end());
        break;
      }
      // A lone dash is an argument, as everywhere.
      if (argument.size() < 2 || argument[0] != '-') {
        line_.arguments.push_back(argument);
      } else if (argument == "--help" || argument == "-help" ||
                 argument == "-h") {
        line_.help = true;
      } else {
        SSTR_RETURN_IF_ERROR(ParseFlag(SplitFlag(argument)));
      }
    }
    return std::move(line_);
  }

 private:
  Status ParseFlag(const FlagArgument& flag) {
    const auto info = FindFlag(flag.name, flags_file_);
    if (!info) return ParseNegatedFlag(flag);
    if (flag.value) return Set(flag.name, *flag.value, info->type);
    if (info->type == kBoolType)
      return Set(flag.name, "true", kBoolType.data());
    if (next_ == arguments_.size()) {
      return Status::Usage(fmt::format("--{}: needs a value", flag.name));
    }
    return Set(flag.name, arguments_[next_++], info->type);
  }

  Status ParseNegatedFlag(const FlagArgument& flag) {
    constexpr std::string_view kNo = "no";
    if (flag.name.starts_with(kNo) && !flag.value) {
      const std::string name = flag.name.substr(kNo.size());
      const auto info = FindFlag(name, flags_file_);
      if (info && info->type == kBoolType) {
        return Set(name, "false", info->type);
      }
    }
    return Status::Usage(
        fmt::format("unknown flag --{}; --help lists them", flag.name));
  }

  Status Set(const std::string& name, const std::string& value,
             const std::string& type) {
    line_.flags.emplace_back(name, value);
    return SetFlag(name, value, type);
  }

  const std::vector<std::string> arguments_;
  const std::string_view flags_file_;
  size_t next_ = 0;
  CommandLine line_;
};

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

Result<CommandLine> ParseCommandLine(int argc, const char* const* argv,
                                     std::string_view flags_file) {
  return CommandLineParser(argc, argv, flags_file).Parse();
}

std::string HelpText(std::string_view usage, std::string_view flags_file) {
  std::string text = fmt::format("{}\n\nFlags:\n", usage);
  std::vector<gflags::CommandLineFlagInfo> flags;
  gflags::GetAllFlags(&flags);
  for (const gflags::CommandLineFlagInfo& flag : flags) {
    const bool is_internal = flag.description.empty();
    if (is_internal || !IsDefinedIn(flag, flags_file)) continue;
    text += fmt::format("  --{} ({})\n      {}\n", flag.name, flag.type,
                        flag.description);
  }
  return text;
}

bool FlagWasGiven(const char* name) {
  return !gflags::GetCommandLineFlagInfoOrDie(name).is_default;
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
