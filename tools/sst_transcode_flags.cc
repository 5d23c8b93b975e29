// SPDX-License-Identifier: Apache-2.0

#include "sst_transcode_flags.h"

#include <gflags/gflags.h>

#include <algorithm>
#include <thread>

#include "command_line.h"
#include "shared_flags.h"

DEFINE_bool(reencode, false, "");
DEFINE_bool(new_identity, false, "");

namespace sstr {
namespace {

constexpr FlagModes kTranscode = 1;
constexpr char kUsage[] =
    "sst_transcode --output_dir=DIR --compression_types=TYPE [FLAGS] "
    "FILE_OR_DIRECTORY...\n\n"
    "Writes each SST file again under another compression setting, "
    "losslessly: same\nentries, blocks, index, filters, format. One type, one "
    "level, one dictionary\nsize. Every output is read back and compared; "
    "inputs are never modified.\n";

Status SetOutputs(TranscodeJob* job) {
  job->output_dir = OutputDirGiven().value_or("");
  if (job->output_dir.empty()) {
    return Status::Usage("--output_dir is missing: where to write");
  }
  job->overwrite = OverwriteGiven();
  job->new_identity = FLAGS_new_identity;
  return Status::Ok();
}

Status SetEncoding(TranscodeJob* job) {
  // A level is a setting that blocks of the same type need not have.
  job->reencode = FLAGS_reencode || LevelsWereGiven();
  SSTR_ASSIGN_OR_RETURN(const std::optional<uint32_t> jobs, ReadJobs());
  job->jobs = jobs.value_or(std::max(1u, std::thread::hardware_concurrency()));
  return Status::Ok();
}

FlagTable MakeTable(Sweep* setting, TranscodeJob* job) {
  return {
      .usage = kUsage,
      .groups = {
          InputFlags(&job->inputs),
          TypeFlags("The type, e.g. kZSTD. Must be given.", setting),
          DictionaryFlags(setting),
          {.title = "Outputs",
           .flags = {{"output_dir",
                      "Write to this directory, each file under its own name. "
                      "Must be given."},
                     {"overwrite",
                      "Replace files that are there already. Default: false."},
                     {"new_identity",
                      "Give each output a session identity of its own, and "
                      "with it a unique id. Default: false."}},
           .read = [=](const CommandLine&) { return SetOutputs(job); }},
          {.title = "Encoding",
           .flags = {{"reencode",
                      "Encode blocks that have the type already, too, as "
                      "naming a level does. Default: false, they are "
                      "copied."},
                     {"jobs", "Threads. Default: one per CPU."}},
           .read = [=](const CommandLine&) { return SetEncoding(job); }}}};
}

// The one setting of the flags, which take lists in sst_recompress.
Result<CodecSetting> OnlySetting(const Sweep& sweep) {
  if (sweep.types.size() != 1) {
    return Status::Usage("--compression_types must name one type");
  }
  if (sweep.levels.size() > 1 || sweep.max_dict_bytes.size() > 1) {
    return Status::Usage("takes one level and one dictionary size");
  }
  CodecSetting codec = sweep.base.codec;
  codec.type = sweep.types.front();
  codec.level = sweep.levels.front();
  codec.max_dict_bytes = sweep.max_dict_bytes.front();
  return codec;
}

}  // namespace

Result<TranscodeFlags> ParseTranscodeFlags(int argc, const char* const* argv) {
  TranscodeFlags flags;
  Sweep setting;
  const FlagTable table = MakeTable(&setting, &flags.job);
  SSTR_ASSIGN_OR_RETURN(const CommandLine line,
                        ParseCommandLine(argc, argv, table));
  flags.help = line.help;
  if (flags.help) return flags;
  SSTR_RETURN_IF_ERROR(ReadFlags(table, line, kTranscode));
  SSTR_ASSIGN_OR_RETURN(flags.job.codec, OnlySetting(setting));
  return flags;
}

FlagTable TranscodeFlagTable() {
  Sweep unread_setting;
  TranscodeJob unread;
  return MakeTable(&unread_setting, &unread);
}

}  // namespace sstr
