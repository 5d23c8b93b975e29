// SPDX-License-Identifier: Apache-2.0

#include "sst_compare_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "compare/sst_dump_side.h"
#include "flag_parsing.h"
#include "sst_dump_flags.h"

DEFINE_string(baseline, "",
              "Command of side A, in the shell's language: an sst_recompress "
              "built against any\n      RocksDB release, flags and environment "
              "included, or an sst_dump.");
DEFINE_string(contender, "",
              "The same of side B. May be repeated: each is compared with the "
              "baseline.");
DEFINE_int32(repeat, 20,
             "Rounds: one pass of every cell on every side each. Default: 20.");
DEFINE_double(pass_timeout, 600,
              "Seconds that a side has to load an input, for a pass, or, an "
              "sst_dump, for all\n      its passes of a round. Default: 600.");
DEFINE_string(cpu, "", "CPUs that all sides run on, e.g. 2. Default: all.");
DEFINE_bool(accept_format_version, false,
            "Compare cells although the sides write another version of the "
            "table format.\n      Default: false, they are not comparable.");
DEFINE_string(fail_if, "",
              "End with exit code 4 when a cell is worse than this, e.g. "
              "write_cpu>3%,size>0.5%.\n      Default: never.");
DEFINE_string(output_format, "text",
              "text, csv, markdown or json. Default: text.");
DEFINE_string(output, "",
              "Write the comparison to this file, whole or not at all. "
              "Default: standard output.");
DEFINE_bool(overwrite, false,
            "Replace the file that --output finds. Default: false.");
DEFINE_string(progress, "auto",
              "\"auto\" shows progress on standard error when it is a "
              "terminal; \"off\" never.\n      Default: auto.");

namespace sstr {
namespace {

constexpr char kFlagsFile[] = "sst_compare_flags.cc";
constexpr char kUsage[] =
    "sst_compare --baseline=COMMAND --contender=COMMAND [FLAGS] -- "
    "[SWEEP_FLAGS] FILE...\n"
    "sst_compare [FLAGS] OLD.json NEW.json\n\n"
    "Says whether the contender is slower or larger than the baseline, by how "
    "much, and\nhow sure that is: both sides measure in turn, pass by pass. "
    "SWEEP_FLAGS are\nsst_recompress's, each as --name=value. The second form "
    "compares reports that\nsst_recompress --output_format=json wrote.\n";
constexpr int kMaxRounds = 1'000'000;
constexpr double kMaxSeconds = 1e6;

// Everything after the flags: more flags, for the sides, and files.
Status SplitArguments(const std::vector<std::string>& arguments,
                      CompareJob* job) {
  bool are_files = false;
  for (const std::string& argument : arguments) {
    if (are_files || argument.size() < 2 || argument[0] != '-') {
      job->inputs.push_back(argument);
    } else if (argument == "--") {
      are_files = true;
    } else {
      job->sweep_flags.push_back(argument);
    }
  }
  if (!job->inputs.empty()) return Status::Ok();
  return Status::Usage("no file named; --help shows how");
}

// Directories are listed here, for all sides alike.
Status FindInputFormat(CompareJob* job) {
  constexpr std::string_view kFlag = "--input_format=";
  for (const std::string& flag : job->sweep_flags) {
    if (!flag.starts_with(kFlag)) continue;
    const std::string name = flag.substr(kFlag.size());
    // Wrong ones are for the sides to refuse.
    for (const InputFormat format : {InputFormat::kRaw, InputFormat::kAuto}) {
      if (InputFormatName(format) == name) job->input_format = format;
    }
  }
  return Status::Ok();
}

Status SetCommands(const CommandLine& command_line, CompareJob* job) {
  job->commands = {FLAGS_baseline};
  for (const auto& [name, value] : command_line.flags) {
    if (name == "contender") job->commands.push_back(value);
  }
  if (job->commands.size() < 2) {
    return Status::Usage("--baseline needs a --contender");
  }
  for (const std::string& command : job->commands) {
    if (command.find_first_not_of(" \t\n") == std::string::npos) {
      return Status::Usage("--baseline and --contender must name a command");
    }
  }
  SSTR_RETURN_IF_ERROR(SplitArguments(command_line.arguments, job));
  SSTR_RETURN_IF_ERROR(FindInputFormat(job));
  if (std::ranges::any_of(job->commands, IsSstDumpCommand)) {
    SSTR_ASSIGN_OR_RETURN(job->sst_dump_sweep,
                          TranslateForSstDump(job->sweep_flags));
  }
  return Status::Ok();
}

Status SetStoredReports(const CommandLine& command_line, CompareJob* job) {
  for (const char* flag : {"contender", "repeat", "pass_timeout", "cpu"}) {
    if (!FlagWasGiven(flag)) continue;
    return Status::Usage(fmt::format("--{} needs --baseline", flag));
  }
  job->stored_reports = command_line.arguments;
  if (job->stored_reports.size() >= 2) return Status::Ok();
  return Status::Usage(
      "want --baseline and --contender, or two reports; --help shows how");
}

Status SetMeasuring(CompareJob* job) {
  if (FLAGS_repeat < 1 || FLAGS_repeat > kMaxRounds) {
    return Status::Usage(
        fmt::format("--repeat={}: must be 1 to {}", FLAGS_repeat, kMaxRounds));
  }
  job->rounds = static_cast<uint64_t>(FLAGS_repeat);
  // Written so that NaN does not pass.
  if (!(FLAGS_pass_timeout > 0 && FLAGS_pass_timeout <= kMaxSeconds)) {
    return Status::Usage(
        fmt::format("--pass_timeout={}: must be above 0 and at most {} seconds",
                    FLAGS_pass_timeout, kMaxSeconds));
  }
  job->pass_timeout_seconds = FLAGS_pass_timeout;
  if (!FlagWasGiven("cpu")) return Status::Ok();
  auto cpus = ParseCpuList(FLAGS_cpu);
  if (!cpus.ok()) return cpus.status().WithPrefix("--cpu");
  SSTR_RETURN_IF_ERROR(CheckCpusAllowed(*cpus).WithPrefix("--cpu"));
  job->cpus = *std::move(cpus);
  return Status::Ok();
}

Status SetReport(CompareJob* job) {
  SSTR_ASSIGN_OR_RETURN(job->format,
                        ParseComparisonFormat(FLAGS_output_format));
  if (FlagWasGiven("fail_if")) {
    SSTR_ASSIGN_OR_RETURN(job->fail_if, ParseFailIf(FLAGS_fail_if));
  }
  if (FlagWasGiven("output")) {
    if (FLAGS_output.empty()) return Status::Usage("--output names no file");
    job->output = FLAGS_output;
  }
  job->overwrite = FLAGS_overwrite;
  job->accept_format_version = FLAGS_accept_format_version;
  if (FLAGS_progress != "auto" && FLAGS_progress != "off") {
    return Status::Usage(
        fmt::format("--progress={}: must be auto or off", FLAGS_progress));
  }
  job->progress = FLAGS_progress == "auto" && isatty(STDERR_FILENO) == 1;
  return Status::Ok();
}

}  // namespace

Result<CompareFlags> ParseCompareFlags(int argc, const char* const* argv) {
  SSTR_ASSIGN_OR_RETURN(const CommandLine command_line,
                        ParseCommandLine(argc, argv, kFlagsFile));
  CompareFlags flags;
  flags.help = command_line.help;
  if (flags.help) return flags;
  SSTR_RETURN_IF_ERROR(SetMeasuring(&flags.job));
  SSTR_RETURN_IF_ERROR(SetReport(&flags.job));
  const auto set = FlagWasGiven("baseline") ? SetCommands : SetStoredReports;
  SSTR_RETURN_IF_ERROR(set(command_line, &flags.job));
  return flags;
}

std::string CompareHelp() { return HelpText(kUsage, kFlagsFile); }

}  // namespace sstr
