// SPDX-License-Identifier: Apache-2.0

#include "sst_recompress_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>
#include <unistd.h>

#include <limits>

#include "block_flags.h"
#include "codec/registry.h"
#include "flag_parsing.h"
#include "measure_flags.h"
#include "transcode_flags.h"
#include "worker_flags.h"

DEFINE_string(file, "",
              "SST file or directory, as for sst_dump; the same as naming it "
              "without a flag.");
DEFINE_string(command, "recompress", "Only recompress; for sst_dump's users.");
DEFINE_string(compression_types, "",
              "List of types in the order of the rows, e.g. "
              "kSnappyCompression,kZSTD,kBrotli.\n      Default: all that the "
              "RocksDB library has; with --engine=block all codecs.");
DEFINE_int32(compression_level, 32767,
             "Level of every type that has levels. Default: 32767, which is "
             "each codec's\n      own default.");
DEFINE_string(compression_levels, "", "List of levels, e.g. -5,1,3,19.");
DEFINE_int32(compression_level_from, 32767,
             "First level of a range; needs --compression_level_to.");
DEFINE_int32(compression_level_to, 32767,
             "Last level of a range, not below the first.");
DEFINE_string(
    block_size, "16384",
    "List of data block sizes in bytes before compression, 1 to "
    "4294967295; 16k\n      is 16384. Default: 16384; with "
    "--engine=block and for raw inputs 0: blocks as\n      they are.");
DEFINE_string(set_block_size, "", "sst_dump's name of --block_size.");
DEFINE_string(compression_max_dict_bytes, "0",
              "List of dictionary sizes in bytes; 0 is none. Default: 0.");
DEFINE_string(compression_zstd_max_train_bytes, "0",
              "Bytes of samples to train a dictionary on; 0: the samples are "
              "the dictionary.\n      Default: 0.");
DEFINE_string(compression_max_dict_buffer_bytes, "0",
              "Bytes of data blocks to buffer for the dictionary; 0: all. "
              "Default: 0.");
DEFINE_bool(compression_use_zstd_finalize_dict, false,
            "Finalise the dictionary's samples instead of training on them. "
            "Default: false.");
DEFINE_string(compression_parallel_threads, "1",
              "List of compression thread counts of the table builder, 1 to "
              "256. Default: 1.");
DEFINE_string(engine, "auto",
              "\"table\": RocksDB's table builder and reader; \"block\": codec "
              "calls straight on\n      the blocks; \"auto\": table, and block "
              "for types that RocksDB lacks, raw\n      inputs, and the five "
              "choices below. Default: auto.");
DEFINE_string(
    lz4_api, "",
    "List of ways to call LZ4: one_shot, ext_state, stream_per_block, "
    "stream_reuse.\n      Default: stream_per_block, as RocksDB up to "
    "10.5.");
DEFINE_string(lz4hc_api, "", "The same for LZ4HC.");
DEFINE_string(
    codec_context, "",
    "List of fresh and reused: a new context for every call or one "
    "kept, of ZSTD,\n      zlib, bzip2 and brotli; fit_window for "
    "brotli alone: a window no larger than the\n      block. Default: "
    "reused for ZSTD, fresh for the others.");
DEFINE_string(
    allocator, "",
    "List of malloc, mmap_threshold (malloc in a process with raised "
    "thresholds) and\n      pool (memory kept between calls). Default: "
    "pool for brotli, malloc for the\n      others.");
DEFINE_string(keep_rule, "",
              "When a compressed block is kept: rocksdb7, rocksdb8 or limit:N "
              "(at most N bytes\n      per KiB). Default: as the RocksDB "
              "release does.");
DEFINE_string(input_format, "table",
              "\"table\"; \"raw\": any bytes, as one block or cut into "
              "--block_size; \"auto\": a\n      table if it ends in the magic "
              "number of one, else raw. Default: table.");
DEFINE_bool(enable_index_compression, true,
            "Compress index blocks too. Default: true.");
DEFINE_bool(verify_compression, false,
            "Let the table builder decompress and compare every block; in the "
            "write time.\n      Default: false.");
DEFINE_string(table_options, "sst_dump",
              "\"sst_dump\" (RocksDB's defaults, so sizes equal sst_dump's), "
              "\"source\" (format,\n      index, filter and checksum as the "
              "file's properties tell) or\n      \"name=value;name=value\" of "
              "RocksDB's BlockBasedTableOptions. Default:\n      sst_dump.");
DEFINE_int32(repeat, 3,
             "Rounds: one pass of every cell each, order rotated. Default: 3.");
DEFINE_string(target_interval, "",
              "Instead of --repeat: rounds go on until the 95 % interval of "
              "every median write\n      and scan time is within this much of "
              "it, e.g. 1% or 0.01, or time is up.\n      Default: none.");
DEFINE_int32(max_seconds, 120,
             "With --target_interval: seconds that the rounds of each file may "
             "take. Default:\n      120.");
DEFINE_string(cpu, "",
              "CPUs to measure on, e.g. 0,2 or 0-3; --jobs are spread over "
              "them. Default: all.");
DEFINE_bool(noise_check, false,
            "Run the first pass of the sweep on the first file against itself, "
            "20 rounds or\n      --repeat, and print the smallest difference "
            "that this machine can show now.\n      Default: false.");
DEFINE_int32(jobs, 1,
             "Passes side by side, each on a CPU of its own. Default: 1. With "
             "--transcode:\n      threads; default: one per CPU.");
DEFINE_bool(sizes_only, false,
            "One verified pass each and no times. Default: false.");
DEFINE_bool(salvage, false,
            "Measure the readable blocks of damaged files and count what is "
            "lost; the exit\n      code still tells of the damage. Default: "
            "false.");
DEFINE_bool(transcode, false,
            "Measure nothing; write each file to --output_dir under the one "
            "type of\n      --compression_types, losslessly: same entries, "
            "blocks, index, filters, format. Default:\n      false.");
DEFINE_bool(reencode, false,
            "With --transcode: encode blocks that have the type already, too, "
            "as naming a level\n      does. Default: false, they are copied.");
DEFINE_bool(new_identity, false,
            "With --transcode: give the output a session identity of its own, "
            "and with it a unique\n      id. Default: false.");
DEFINE_bool(worker, false,
            "Load one input, then run single passes on request: JSON lines on "
            "standard input and\n      output, as sst_compare speaks them. "
            "Default: false.");
DEFINE_bool(worker_raise_mmap_threshold, false, "");
DEFINE_double(worker_slowdown_percent, 0, "");
DEFINE_string(output_format, "text",
              "text, csv, markdown, json, sst_dump or perf. Default: text.");
DEFINE_string(output, "",
              "Write the report to this file, whole or not at all. Default: "
              "standard output.");
DEFINE_string(output_dir, "",
              "Keep each pass's table in this directory as INPUT.SPEC.sst. "
              "Default: nothing\n      is kept.");
DEFINE_bool(overwrite, false,
            "Replace files that --output and --output_dir find. Default: "
            "false.");
DEFINE_string(sizes, "main",
              "\"full\" adds a table of every part of each file to the text "
              "report. Default:\n      main.");
DEFINE_string(progress, "auto",
              "\"auto\" shows progress on standard error when it is a "
              "terminal; \"off\" never.\n      Default: auto.");

namespace sstr {
namespace {

constexpr char kFlagsFile[] = "sst_recompress_flags.cc";
constexpr char kUsage[] =
    "sst_recompress [FLAGS] FILE_OR_DIRECTORY...\n\n"
    "Rebuilds SST files in memory with RocksDB's own table builder under each "
    "setting\nasked for, verifies every rebuilt table against the source, and "
    "reports sizes and\ntimes. Lists multiply. Inputs are never modified.\n";
constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();
constexpr int64_t kMinInt32 = std::numeric_limits<int32_t>::min();
constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();
constexpr int kMaxThreads = 256;
constexpr int64_t kMaxCells = 100'000;

template <typename To, typename From>
std::vector<To> ConvertList(const std::vector<From>& from) {
  return std::vector<To>(from.begin(), from.end());
}

Status CheckChoice(const char* flag, const std::string& value, const char* a,
                   const char* b) {
  if (value == a || value == b) return Status::Ok();
  return Status::Usage(
      fmt::format("--{}={}: must be {} or {}", flag, value, a, b));
}

Status SetInputs(const CommandLine& command_line, RecompressOptions* options) {
  if (FLAGS_command != "recompress") {
    return Status::Usage(
        fmt::format("--command={}: only recompress", FLAGS_command));
  }
  if (!FLAGS_file.empty()) options->inputs.push_back(FLAGS_file);
  options->inputs.insert(options->inputs.end(), command_line.arguments.begin(),
                         command_line.arguments.end());
  if (!options->inputs.empty()) return Status::Ok();
  return Status::Usage("no file named; --help shows how");
}

Status SetTypes(Sweep* sweep) {
  if (!FlagWasGiven("compression_types")) return Status::Ok();
  SSTR_ASSIGN_OR_RETURN(
      const std::vector<std::string> names,
      ParseList("compression_types", FLAGS_compression_types));
  for (const std::string& name : names) {
    const auto type = ParseCompressionType(name);
    if (!type) {
      return Status::Usage(
          fmt::format("--compression_types: unknown type '{}'; known are {}",
                      name, CodecNames()));
    }
    sweep->types.push_back(*type);
  }
  return Status::Ok();
}

Status TooManyCells() {
  return Status::Usage(
      fmt::format("the lists multiply to more than {} passes", kMaxCells));
}

Status SetLevels(Sweep* sweep) {
  const bool single = FlagWasGiven("compression_level");
  const bool list = FlagWasGiven("compression_levels");
  const bool from = FlagWasGiven("compression_level_from");
  const bool to = FlagWasGiven("compression_level_to");
  if (from != to) {
    return Status::Usage(
        "--compression_level_from and --compression_level_to go together");
  }
  if (single + list + from > 1) {
    return Status::Usage(
        "name levels once: --compression_level, --compression_levels or "
        "--compression_level_from and _to");
  }
  if (single) sweep->levels = {FLAGS_compression_level};
  if (list) {
    SSTR_ASSIGN_OR_RETURN(
        const std::vector<int64_t> levels,
        ParseIntegerList("compression_levels", FLAGS_compression_levels,
                         kMinInt32, kMaxInt32));
    sweep->levels = ConvertList<int>(levels);
  }
  if (from) {
    if (FLAGS_compression_level_from > FLAGS_compression_level_to) {
      return Status::Usage(fmt::format(
          "--compression_level_from={} is above --compression_level_to={}",
          FLAGS_compression_level_from, FLAGS_compression_level_to));
    }
    if (int64_t{FLAGS_compression_level_to} - FLAGS_compression_level_from >=
        kMaxCells) {
      return TooManyCells();
    }
    sweep->levels.clear();
    for (int64_t level = FLAGS_compression_level_from;
         level <= FLAGS_compression_level_to; ++level) {
      sweep->levels.push_back(static_cast<int>(level));
    }
  }
  return Status::Ok();
}

Status SetBlockSizes(RecompressOptions* options) {
  const bool sst_dumps_name = FlagWasGiven("set_block_size");
  if (!sst_dumps_name && !FlagWasGiven("block_size")) return Status::Ok();
  if (sst_dumps_name && FlagWasGiven("block_size")) {
    return Status::Usage("--set_block_size and --block_size are the same");
  }
  // 0 means something to the block engine only.
  const bool may_be_0 = options->sweep.engine == EngineChoice::kBlock ||
                        options->input_format != InputFormat::kTable;
  SSTR_ASSIGN_OR_RETURN(
      options->sweep.block_sizes,
      ParseByteSizeList(
          sst_dumps_name ? "set_block_size" : "block_size",
          sst_dumps_name ? FLAGS_set_block_size : FLAGS_block_size,
          may_be_0 ? 0 : 1, kMaxUint32));
  return Status::Ok();
}

Status SetDictionary(Sweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(
      const std::vector<uint64_t> dict_bytes,
      ParseByteSizeList("compression_max_dict_bytes",
                        FLAGS_compression_max_dict_bytes, 0, kMaxUint32));
  sweep->max_dict_bytes = ConvertList<uint32_t>(dict_bytes);
  CodecSetting& codec = sweep->base.codec;
  SSTR_ASSIGN_OR_RETURN(
      const uint64_t train_bytes,
      ParseByteSize("compression_zstd_max_train_bytes",
                    FLAGS_compression_zstd_max_train_bytes, 0, kMaxUint32));
  codec.zstd_max_train_bytes = static_cast<uint32_t>(train_bytes);
  SSTR_ASSIGN_OR_RETURN(codec.max_dict_buffer_bytes,
                        ParseByteSize("compression_max_dict_buffer_bytes",
                                      FLAGS_compression_max_dict_buffer_bytes,
                                      0, std::numeric_limits<uint64_t>::max()));
  codec.use_zstd_dict_trainer = !FLAGS_compression_use_zstd_finalize_dict;
  return Status::Ok();
}

Status SetSweep(RecompressOptions* options) {
  Sweep* sweep = &options->sweep;
  SSTR_RETURN_IF_ERROR(SetBlockEngine(options));
  SSTR_RETURN_IF_ERROR(SetTypes(sweep));
  SSTR_RETURN_IF_ERROR(CheckChoices(*sweep));
  SSTR_RETURN_IF_ERROR(SetLevels(sweep));
  SSTR_RETURN_IF_ERROR(SetBlockSizes(options));
  SSTR_RETURN_IF_ERROR(SetDictionary(sweep));
  SSTR_ASSIGN_OR_RETURN(
      const std::vector<int64_t> threads,
      ParseIntegerList("compression_parallel_threads",
                       FLAGS_compression_parallel_threads, 1, kMaxThreads));
  sweep->threads = ConvertList<uint32_t>(threads);
  // In floating point: no product of lists overflows it.
  const double cells = static_cast<double>(sweep->levels.size()) *
                       static_cast<double>(sweep->types.size() + 1) *
                       static_cast<double>(sweep->block_sizes.size() + 1) *
                       static_cast<double>(CallChoices(*sweep)) *
                       static_cast<double>(sweep->max_dict_bytes.size()) *
                       static_cast<double>(sweep->threads.size());
  if (cells > static_cast<double>(kMaxCells)) return TooManyCells();
  sweep->base.enable_index_compression = FLAGS_enable_index_compression;
  sweep->base.verify_compression = FLAGS_verify_compression;
  sweep->base.table_options = FLAGS_table_options;
  return Status::Ok();
}

Status SetReport(RecompressOptions* options) {
  SSTR_ASSIGN_OR_RETURN(options->format,
                        ParseReportFormat(FLAGS_output_format));
  SSTR_RETURN_IF_ERROR(CheckChoice("sizes", FLAGS_sizes, "main", "full"));
  SSTR_RETURN_IF_ERROR(CheckChoice("progress", FLAGS_progress, "auto", "off"));
  options->full_sizes = FLAGS_sizes == "full";
  options->progress = FLAGS_progress == "auto" && isatty(STDERR_FILENO) == 1;
  if (FlagWasGiven("output")) {
    if (FLAGS_output.empty()) return Status::Usage("--output names no file");
    options->output = FLAGS_output;
  }
  if (FlagWasGiven("output_dir")) options->output_dir = FLAGS_output_dir;
  options->overwrite = FLAGS_overwrite;
  return Status::Ok();
}

std::string JoinArguments(int argc, const char* const* argv) {
  std::string line = argv[0];
  for (int i = 1; i < argc; ++i) line += std::string(" ") + argv[i];
  return line;
}

}  // namespace

Result<RecompressFlags> ParseRecompressFlags(int argc,
                                             const char* const* argv) {
  SSTR_ASSIGN_OR_RETURN(const CommandLine command_line,
                        ParseCommandLine(argc, argv, kFlagsFile));
  RecompressFlags flags;
  flags.help = command_line.help;
  if (flags.help) return flags;
  RecompressOptions& options = flags.options;
  options.command_line = JoinArguments(argc, argv);
  SSTR_RETURN_IF_ERROR(SetInputs(command_line, &options));
  SSTR_RETURN_IF_ERROR(SetSweep(&options));
  SSTR_RETURN_IF_ERROR(SetMeasuring(&options));
  SSTR_RETURN_IF_ERROR(SetReport(&options));
  flags.noise_check = IsNoiseCheck();
  SSTR_ASSIGN_OR_RETURN(flags.worker, MakeWorkerOptions());
  SSTR_ASSIGN_OR_RETURN(flags.transcode, MakeTranscodeJob(options));
  return flags;
}

std::string RecompressHelp() { return HelpText(kUsage, kFlagsFile); }

}  // namespace sstr
