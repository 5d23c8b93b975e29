// SPDX-License-Identifier: Apache-2.0

#include "sst_make_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <limits>
#include <string>

#include "command_line.h"
#include "flag_parsing.h"

DEFINE_string(preset, "", "");
DEFINE_string(lines, "", "");
DEFINE_bool(key_tab_value, false, "");
DEFINE_string(directory, "", "");
DEFINE_string(output, "", "");
DEFINE_bool(overwrite, false, "");
DEFINE_int64(num, 0, "");
DEFINE_uint64(seed, 1, "");
DEFINE_string(block_size, "", "");
DEFINE_string(compression_type, "", "");
DEFINE_int32(compression_level, 32767, "");
DEFINE_string(compression_max_dict_bytes, "0", "");
DEFINE_string(compression_zstd_max_train_bytes, "0", "");
DEFINE_string(table_options, "", "");

namespace sstr {
namespace {

constexpr FlagModes kMake = 1;
constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();

Result<const Preset*> PresetNamed(const std::string& name) {
  if (const Preset* preset = FindPreset(name)) return preset;
  std::string names;
  for (const Preset& preset : Presets()) {
    names += fmt::format(" {}", preset.name);
  }
  return Status::Usage(
      fmt::format("unknown preset \"{}\"; there are{}", name, names));
}

Result<uint64_t> ReadNum(const Preset& preset) {
  if (preset.default_num == 0) {
    return Status::Usage(
        fmt::format("--num: the records of {} are fixed", preset.name));
  }
  SSTR_RETURN_IF_ERROR(CheckRange("num", FLAGS_num, 1, kMaxPresetNum));
  return static_cast<uint64_t>(FLAGS_num);
}

Status CheckSources() {
  const int sources =
      !FLAGS_preset.empty() + !FLAGS_lines.empty() + !FLAGS_directory.empty();
  if (sources != 1) {
    return Status::Usage("give one of --preset, --lines and --directory");
  }
  if (FLAGS_preset.empty() && (FlagWasGiven("num") || FlagWasGiven("seed"))) {
    return Status::Usage("--num and --seed are for presets only");
  }
  if (FLAGS_lines.empty() && FLAGS_key_tab_value) {
    return Status::Usage("--key_tab_value is for --lines only");
  }
  return Status::Ok();
}

Status SetSource(MakeOptions* options) {
  SSTR_RETURN_IF_ERROR(CheckSources());
  options->lines = FLAGS_lines;
  options->directory = FLAGS_directory;
  options->line_format =
      FLAGS_key_tab_value ? LineFormat::kKeyTabValue : LineFormat::kValue;
  if (FLAGS_preset.empty()) return Status::Ok();
  SSTR_ASSIGN_OR_RETURN(options->preset, PresetNamed(FLAGS_preset));
  if (FlagWasGiven("num")) {
    SSTR_ASSIGN_OR_RETURN(options->num, ReadNum(*options->preset));
  }
  options->seed = FLAGS_seed;
  return Status::Ok();
}

Status SetOutput(MakeOptions* options) {
  if (FLAGS_output.empty()) return Status::Usage("--output is missing");
  options->output = FLAGS_output;
  options->overwrite = FLAGS_overwrite;
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

FlagGroup SourceFlags(MakeOptions* options) {
  return {
      .title = "What to make",
      .flags =
          {
              {"preset", "Make this preset; their names stand above."},
              {"num",
               "How many records of a preset (range_mixed: keys). Default: "
               "the preset's own."},
              {"seed", "Seed of a preset's random values. Default: 1."},
              {"lines",
               "Make one entry of each line of this text file: the line is "
               "the value, its number in ten digits the key."},
              {"key_tab_value",
               "With --lines: each line is key, tab, value. Sorted by key; "
               "keys must differ. Default: false."},
              {"directory",
               "Make one entry of each regular file below this directory: the "
               "path from there is the key, the content the value."},
          },
      .read = [=](const CommandLine&) { return SetSource(options); }};
}

FlagGroup OutputFlags(MakeOptions* options) {
  return {
      .title = "Output",
      .flags =
          {
              {"output", "Write this file. It appears whole or not at all."},
              {"overwrite", "Replace --output if it exists. Default: false."},
          },
      .read = [=](const CommandLine&) { return SetOutput(options); }};
}

FlagGroup TableFlags(MakeOptions* options) {
  return {.title = "Table",
          .flags =
              {
                  {"block_size",
                   "Bytes of a data block before compression, 1 to 4294967295; "
                   "16k is 16384. Default: the preset's own, else 4096."},
                  {"compression_type",
                   "kNoCompression, kSnappyCompression, kZlibCompression, "
                   "kBZip2Compression, kLZ4Compression, kLZ4HCCompression "
                   "or kZSTD. Default: the preset's own, else "
                   "kNoCompression."},
                  {"compression_level",
                   "Level of the compression type. Default: 32767, which is "
                   "the codec's "
                   "own default."},
                  {"compression_max_dict_bytes",
                   "Bytes of the dictionary for the data blocks, at most. "
                   "Default: 0, none."},
                  {"compression_zstd_max_train_bytes",
                   "Bytes of samples to train the dictionary on. Default: 0, "
                   "samples are the dictionary."},
                  {"table_options",
                   "\"name=value;name=value\" of RocksDB's "
                   "BlockBasedTableOptions, applied last. Default: none."},
              },
          .read = [=](const CommandLine&) { return SetTableOptions(options); }};
}

std::string Usage() {
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
  return usage;
}

FlagTable MakeTable(MakeOptions* options) {
  return {.usage = Usage(),
          .groups = {SourceFlags(options), OutputFlags(options),
                     TableFlags(options)}};
}

}  // namespace

Result<MakeFlags> ParseMakeFlags(int argc, const char* const* argv) {
  MakeFlags flags;
  const FlagTable table = MakeTable(&flags.options);
  SSTR_ASSIGN_OR_RETURN(const CommandLine line,
                        ParseCommandLine(argc, argv, table));
  flags.help = line.help;
  if (flags.help) return flags;
  if (!line.arguments.empty()) {
    return Status::Usage(fmt::format("\"{}\" is no flag", line.arguments[0]));
  }
  SSTR_RETURN_IF_ERROR(ReadFlags(table, line, kMake));
  return flags;
}

FlagTable MakeFlagTable() {
  MakeOptions unread;
  return MakeTable(&unread);
}

}  // namespace sstr
