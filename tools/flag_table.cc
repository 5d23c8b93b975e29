// SPDX-License-Identifier: Apache-2.0

#include "flag_table.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <algorithm>

namespace sstr {
namespace {

// gflags has flags of its own, --flagfile for one, in files named like it.
bool IsOwnFlagOfGflags(const gflags::CommandLineFlagInfo& info) {
  const std::string_view path = info.filename;
  return path.substr(path.rfind('/') + 1).starts_with("gflags");
}

std::vector<std::string> VariableNames() {
  std::vector<gflags::CommandLineFlagInfo> infos;
  gflags::GetAllFlags(&infos);
  std::erase_if(infos, IsOwnFlagOfGflags);
  std::vector<std::string> names;
  for (const auto& info : infos) names.push_back(info.name);
  return names;
}

Status RefuseFlagsOfOtherModes(const FlagTable& table, FlagModes mode) {
  for (const FlagGroup& group : table.groups) {
    for (const Flag& flag : group.flags) {
      if ((flag.modes & mode) != 0 || !FlagWasGiven(flag.name)) continue;
      return Status::Usage(
          fmt::format("--{} {}", flag.name, table.refusals.at(mode)));
    }
  }
  return Status::Ok();
}

// `text` in lines of at most 80 columns, six of them empty.
std::string Wrapped(std::string_view text) {
  constexpr std::string_view kIndent = "      ";
  constexpr size_t kWidth = 80 - kIndent.size();
  std::string lines;
  while (text.size() > kWidth) {
    const size_t space = text.rfind(' ', kWidth);
    if (space == std::string_view::npos) break;  // One long word.
    lines += fmt::format("{}{}\n", kIndent, text.substr(0, space));
    text.remove_prefix(space + 1);
  }
  return lines + fmt::format("{}{}\n", kIndent, text);
}

std::string HelpLines(const FlagGroup& group) {
  std::string text;
  for (const Flag& flag : group.flags) {
    if (flag.help.empty()) continue;
    text += fmt::format("  --{} ({})\n", flag.name,
                        gflags::GetCommandLineFlagInfoOrDie(flag.name).type);
    text += Wrapped(flag.help);
  }
  return text;
}

}  // namespace

const Flag* FindFlag(const FlagTable& table, std::string_view name) {
  for (const FlagGroup& group : table.groups) {
    for (const Flag& flag : group.flags) {
      if (flag.name == name) return &flag;
    }
  }
  return nullptr;
}

std::string HelpText(const FlagTable& table) {
  std::string text = table.usage;
  std::string_view title;
  for (const FlagGroup& group : table.groups) {
    const std::string lines = HelpLines(group);
    if (lines.empty()) continue;
    if (group.title != title) text += fmt::format("\n{}:\n", group.title);
    title = group.title;
    text += lines;
  }
  return text;
}

Status ReadFlags(const FlagTable& table, const CommandLine& line,
                 FlagModes mode) {
  // First, so that no value of a flag is checked that has no meaning.
  SSTR_RETURN_IF_ERROR(RefuseFlagsOfOtherModes(table, mode));
  for (const FlagGroup& group : table.groups) {
    if (group.read) SSTR_RETURN_IF_ERROR(group.read(line));
  }
  return Status::Ok();
}

bool FlagWasGiven(const char* name) {
  return !gflags::GetCommandLineFlagInfoOrDie(name).is_default;
}

std::vector<std::string> FlagTableFaults(const FlagTable& table) {
  std::vector<std::string> variables = VariableNames();
  std::vector<std::string> rows;
  for (const FlagGroup& group : table.groups) {
    for (const Flag& flag : group.flags) rows.emplace_back(flag.name);
  }
  std::ranges::sort(variables);
  std::ranges::sort(rows);
  std::vector<std::string> faults;
  std::ranges::set_symmetric_difference(variables, rows,
                                        std::back_inserter(faults));
  return faults;
}

}  // namespace sstr
