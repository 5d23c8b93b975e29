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

// One flag whose values are names of call variants, and whom it is for.
struct VariantAxis {
  std::string_view flag;
  const std::vector<std::string> Sweep::*names;
  bool (*concerns)(const CodecInfo& info);
};

constexpr VariantAxis kVariantAxes[] = {
    {"lz4_api", &Sweep::lz4_apis,
     [](const CodecInfo& info) { return info.type == CompressionType::kLZ4; }},
    {"lz4hc_api", &Sweep::lz4hc_apis,
     [](const CodecInfo& info) {
       return info.type == CompressionType::kLZ4HC;
     }},
    {"codec_context", &Sweep::codec_contexts,
     [](const CodecInfo& info) {
       return std::ranges::any_of(info.variants,
                                  [](const CallVariant& variant) {
                                    return variant.name == kFreshVariant;
                                  });
     }},
};

const std::vector<std::string>& OrDefault(
    const std::vector<std::string>& names) {
  static const std::vector<std::string> kDefault = {""};
  return names.empty() ? kDefault : names;
}

const std::vector<std::string>& VariantsFor(const Sweep& sweep,
                                            const CodecInfo& info) {
  for (const VariantAxis& axis : kVariantAxes) {
    if (axis.concerns(info)) return OrDefault(sweep.*axis.names);
  }
  return OrDefault({});
}

class Expansion {
 public:
  Expansion(const Sweep& sweep, const ReleaseTraits& release, bool raw_input)
      : sweep_(sweep), release_(release), raw_input_(raw_input) {}

  Result<std::vector<PassSpec>> Run() {
    SSTR_RETURN_IF_ERROR(CheckAxes());
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

  // A choice must have something to choose for.
  Status CheckAxes() const {
    for (const VariantAxis& axis : kVariantAxes) {
      if ((sweep_.*axis.names).empty()) continue;
      SSTR_RETURN_IF_ERROR(CheckNotTableOnly(axis.flag));
      const bool concerns_one =
          std::ranges::any_of(sweep_.types, [&](CompressionType type) {
            const Codec* codec = FindCodec(type);
            return codec != nullptr && axis.concerns(codec->info());
          });
      if (!concerns_one) {
        return Status::Usage(fmt::format(
            "--{}: none of the types asked for has such a choice", axis.flag));
      }
    }
    if (!sweep_.allocators.empty()) {
      SSTR_RETURN_IF_ERROR(CheckNotTableOnly("allocator"));
    }
    return sweep_.keep_rule ? CheckNotTableOnly("keep_rule") : Status::Ok();
  }

  Status CheckNotTableOnly(std::string_view flag) const {
    if (sweep_.engine != EngineChoice::kTable) return Status::Ok();
    return Status::Usage(fmt::format(
        "--{}: RocksDB's table builder has no such choice; --engine=block has",
        flag));
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
    return std::ranges::any_of(kVariantAxes, [&](const VariantAxis& axis) {
      return !(sweep_.*axis.names).empty() && axis.concerns(info);
    });
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
    for (const std::string& variant : VariantsFor(sweep_, codec.info())) {
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

Result<std::vector<PassSpec>> Expand(const Sweep& sweep,
                                     const ReleaseTraits& release,
                                     bool raw_input) {
  return Expansion(sweep, release, raw_input).Run();
}

}  // namespace sstr
