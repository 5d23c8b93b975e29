// SPDX-License-Identifier: Apache-2.0

#include "sst_recompress_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <string>
#include <string_view>
#include <utility>

#include "block_flags.h"
#include "command_line.h"
#include "flag_parsing.h"
#include "measure_flags.h"
#include "recompress_modes.h"
#include "run_flags.h"
#include "shared_flags.h"
#include "table_flags.h"
#include "worker_flags.h"

DEFINE_string(command, "recompress", "");
DEFINE_string(input_format, "table", "");
DEFINE_bool(salvage, false, "");
DEFINE_string(output_format, "text", "");
DEFINE_string(sizes, "main", "");

namespace sstr {
namespace {

constexpr char kUsage[] =
    "sst_recompress [FLAGS] FILE_OR_DIRECTORY...\n\n"
    "Rebuilds SST files in memory with RocksDB's own table builder under each "
    "setting\nasked for, verifies every rebuilt table against the source, and "
    "reports sizes and\ntimes. Lists multiply. Inputs are never modified.\n";
constexpr std::pair<std::string_view, InputFormat> kInputFormats[] = {
    {"table", InputFormat::kTable},
    {"raw", InputFormat::kRaw},
    {"auto", InputFormat::kAuto},
};

Status SetInputKind(RecompressOptions* options) {
  if (FLAGS_command != "recompress") {
    return Status::Usage(
        fmt::format("--command={}: only recompress", FLAGS_command));
  }
  SSTR_ASSIGN_OR_RETURN(
      options->input_format,
      ParseName("input_format", FLAGS_input_format, kInputFormats));
  options->salvage = FLAGS_salvage;
  return Status::Ok();
}

FlagGroup InputKindFlags(RecompressOptions* options) {
  return {
      .title = "Inputs",
      .flags =
          {
              {"command", "Only recompress; for sst_dump's users."},
              {"input_format",
               "\"table\"; \"raw\": any bytes, as one block or cut into "
               "--block_size; \"auto\": a table if it ends in the magic "
               "number of one, else raw. Default: table."},
              {"salvage",
               "Measure the readable blocks of damaged files and count what "
               "is lost; the exit code still tells of the damage. "
               "Default: false.",
               kMeasure | kWorker},
          },
      .read = [=](const CommandLine&) { return SetInputKind(options); }};
}

Status SetReport(RecompressOptions* options) {
  SSTR_ASSIGN_OR_RETURN(options->format,
                        ParseReportFormat(FLAGS_output_format));
  SSTR_RETURN_IF_ERROR(CheckOneOf("sizes", FLAGS_sizes, "main", "full"));
  options->full_sizes = FLAGS_sizes == "full";
  SSTR_ASSIGN_OR_RETURN(options->progress, ReadProgress());
  SSTR_ASSIGN_OR_RETURN(options->output, ReadOutput());
  options->output_dir = OutputDirGiven();
  options->overwrite = OverwriteGiven();
  return Status::Ok();
}

FlagGroup ReportFlags(RecompressOptions* options) {
  return {
      .title = "Report",
      .flags =
          {
              {"output_format",
               "text, csv, markdown, json, sst_dump or perf. Default: text.",
               kMeasure},
              {"output",
               "Write the report to this file, whole or not at all. Default: "
               "standard output.",
               kMeasure},
              {"output_dir",
               "Keep each pass's table in this directory as INPUT.SPEC.sst. "
               "Default: nothing is kept.",
               kMeasure},
              {"overwrite",
               "Replace files that --output and --output_dir find. Default: "
               "false.",
               kMeasure},
              {"sizes",
               "\"full\" adds a table of every part of each file to the text "
               "report. Default: main.",
               kMeasure},
              // A worker shows none; its command may say so all the same.
              {"progress", kProgressHelp},
          },
      .read = [=](const CommandLine&) { return SetReport(options); }};
}

FlagTable MakeTable(RecompressFlags* flags) {
  RecompressOptions* options = &flags->options;
  return {.usage = kUsage,
          .groups = {InputFlags(&options->inputs), InputKindFlags(options),
                     TypeFlags("List of types in the order of the rows, e.g. "
                               "kSnappyCompression,kZSTD,kBrotli. Default: "
                               "all that the RocksDB library has; with "
                               "--engine=block all codecs.",
                               &options->sweep),
                     DictionaryFlags(&options->sweep),
                     BlockEngineFlags(&options->sweep), TableFlags(options),
                     MeasureFlags(options), ReportFlags(options),
                     WorkerFlags(&flags->worker)},
          .refusals = {{kMeasure, "is for --worker only"},
                       {kNoiseCheck, "has no meaning with --noise_check"},
                       {kWorker, "has no meaning with --worker"}},
          .moved = {{"transcode", "sst_transcode"},
                    {"reencode", "sst_transcode"},
                    {"new_identity", "sst_transcode"}}};
}

// What flags of several groups must agree in.
Status CheckTogether(const RecompressOptions& options) {
  const Sweep& sweep = options.sweep;
  if (options.input_format == InputFormat::kRaw &&
      sweep.engine == EngineChoice::kTable) {
    return Status::Usage("--engine=table takes no raw inputs");
  }
  SSTR_RETURN_IF_ERROR(CheckChoices(sweep));
  // In floating point: no product of lists overflows it.
  return CheckCellCount(static_cast<double>(sweep.levels.size()) *
                        static_cast<double>(sweep.types.size() + 1) *
                        static_cast<double>(sweep.block_sizes.size() + 1) *
                        static_cast<double>(CallChoices(sweep)) *
                        static_cast<double>(sweep.max_dict_bytes.size()) *
                        static_cast<double>(sweep.threads.size()));
}

FlagModes ModeAskedFor() {
  if (IsWorker()) return kWorker;
  return IsNoiseCheck() ? kNoiseCheck : kMeasure;
}

std::string JoinArguments(int argc, const char* const* argv) {
  std::string line = argv[0];
  for (int i = 1; i < argc; ++i) line += std::string(" ") + argv[i];
  return line;
}

}  // namespace

Result<RecompressFlags> ParseRecompressFlags(int argc,
                                             const char* const* argv) {
  RecompressFlags flags;
  const FlagTable table = MakeTable(&flags);
  SSTR_ASSIGN_OR_RETURN(const CommandLine line,
                        ParseCommandLine(argc, argv, table));
  flags.help = line.help;
  if (flags.help) return flags;
  SSTR_RETURN_IF_ERROR(ReadFlags(table, line, ModeAskedFor()));
  SSTR_RETURN_IF_ERROR(CheckTogether(flags.options));
  flags.options.command_line = JoinArguments(argc, argv);
  flags.noise_check = IsNoiseCheck();
  return flags;
}

FlagTable RecompressFlagTable() {
  RecompressFlags unread;
  return MakeTable(&unread);
}

}  // namespace sstr
