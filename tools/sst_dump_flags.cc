// SPDX-License-Identifier: Apache-2.0

#include "sst_dump_flags.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "flag_parsing.h"

namespace sstr {
namespace {

constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();
constexpr int64_t kMinInt32 = std::numeric_limits<int32_t>::min();
constexpr int64_t kMaxInt32 = std::numeric_limits<int32_t>::max();
constexpr int64_t kMaxThreads = 256;

using Translation = Status (*)(std::string_view name, std::string_view value,
                               SstDumpSweep* sweep);

Status Cannot(std::string_view name, std::string_view value,
              std::string_view why) {
  return Status::Usage(fmt::format("--{}={}: {}", name, value, why));
}

void Add(std::string_view name, std::string_view value, SstDumpSweep* sweep) {
  sweep->flags.push_back(fmt::format("--{}={}", name, value));
}

Status Types(std::string_view name, std::string_view value,
             SstDumpSweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                        ParseList(name, value));
  std::vector<std::string> types;
  for (const std::string& text : names) {
    const auto type = ParseCompressionType(text);
    if (!type || !HasTypeByte(*type)) {
      return Cannot(name, value, "sst_dump has no " + text);
    }
    types.push_back(CompressionTypeName(*type));
  }
  Add(name, fmt::format("{}", fmt::join(types, ",")), sweep);
  return Status::Ok();
}

// Releases before 11 know ranges of levels only.
Status Levels(std::string_view name, std::string_view value,
              SstDumpSweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(std::vector<int64_t> levels,
                        ParseIntegerList(name, value, kMinInt32, kMaxInt32));
  std::ranges::sort(levels);
  for (size_t i = 1; i < levels.size(); ++i) {
    if (levels[i] == levels[i - 1] + 1) continue;
    return Cannot(name, value, "sst_dump takes levels without gaps only");
  }
  Add("compression_level_from", fmt::to_string(levels.front()), sweep);
  Add("compression_level_to", fmt::to_string(levels.back()), sweep);
  return Status::Ok();
}

Status OneLevel(std::string_view name, std::string_view value,
                SstDumpSweep* sweep) {
  SSTR_RETURN_IF_ERROR(
      ParseInteger(name, value, kMinInt32, kMaxInt32).status());
  return Levels(name, value, sweep);
}

Status AsItIs(std::string_view name, std::string_view value,
              SstDumpSweep* sweep) {
  Add(name, value, sweep);
  return Status::Ok();
}

Status BlockSize(std::string_view name, std::string_view value,
                 SstDumpSweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(sweep->asked.block_size,
                        ParseByteSize(name, value, 1, kMaxUint32));
  Add("set_block_size", fmt::to_string(sweep->asked.block_size), sweep);
  return Status::Ok();
}

Status DictionaryBytes(std::string_view name, std::string_view value,
                       SstDumpSweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(const uint64_t bytes,
                        ParseByteSize(name, value, 0, kMaxUint32));
  CodecSetting& codec = sweep->asked.codec;
  (name == "compression_max_dict_bytes" ? codec.max_dict_bytes
                                        : codec.zstd_max_train_bytes) =
      static_cast<uint32_t>(bytes);
  Add(name, fmt::to_string(bytes), sweep);
  return Status::Ok();
}

Status DictionaryBuffer(std::string_view name, std::string_view value,
                        SstDumpSweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(
      const uint64_t bytes,
      ParseByteSize(name, value, 0, std::numeric_limits<int64_t>::max()));
  sweep->asked.codec.max_dict_buffer_bytes = bytes;
  Add(name, fmt::to_string(bytes), sweep);
  return Status::Ok();
}

Status FinalizeDictionary(std::string_view name, std::string_view value,
                          SstDumpSweep* sweep) {
  if (value != "true") return Cannot(name, value, "sst_dump takes true only");
  sweep->asked.codec.use_zstd_dict_trainer = false;
  sweep->flags.push_back(fmt::format("--{}", name));
  return Status::Ok();
}

Status Threads(std::string_view name, std::string_view value,
               SstDumpSweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(const int64_t threads,
                        ParseInteger(name, value, 1, kMaxThreads));
  // What every release does, whether it knows the flag or not.
  if (threads > 1) Add(name, value, sweep);
  return Status::Ok();
}

Status Switch(std::string_view name, std::string_view value,
              SstDumpSweep* sweep) {
  if (value != "true" && value != "false") {
    return Cannot(name, value, "must be true or false");
  }
  (name == "verify_compression" ? sweep->asked.verify_compression
                                : sweep->asked.enable_index_compression) =
      value == "true";
  Add(name, value, sweep);
  return Status::Ok();
}

// What sst_dump does anyway.
Status OnlyItsOwnWay(std::string_view name, std::string_view value,
                     SstDumpSweep* /*sweep*/) {
  const bool is_its_own = value == "sst_dump" || value == "table" ||
                          (name == "engine" && value == "auto");
  if (is_its_own) return Status::Ok();
  return Cannot(name, value, "sst_dump has no such choice");
}

struct Entry {
  std::string_view name;
  Translation translate;
};

constexpr Entry kTranslations[] = {
    {"compression_types", Types},
    {"compression_level", OneLevel},
    {"compression_levels", Levels},
    {"compression_level_from", AsItIs},
    {"compression_level_to", AsItIs},
    {"block_size", BlockSize},
    {"set_block_size", BlockSize},
    {"compression_max_dict_bytes", DictionaryBytes},
    {"compression_zstd_max_train_bytes", DictionaryBytes},
    {"compression_max_dict_buffer_bytes", DictionaryBuffer},
    {"compression_use_zstd_finalize_dict", FinalizeDictionary},
    {"compression_parallel_threads", Threads},
    {"enable_index_compression", Switch},
    {"verify_compression", Switch},
    {"table_options", OnlyItsOwnWay},
    {"engine", OnlyItsOwnWay},
    {"input_format", OnlyItsOwnWay},
};

Status Translate(std::string_view flag, SstDumpSweep* sweep) {
  flag.remove_prefix(flag.starts_with("--") ? 2 : 1);
  const size_t equals = flag.find('=');
  const std::string_view name = flag.substr(0, equals);
  const std::string_view value =
      equals == std::string_view::npos ? "true" : flag.substr(equals + 1);
  const auto entry = std::ranges::find(kTranslations, name, &Entry::name);
  if (entry == std::ranges::end(kTranslations)) {
    return Status::Usage(fmt::format(
        "--{}: sst_dump, one of the sides, has no such flag", name));
  }
  return entry->translate(name, value, sweep);
}

}  // namespace

Result<SstDumpSweep> TranslateForSstDump(std::span<const std::string> flags) {
  SstDumpSweep sweep;
  for (const std::string& flag : flags) {
    SSTR_RETURN_IF_ERROR(Translate(flag, &sweep));
  }
  return sweep;
}

}  // namespace sstr
