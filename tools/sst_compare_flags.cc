// SPDX-License-Identifier: Apache-2.0

#include "sst_compare_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/compare_app.h"
#include "command_line.h"
#include "flag_parsing.h"
#include "run_flags.h"
#include "sst_dump_flags.h"

DEFINE_string(baseline, "", "");
DEFINE_string(contender, "", "");
DEFINE_int32(repeat, 20, "");
DEFINE_double(pass_timeout, 600, "");
DEFINE_bool(accept_format_version, false, "");
DEFINE_string(fail_if, "", "");
DEFINE_string(output_format, "text", "");
DEFINE_bool(overwrite, false, "");

namespace sstr {
namespace {

constexpr FlagModes kSides = 1;    // Measure commands now.
constexpr FlagModes kReports = 2;  // Compare what is stored.
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
                      std::vector<std::string>* sweep_flags,
                      std::vector<std::string>* inputs) {
  bool are_files = false;
  for (const std::string& argument : arguments) {
    if (are_files || argument.size() < 2 || argument[0] != '-') {
      inputs->push_back(argument);
    } else if (argument == "--") {
      are_files = true;
    } else {
      sweep_flags->push_back(argument);
    }
  }
  if (!inputs->empty()) return Status::Ok();
  return Status::Usage("no file named; --help shows how");
}

// Directories are listed by this program, for all sides alike.
InputFormat FindInputFormat(std::span<const std::string> sweep_flags) {
  constexpr std::string_view kFlag = "--input_format=";
  InputFormat found = InputFormat::kTable;
  for (const std::string& flag : sweep_flags) {
    if (!flag.starts_with(kFlag)) continue;
    const std::string name = flag.substr(kFlag.size());
    // Wrong ones are for the sides to refuse.
    for (const InputFormat format : {InputFormat::kRaw, InputFormat::kAuto}) {
      if (InputFormatName(format) == name) found = format;
    }
  }
  return found;
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
  std::vector<std::string> sweep_flags;
  SSTR_RETURN_IF_ERROR(
      SplitArguments(command_line.arguments, &sweep_flags, &job->inputs));
  job->input_format = FindInputFormat(sweep_flags);
  if (HasSstDumpSide(*job)) {
    SSTR_ASSIGN_OR_RETURN(job->sst_dump_sweep,
                          TranslateForSstDump(sweep_flags));
  }
  job->worker_flags = std::move(sweep_flags);
  job->worker_flags.insert(job->worker_flags.begin(), "--worker");
  return Status::Ok();
}

Status SetStoredReports(const CommandLine& command_line, CompareJob* job) {
  job->stored_reports = command_line.arguments;
  if (job->stored_reports.size() >= 2) return Status::Ok();
  return Status::Usage(
      "want --baseline and --contender, or two reports; --help shows how");
}

Status SetMeasuring(CompareJob* job) {
  SSTR_RETURN_IF_ERROR(CheckRange("repeat", FLAGS_repeat, 1, kMaxRounds));
  job->rounds = static_cast<uint64_t>(FLAGS_repeat);
  // Written so that NaN does not pass.
  if (!(FLAGS_pass_timeout > 0 && FLAGS_pass_timeout <= kMaxSeconds)) {
    return Status::Usage(
        fmt::format("--pass_timeout={}: must be above 0 and at most {} seconds",
                    FLAGS_pass_timeout, kMaxSeconds));
  }
  job->pass_timeout_seconds = FLAGS_pass_timeout;
  SSTR_ASSIGN_OR_RETURN(job->cpus, ReadCpus());
  SSTR_ASSIGN_OR_RETURN(job->progress, ReadProgress());
  return Status::Ok();
}

Status SetReport(CompareJob* job) {
  SSTR_ASSIGN_OR_RETURN(job->format,
                        ParseComparisonFormat(FLAGS_output_format));
  if (FlagWasGiven("fail_if")) {
    auto conditions = ParseFailIf(FLAGS_fail_if);
    if (!conditions.ok()) return conditions.status().WithPrefix("--fail_if");
    job->fail_if = *std::move(conditions);
  }
  SSTR_ASSIGN_OR_RETURN(job->output, ReadOutput());
  job->overwrite = FLAGS_overwrite;
  job->accept_format_version = FLAGS_accept_format_version;
  return Status::Ok();
}

FlagModes ModeAskedFor() {
  return FlagWasGiven("baseline") ? kSides : kReports;
}

FlagGroup MeasureFlags(CompareJob* job) {
  return {
      .title = "Measuring",
      .flags =
          {
              {"repeat",
               "Rounds: one pass of every cell on every side each. Default: "
               "20.",
               kSides},
              {"pass_timeout",
               "Seconds that a side has to load an input, for a pass, or, an "
               "sst_dump, for all its passes of a round. Default: 600.",
               kSides},
              {"cpu", "CPUs that all sides run on, e.g. 2. Default: all.",
               kSides},
              {"progress", kProgressHelp},
          },
      .read = [=](const CommandLine&) { return SetMeasuring(job); }};
}

FlagGroup ReportFlags(CompareJob* job) {
  return {
      .title = "Comparison",
      .flags =
          {
              {"accept_format_version",
               "Compare cells although the sides write another version of the "
               "table format. Default: false, they are not "
               "comparable."},
              {"fail_if",
               "End with exit code 4 when a cell is worse than this, e.g. "
               "write_cpu>3%,size>0.5%. Default: never."},
              {"output_format", "text, csv, markdown or json. Default: text."},
              {"output",
               "Write the comparison to this file, whole or not at all. "
               "Default: standard output."},
              {"overwrite",
               "Replace the file that --output finds. Default: false."},
          },
      .read = [=](const CommandLine&) { return SetReport(job); }};
}

FlagGroup SideFlags(CompareJob* job) {
  return {.title = "Sides",
          .flags =
              {
                  {"baseline",
                   "Command of side A, in the shell's language: an "
                   "sst_recompress built against any RocksDB release, "
                   "flags and environment included, or an sst_dump."},
                  {"contender",
                   "The same of side B. May be repeated: each is compared "
                   "with the baseline.",
                   kSides},
              },
          .read = [=](const CommandLine& line) {
            return ModeAskedFor() == kSides ? SetCommands(line, job)
                                            : SetStoredReports(line, job);
          }};
}

FlagTable MakeTable(CompareJob* job) {
  return {.usage = kUsage,
          .groups = {SideFlags(job), MeasureFlags(job), ReportFlags(job)},
          .refusals = {{kReports, "needs --baseline"}}};
}

}  // namespace

Result<CompareFlags> ParseCompareFlags(int argc, const char* const* argv) {
  CompareFlags flags;
  const FlagTable table = MakeTable(&flags.job);
  SSTR_ASSIGN_OR_RETURN(const CommandLine line,
                        ParseCommandLine(argc, argv, table));
  flags.help = line.help;
  if (flags.help) return flags;
  SSTR_RETURN_IF_ERROR(ReadFlags(table, line, ModeAskedFor()));
  return flags;
}

FlagTable CompareFlagTable() {
  CompareJob unread;
  return MakeTable(&unread);
}

}  // namespace sstr
