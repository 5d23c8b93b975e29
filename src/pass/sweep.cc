// SPDX-License-Identifier: Apache-2.0

#include "pass/sweep.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "codec/registry.h"

namespace sstr {
namespace {

constexpr uint64_t kSstDumpBlockSize = 16384;

// What `sweep` asks for under the name of a choice; empty: each codec's
// default.
const std::vector<std::string>& NamesOf(const Sweep& sweep,
                                        std::string_view choice) {
  static const std::vector<std::string> kNothing;
  const auto found = sweep.variants.find(choice);
  return found == sweep.variants.end() ? kNothing : found->second;
}

const std::vector<std::string>& OrDefault(
    const std::vector<std::string>& names) {
  static const std::vector<std::string> kDefault = {""};
  return names.empty() ? kDefault : names;
}

bool HasChoice(CompressionType type, std::string_view choice) {
  const Codec* codec = FindCodec(type);
  return codec != nullptr && codec->info().variant_choice == choice;
}

class Expansion {
 public:
  Expansion(const Sweep& sweep, const ReleaseTraits& release, bool raw_input)
      : sweep_(sweep), release_(release), raw_input_(raw_input) {}

  Result<std::vector<PassSpec>> Run() {
    if (const auto unused = FindUnusedChoice(sweep_)) {
      return Status::Usage(unused->choice + ": " + unused->why);
    }
    for (const uint64_t block_size : BlockSizes()) {
      for (const CompressionType type : sweep_.types) {
        PassSpec spec = sweep_.base;
        spec.block_size = block_size;
        spec.codec.type = type;
        SSTR_ASSIGN_OR_RETURN(const bool on_blocks, RunsOnBlocks(type));
        if (on_blocks) {
          SSTR_RETURN_IF_ERROR(AddBlockSpecs(spec));
        } else {
          AddTableSpecs(spec);
        }
      }
    }
    return std::move(specs_);
  }

 private:
  std::vector<uint64_t> BlockSizes() const {
    if (!sweep_.block_sizes.empty()) return sweep_.block_sizes;
    const bool as_they_are =
        raw_input_ || sweep_.engine == EngineChoice::kBlock;
    return {as_they_are ? 0 : kSstDumpBlockSize};
  }

  Result<bool> RunsOnBlocks(CompressionType type) const {
    const Codec* codec = FindCodec(type);
    const bool in_release = std::ranges::count(release_.types, type) > 0;
    const bool on_blocks =
        sweep_.engine == EngineChoice::kBlock || raw_input_ ||
        (sweep_.engine == EngineChoice::kAuto &&
         (!in_release || (codec != nullptr && AsksForBlocks(codec->info()))));
    if (on_blocks ? codec != nullptr : in_release) return on_blocks;
    return Status::Usage(fmt::format(
        "{} is not supported by this build's {} engine; supported: {}",
        CompressionTypeName(type), on_blocks ? "block" : "table",
        Supported(on_blocks)));
  }

  bool AsksForBlocks(const CodecInfo& info) const {
    if (!sweep_.allocators.empty() || sweep_.keep_rule) return true;
    return !NamesOf(sweep_, info.variant_choice).empty();
  }

  std::string Supported(bool on_blocks) const {
    if (on_blocks) return CodecNames();
    std::vector<std::string> names;
    for (const CompressionType type : release_.types) {
      names.push_back(CompressionTypeName(type));
    }
    return fmt::format("{}", fmt::join(names, ", "));
  }

  std::vector<int> Levels(CompressionType type) const {
    if (CodecHasLevels(type)) return sweep_.levels;
    return {kDefaultCompressionLevel};
  }

  void AddTableSpecs(PassSpec spec) {
    spec.engine = kTableEngineName;
    for (const int level : Levels(spec.codec.type)) {
      spec.codec.level = level;
      for (const uint32_t dict_bytes : sweep_.max_dict_bytes) {
        spec.codec.max_dict_bytes = dict_bytes;
        for (const uint32_t threads : sweep_.threads) {
          spec.threads = threads;
          specs_.push_back(spec);
        }
      }
    }
  }

  Status AddBlockSpecs(PassSpec spec) {
    const Codec& codec = *FindCodec(spec.codec.type);
    spec.engine = kBlockEngineName;
    spec.keep_rule = sweep_.keep_rule.value_or(release_.keep_rule);
    for (const int level : Levels(spec.codec.type)) {
      spec.codec.level = level;
      for (const uint32_t dict_bytes : sweep_.max_dict_bytes) {
        spec.codec.max_dict_bytes = dict_bytes;
        SSTR_RETURN_IF_ERROR(AddCalls(codec, spec));
      }
    }
    return Status::Ok();
  }

  Status AddCalls(const Codec& codec, PassSpec spec) {
    const std::vector<std::string>& variants =
        OrDefault(NamesOf(sweep_, codec.info().variant_choice));
    for (const std::string& variant : variants) {
      for (const std::string& allocator : OrDefault(sweep_.allocators)) {
        const CompressorOptions asked = {.level = spec.codec.level,
                                         .dictionary = {},
                                         .checksum = false,
                                         .variant = variant,
                                         .allocator = allocator};
        // What the library cannot do becomes a skipped row that says why.
        const Status status = codec.Check(asked);
        if (status.code() == StatusCode::kUsage) return status;
        const CompressorOptions runs = codec.Resolved(asked);
        spec.variant = runs.variant;
        spec.allocator = runs.allocator;
        specs_.push_back(spec);
      }
    }
    return Status::Ok();
  }

  const Sweep& sweep_;
  const ReleaseTraits& release_;
  const bool raw_input_;
  std::vector<PassSpec> specs_;
};

}  // namespace

bool CodecHasLevels(CompressionType type) {
  const Codec* codec = FindCodec(type);
  return codec != nullptr && codec->info().levels.has_value();
}

std::optional<UnusedChoice> FindUnusedChoice(const Sweep& sweep) {
  const bool table_only = sweep.engine == EngineChoice::kTable;
  const std::string no_choice = "RocksDB's table builder has no such choice";
  for (const auto& [choice, names] : sweep.variants) {
    if (names.empty()) continue;
    if (table_only) return UnusedChoice{choice, no_choice};
    const auto has_it = [&choice](CompressionType type) {
      return HasChoice(type, choice);
    };
    if (!sweep.types.empty() && std::ranges::none_of(sweep.types, has_it)) {
      return UnusedChoice{choice,
                          "none of the types asked for has such a choice"};
    }
  }
  if (!table_only) return std::nullopt;
  if (!sweep.allocators.empty()) return UnusedChoice{"allocator", no_choice};
  if (sweep.keep_rule) return UnusedChoice{"keep_rule", no_choice};
  return std::nullopt;
}

Result<std::vector<PassSpec>> Expand(const Sweep& sweep,
                                     const ReleaseTraits& release,
                                     bool raw_input) {
  return Expansion(sweep, release, raw_input).Run();
}

}  // namespace sstr
