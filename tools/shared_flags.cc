// SPDX-License-Identifier: Apache-2.0

#include "shared_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <algorithm>
#include <limits>

#include "flag_parsing.h"

DEFINE_string(file, "", "");
DEFINE_string(compression_types, "", "");
DEFINE_int32(compression_level, 32767, "");
DEFINE_string(compression_levels, "", "");
DEFINE_int32(compression_level_from, 32767, "");
DEFINE_int32(compression_level_to, 32767, "");
DEFINE_string(compression_max_dict_bytes, "0", "");
DEFINE_string(compression_zstd_max_train_bytes, "0", "");
DEFINE_string(compression_max_dict_buffer_bytes, "0", "");
DEFINE_bool(compression_use_zstd_finalize_dict, false, "");
DEFINE_bool(overwrite, false, "");
DEFINE_string(output_dir, "", "");
DEFINE_int32(jobs, 1, "");

namespace sstr {
namespace {

constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();
constexpr int64_t kMinInt32 = std::numeric_limits<int32_t>::min();
constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();
constexpr int kMaxThreads = 256;
constexpr int64_t kMaxCells = 100'000;

template <typename To, typename From>
std::vector<To> ConvertList(const std::vector<From>& from) {
  return std::vector<To>(from.begin(), from.end());
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

Status SetLevelRange(Sweep* sweep) {
  if (FLAGS_compression_level_from > FLAGS_compression_level_to) {
    return Status::Usage(fmt::format(
        "--compression_level_from={} is above --compression_level_to={}",
        FLAGS_compression_level_from, FLAGS_compression_level_to));
  }
  SSTR_RETURN_IF_ERROR(CheckCellCount(1.0 + FLAGS_compression_level_to -
                                      FLAGS_compression_level_from));
  sweep->levels.clear();
  for (int64_t level = FLAGS_compression_level_from;
       level <= FLAGS_compression_level_to; ++level) {
    sweep->levels.push_back(static_cast<int>(level));
  }
  return Status::Ok();
}

Status SetLevels(Sweep* sweep) {
  const bool single = FlagWasGiven("compression_level");
  const bool list = FlagWasGiven("compression_levels");
  const bool from = FlagWasGiven("compression_level_from");
  if (from != FlagWasGiven("compression_level_to")) {
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
  return from ? SetLevelRange(sweep) : Status::Ok();
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

Status SetInputs(const CommandLine& line, std::vector<std::string>* inputs) {
  if (!FLAGS_file.empty()) inputs->push_back(FLAGS_file);
  inputs->insert(inputs->end(), line.arguments.begin(), line.arguments.end());
  if (!inputs->empty()) return Status::Ok();
  return Status::Usage("no file named; --help shows how");
}

}  // namespace

FlagGroup InputFlags(std::vector<std::string>* inputs) {
  return {
      .title = "Inputs",
      .flags = {{"file",
                 "SST file or directory, as for sst_dump; the same as naming "
                 "it without a flag."}},
      .read = [=](const CommandLine& line) { return SetInputs(line, inputs); }};
}

FlagGroup TypeFlags(std::string_view types_help, Sweep* sweep) {
  return {.title = "Types and levels",
          .flags =
              {
                  {"compression_types", types_help},
                  {"compression_level",
                   "Level of every type that has levels. Default: 32767, which "
                   "is each codec's own default."},
                  {"compression_levels", "List of levels, e.g. -5,1,3,19."},
                  {"compression_level_from",
                   "First level of a range; needs --compression_level_to."},
                  {"compression_level_to",
                   "Last level of a range, not below the first."},
              },
          .read = [=](const CommandLine&) -> Status {
            SSTR_RETURN_IF_ERROR(SetTypes(sweep));
            return SetLevels(sweep);
          }};
}

bool LevelsWereGiven() {
  return std::ranges::any_of(
      std::initializer_list<const char*>{
          "compression_level", "compression_levels", "compression_level_from"},
      FlagWasGiven);
}

FlagGroup DictionaryFlags(Sweep* sweep) {
  return {
      .title = "Dictionaries",
      .flags =
          {
              {"compression_max_dict_bytes",
               "List of dictionary sizes in bytes; 0 is none. Default: 0."},
              {"compression_zstd_max_train_bytes",
               "Bytes of samples to train a dictionary on; 0: the samples are "
               "the dictionary. Default: 0."},
              {"compression_max_dict_buffer_bytes",
               "Bytes of data blocks to buffer for the dictionary; 0: all. "
               "Default: 0."},
              {"compression_use_zstd_finalize_dict",
               "Finalise the dictionary's samples instead of training on them. "
               "Default: false."},
          },
      .read = [=](const CommandLine&) { return SetDictionary(sweep); }};
}

Status CheckCellCount(double cells) {
  if (cells <= static_cast<double>(kMaxCells)) return Status::Ok();
  return Status::Usage(
      fmt::format("the lists multiply to more than {} passes", kMaxCells));
}

bool OverwriteGiven() { return FLAGS_overwrite; }

std::optional<std::string> OutputDirGiven() {
  if (!FlagWasGiven("output_dir")) return std::nullopt;
  return FLAGS_output_dir;
}

Result<std::optional<uint32_t>> ReadJobs() {
  if (!FlagWasGiven("jobs")) return std::optional<uint32_t>();
  SSTR_RETURN_IF_ERROR(CheckRange("jobs", FLAGS_jobs, 1, kMaxThreads));
  return std::optional(static_cast<uint32_t>(FLAGS_jobs));
}

}  // namespace sstr
