// SPDX-License-Identifier: Apache-2.0

#include "sst_make_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <limits>

#include "flag_parsing.h"
#include "make/presets.h"

DEFINE_string(preset, "", "Make this preset; their names stand above.");
DEFINE_string(lines, "",
              "Make one entry of each line of this text file: the line is the "
              "value, its\n      number in ten digits the key.");
DEFINE_bool(key_tab_value, false,
            "With --lines: each line is key, tab, value. Sorted by key; keys "
            "must differ.\n      Default: false.");
DEFINE_string(directory, "",
              "Make one entry of each regular file below this directory: the "
              "path from\n      there is the key, the content the value.");
DEFINE_string(output, "", "Write this file. It appears whole or not at all.");
DEFINE_bool(overwrite, false, "Replace --output if it exists. Default: false.");
DEFINE_int64(num, 0,
             "How many records of a preset (range_mixed: keys). Default: the "
             "preset's own.");
DEFINE_uint64(seed, 1, "Of a preset's random values. Default: 1.");
DEFINE_string(block_size, "",
              "Bytes of a data block before compression, 1 to 4294967295; 16k "
              "is 16384.\n      Default: the preset's own, else 4096.");
DEFINE_string(compression_type, "",
              "kNoCompression, kSnappyCompression, kZlibCompression, "
              "kBZip2Compression,\n      kLZ4Compression, kLZ4HCCompression "
              "or kZSTD. Default: the preset's own,\n      else "
              "kNoCompression.");
DEFINE_int32(compression_level, 32767,
             "Of the compression type. Default: 32767, which is the codec's "
             "own default.");
DEFINE_string(compression_max_dict_bytes, "0",
              "Bytes of the dictionary for the data blocks, at most. Default: "
              "0, none.");
DEFINE_string(compression_zstd_max_train_bytes, "0",
              "Bytes of samples to train the dictionary on. Default: 0, "
              "samples are the\n      dictionary.");
DEFINE_string(table_options, "",
              "\"name=value;name=value\" of RocksDB's BlockBasedTableOptions, "
              "applied last.\n      Default: none.");

namespace sstr {
namespace {

constexpr char kFlagsFile[] = "sst_make_flags.cc";
constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();

Status SetPresetOptions(MakeOptions* options) {
  if (FlagWasGiven("num")) {
    if (FLAGS_num < 1) {
      return Status::Usage(
          fmt::format("--num={}: must be 1 to {}", FLAGS_num, kMaxPresetNum));
    }
    options->num = static_cast<uint64_t>(FLAGS_num);
  }
  if (FlagWasGiven("seed")) options->seed = FLAGS_seed;
  return Status::Ok();
}

Status SetTableOptions(MakeOptions* options) {
  if (FlagWasGiven("block_size")) {
    SSTR_ASSIGN_OR_RETURN(
        options->block_size,
        ParseByteSize("block_size", FLAGS_block_size, 1, kMaxUint32));
  }
  if (FlagWasGiven("compression_type")) {
    options->compression_type = ParseCompressionType(FLAGS_compression_type);
    if (!options->compression_type) {
      return Status::Usage(
          fmt::format("--compression_type={}: unknown; --help "
                      "lists them",
                      FLAGS_compression_type));
    }
  }
  options->compression_level = FLAGS_compression_level;
  SSTR_ASSIGN_OR_RETURN(
      options->max_dict_bytes,
      ParseByteSize("compression_max_dict_bytes",
                    FLAGS_compression_max_dict_bytes, 0, kMaxUint32));
  SSTR_ASSIGN_OR_RETURN(
      options->zstd_max_train_bytes,
      ParseByteSize("compression_zstd_max_train_bytes",
                    FLAGS_compression_zstd_max_train_bytes, 0, kMaxUint32));
  options->table_options = FLAGS_table_options;
  return Status::Ok();
}

}  // namespace

Result<MakeFlags> ParseMakeFlags(int argc, const char* const* argv) {
  SSTR_ASSIGN_OR_RETURN(const CommandLine line,
                        ParseCommandLine(argc, argv, kFlagsFile));
  MakeFlags flags;
  flags.help = line.help;
  if (flags.help) return flags;
  if (!line.arguments.empty()) {
    return Status::Usage(fmt::format("\"{}\" is no flag", line.arguments[0]));
  }
  MakeOptions& options = flags.options;
  options.preset = FLAGS_preset;
  options.lines = FLAGS_lines;
  options.directory = FLAGS_directory;
  options.line_format =
      FLAGS_key_tab_value ? LineFormat::kKeyTabValue : LineFormat::kValue;
  options.output = FLAGS_output;
  options.overwrite = FLAGS_overwrite;
  SSTR_RETURN_IF_ERROR(SetPresetOptions(&options));
  SSTR_RETURN_IF_ERROR(SetTableOptions(&options));
  return flags;
}

std::string MakeHelp() {
  std::string usage =
      "Makes an SST file with RocksDB's own writers.\n\n"
      "  sst_make --preset=NAME --output=FILE [flags]\n"
      "  sst_make --lines=FILE --output=FILE [flags]\n"
      "  sst_make --directory=DIR --output=FILE [flags]\n\n"
      "Presets, with their number of records:\n";
  for (const Preset& preset : Presets()) {
    usage +=
        fmt::format("  {:<12} {:>6}  {}\n", preset.name,
                    preset.record_count(preset.default_num), preset.summary);
  }
  usage.pop_back();
  return HelpText(usage, kFlagsFile);
}

}  // namespace sstr
