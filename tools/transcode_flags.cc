// SPDX-License-Identifier: Apache-2.0

#include "transcode_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <algorithm>
#include <thread>

#include "flag_parsing.h"

DECLARE_bool(transcode);
DECLARE_bool(reencode);
DECLARE_bool(new_identity);

namespace sstr {
namespace {

// Blocks keep their boundaries and tables their shape, and nothing is measured.
constexpr const char* kMeasuringFlags[] = {
    "block_size",
    "set_block_size",
    "compression_parallel_threads",
    "engine",
    "lz4_api",
    "lz4hc_api",
    "codec_context",
    "allocator",
    "keep_rule",
    "input_format",
    "enable_index_compression",
    "verify_compression",
    "table_options",
    "repeat",
    "target_interval",
    "max_seconds",
    "cpu",
    "noise_check",
    "sizes_only",
    "salvage",
    "output_format",
    "output",
    "sizes",
    "progress",
};
constexpr const char* kTranscodeFlags[] = {"reencode", "new_identity"};
constexpr const char* kLevelFlags[] = {
    "compression_level", "compression_levels", "compression_level_from"};

bool WasGiven(const char* flag) { return FlagWasGiven(flag); }

Status CheckFlagsWithout() {
  for (const char* flag : kTranscodeFlags) {
    if (!WasGiven(flag)) continue;
    return Status::Usage(fmt::format("--{} is for --transcode only", flag));
  }
  return Status::Ok();
}

Status CheckFlags(const RecompressOptions& options) {
  for (const char* flag : kMeasuringFlags) {
    if (!WasGiven(flag)) continue;
    return Status::Usage(
        fmt::format("--{} has no meaning with --transcode", flag));
  }
  if (!options.output_dir || options.output_dir->empty()) {
    return Status::Usage("--transcode needs --output_dir");
  }
  const Sweep& sweep = options.sweep;
  if (sweep.types.size() != 1) {
    return Status::Usage("--transcode needs --compression_types with one type");
  }
  if (sweep.levels.size() > 1 || sweep.max_dict_bytes.size() > 1) {
    return Status::Usage("--transcode takes one level and one dictionary size");
  }
  return Status::Ok();
}

}  // namespace

Result<std::optional<TranscodeJob>> MakeTranscodeJob(
    const RecompressOptions& options) {
  if (!FLAGS_transcode) {
    SSTR_RETURN_IF_ERROR(CheckFlagsWithout());
    return std::optional<TranscodeJob>();
  }
  SSTR_RETURN_IF_ERROR(CheckFlags(options));
  TranscodeJob job;
  job.inputs = options.inputs;
  job.output_dir = *options.output_dir;
  job.overwrite = options.overwrite;
  job.codec = options.sweep.base.codec;
  job.codec.type = options.sweep.types.front();
  const bool level_named = std::ranges::any_of(kLevelFlags, WasGiven);
  job.codec.level = options.sweep.levels.front();
  job.codec.max_dict_bytes = options.sweep.max_dict_bytes.front();
  // A level is a setting that blocks of the same type need not have.
  job.reencode = FLAGS_reencode || level_named;
  job.new_identity = FLAGS_new_identity;
  job.jobs = WasGiven("jobs")
                 ? options.jobs
                 : std::max(1u, std::thread::hardware_concurrency());
  return std::optional<TranscodeJob>(std::move(job));
}

}  // namespace sstr
