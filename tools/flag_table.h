// SPDX-License-Identifier: Apache-2.0
//
// The one list of a program's flags. gflags holds their values; which flags a
// program has, what each is for, its place and text in --help, and who checks
// it stand in the program's table, and everything else is made from that.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace sstr {

struct CommandLine {
  bool help = false;                   // --help or -h: nothing else counts.
  std::vector<std::string> arguments;  // What is no flag, in order.
  // Names and values, in order. The variable of a repeated flag has the last.
  std::vector<std::pair<std::string, std::string>> flags;
};

// A set of a program's modes, one bit each.
using FlagModes = uint32_t;
inline constexpr FlagModes kEveryMode = ~FlagModes{0};

struct Flag {
  const char* name;  // The gflags variable's.
  // What it does, with unit and default. A flag without is for the project's
  // own use, and --help leaves it out.
  std::string_view help;
  FlagModes modes = kEveryMode;  // In which it means something.
};

// Flags that stand together in --help and are read together.
struct FlagGroup {
  std::string_view title;  // Groups of one title in succession stand as one.
  std::vector<Flag> flags;
  // Checks the values and puts them into the program's options. Error: kUsage
  // naming the flag.
  std::function<Status(const CommandLine& line)> read;
};

struct FlagTable {
  std::string usage;  // The first lines of --help, with the last \n.
  std::vector<FlagGroup> groups;  // In the order in which they are read.
  // What is said of a flag that is not for a mode, by the mode's bit: the rest
  // of a sentence that begins with the flag.
  std::map<FlagModes, std::string_view> refusals;
  // Flags that the program once had, and the program that does it now.
  std::map<std::string_view, std::string_view> moved;
};

// Null when the table has no such flag.
const Flag* FindFlag(const FlagTable& table, std::string_view name);

// The usage and every flag, group by group, for --help.
std::string HelpText(const FlagTable& table);

// Refuses flags that are not for `mode`, which is one bit; then reads group by
// group. Error: kUsage naming the flag. REQUIRES: `line` was parsed with the
// same table.
Status ReadFlags(const FlagTable& table, const CommandLine& line,
                 FlagModes mode);

// Whether the command line set it, be it to its default. REQUIRES: it exists.
bool FlagWasGiven(const char* name);

// For tests: the names of variables without a row, rows without a variable,
// and rows that stand twice.
std::vector<std::string> FlagTableFaults(const FlagTable& table);

}  // namespace sstr
