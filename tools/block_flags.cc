// SPDX-License-Identifier: Apache-2.0

#include "block_flags.h"

#include <fmt/format.h>
#include <gflags/gflags.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "flag_parsing.h"

DEFINE_string(engine, "auto", "");
DEFINE_string(lz4_api, "", "");
DEFINE_string(lz4hc_api, "", "");
DEFINE_string(codec_context, "", "");
DEFINE_string(allocator, "", "");
DEFINE_string(keep_rule, "", "");

namespace sstr {
namespace {

constexpr std::pair<std::string_view, EngineChoice> kEngines[] = {
    {"auto", EngineChoice::kAuto},
    {"table", EngineChoice::kTable},
    {"block", EngineChoice::kBlock},
};

Status SetNames(const char* flag, const std::string& text,
                std::vector<std::string>* names) {
  if (!FlagWasGiven(flag)) return Status::Ok();
  SSTR_ASSIGN_OR_RETURN(*names, ParseList(flag, text));
  for (const std::string& name : *names) {
    if (std::ranges::count(*names, name) == 1) continue;
    return Status::Usage(fmt::format("--{}: {} is named twice", flag, name));
  }
  return Status::Ok();
}

// The registry names the choices; each has a flag of its name.
Status SetVariants(Sweep* sweep) {
  for (const Codec* codec : AllCodecs()) {
    const std::string choice(codec->info().variant_choice);
    std::string text;
    if (!gflags::GetCommandLineOption(choice.c_str(), &text)) continue;
    SSTR_RETURN_IF_ERROR(
        SetNames(choice.c_str(), text, &sweep->variants[choice]));
  }
  return Status::Ok();
}

Status SetBlockEngine(Sweep* sweep) {
  SSTR_ASSIGN_OR_RETURN(sweep->engine,
                        ParseName("engine", FLAGS_engine, kEngines));
  SSTR_RETURN_IF_ERROR(SetVariants(sweep));
  SSTR_RETURN_IF_ERROR(
      SetNames("allocator", FLAGS_allocator, &sweep->allocators));
  if (FlagWasGiven("keep_rule")) {
    SSTR_ASSIGN_OR_RETURN(sweep->keep_rule, ParseKeepRule(FLAGS_keep_rule));
  }
  return Status::Ok();
}

}  // namespace

FlagGroup BlockEngineFlags(Sweep* sweep) {
  return {
      .title = "Engines",
      .flags =
          {
              {"engine",
               "\"table\": RocksDB's table builder and reader; \"block\": "
               "codec calls straight on the blocks; \"auto\": table, and block "
               "for types that RocksDB lacks, raw inputs, and the five choices "
               "below. Default: auto."},
              {"lz4_api",
               "List of ways to call LZ4: one_shot, ext_state, "
               "stream_per_block, stream_reuse. Default: "
               "stream_per_block, as RocksDB up to 10.5."},
              {"lz4hc_api", "The same for LZ4HC."},
              {"codec_context",
               "List of fresh and reused: a new context for every call or one "
               "kept, of ZSTD, zlib, bzip2 and brotli; fit_window for "
               "brotli alone: a window no larger than the block. "
               "Default: reused for ZSTD, fresh for the others."},
              {"allocator",
               "List of malloc, mmap_threshold (malloc in a process with "
               "raised thresholds) and pool (memory kept between "
               "calls). Default: pool for brotli, malloc for the "
               "others."},
              {"keep_rule",
               "When a compressed block is kept: rocksdb7, rocksdb8 or "
               "limit:N (at most N bytes per KiB). Default: as the "
               "RocksDB release does."},
          },
      .read = [=](const CommandLine&) { return SetBlockEngine(sweep); }};
}

Status CheckChoices(const Sweep& sweep) {
  const std::optional<UnusedChoice> unused = FindUnusedChoice(sweep);
  if (!unused) return Status::Ok();
  const bool table_only = sweep.engine == EngineChoice::kTable;
  return Status::Usage(fmt::format("--{}: {}{}", unused->choice, unused->why,
                                   table_only ? "; --engine=block has" : ""));
}

size_t CallChoices(const Sweep& sweep) {
  size_t variants = 1;
  for (const auto& [choice, names] : sweep.variants) {
    variants = std::max(variants, names.size());
  }
  return variants * std::max(sweep.allocators.size(), size_t{1});
}

}  // namespace sstr
