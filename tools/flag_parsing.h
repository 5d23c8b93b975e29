// SPDX-License-Identifier: Apache-2.0
//
// Command lines in gflags' manner with this project's manners: faults are
// returned instead of ending the process, --help shows a program's own flags
// only, and lists and sizes are checked to the last character.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/status.h"

namespace sstr {

struct CommandLine {
  bool help = false;                   // --help or -h: nothing else counts.
  std::vector<std::string> arguments;  // What is no flag, in order.
  // Names and values, in order. Of a repeated flag the variable has the last.
  std::vector<std::pair<std::string, std::string>> flags;
};

// Sets the FLAGS_ variables that `flags_file` (a name without folder) defines;
// other flags, gflags' own included, are unknown. "--" ends the flags. Error:
// kUsage naming the flag that is unknown, lacks a value, or has a wrong one.
Result<CommandLine> ParseCommandLine(int argc, const char* const* argv,
                                     std::string_view flags_file);

// The usage message and every flag of `flags_file`, for --help. A flag without
// a description is for the project's own use and left out.
std::string HelpText(std::string_view usage, std::string_view flags_file);

// Whether the command line set it, be it to its default. REQUIRES: it exists.
bool FlagWasGiven(const char* name);

// The functions below take the flag's name for their errors, which are kUsage.

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
