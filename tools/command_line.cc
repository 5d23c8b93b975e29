// SPDX-License-Identifier: Apache-2.0

#include "command_line.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <optional>
#include <utility>

namespace sstr {
namespace {

constexpr std::string_view kBoolType = "bool";

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

std::string TypeOf(const std::string& name) {
  return gflags::GetCommandLineFlagInfoOrDie(name.c_str()).type;
}

Status SetFlag(const std::string& name, const std::string& value) {
  // gflags returns what it did, or nothing when it could not.
  if (gflags::SetCommandLineOption(name.c_str(), value.c_str()).empty()) {
    return Status::Usage(fmt::format("--{}={}: not a value of type {}", name,
                                     value, TypeOf(name)));
  }
  return Status::Ok();
}

class CommandLineParser {
 public:
  CommandLineParser(int argc, const char* const* argv, const FlagTable& table)
      : arguments_(argv + (argc > 0 ? 1 : 0), argv + argc), table_(table) {}

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
    if (FindFlag(table_, flag.name) == nullptr) return ParseNegatedFlag(flag);
    if (flag.value) return Set(flag.name, *flag.value);
    if (TypeOf(flag.name) == kBoolType) return Set(flag.name, "true");
    if (next_ == arguments_.size()) {
      return Status::Usage(fmt::format("--{}: needs a value", flag.name));
    }
    return Set(flag.name, arguments_[next_++]);
  }

  Status ParseNegatedFlag(const FlagArgument& flag) {
    constexpr std::string_view kNo = "no";
    if (flag.name.starts_with(kNo) && !flag.value) {
      const std::string name = flag.name.substr(kNo.size());
      if (FindFlag(table_, name) != nullptr && TypeOf(name) == kBoolType) {
        return Set(name, "false");
      }
    }
    return UnknownFlag(flag.name);
  }

  Status UnknownFlag(const std::string& name) const {
    const auto moved = table_.moved.find(name);
    const std::string advice =
        moved == table_.moved.end()
            ? "--help lists them"
            : fmt::format("that is what {} is for", moved->second);
    return Status::Usage(fmt::format("unknown flag --{}; {}", name, advice));
  }

  Status Set(const std::string& name, const std::string& value) {
    line_.flags.emplace_back(name, value);
    return SetFlag(name, value);
  }

  const std::vector<std::string> arguments_;
  const FlagTable& table_;
  size_t next_ = 0;
  CommandLine line_;
};

}  // namespace

Result<CommandLine> ParseCommandLine(int argc, const char* const* argv,
                                     const FlagTable& table) {
  return CommandLineParser(argc, argv, table).Parse();
}

}  // namespace sstr
