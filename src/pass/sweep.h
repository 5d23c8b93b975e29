// SPDX-License-Identifier: Apache-2.0
//
// A sweep: lists of settings that multiply into pass specs, in the order
// asked. A codec without levels, or one run without a choice, runs once.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"
#include "pass/pass_spec.h"

namespace sstr {

enum class EngineChoice {
  kAuto,  // Table; block for what RocksDB lacks: see Expand().
  kTable,
  kBlock,
};

struct Sweep {
  EngineChoice engine = EngineChoice::kAuto;
  std::vector<CompressionType> types;
  std::vector<int> levels = {kDefaultCompressionLevel};
  // Empty: 16384, as sst_dump; 0, the blocks as they are, for raw inputs and
  // where the block engine was chosen.
  std::vector<uint64_t> block_sizes;
  std::vector<uint32_t> max_dict_bytes = {0};
  std::vector<uint32_t> threads = {1};  // Table engine.

  // Block engine. Empty: each codec's default. Names of call variants, by
  // CodecInfo::variant_choice.
  std::map<std::string, std::vector<std::string>, std::less<>> variants;
  std::vector<std::string> allocators;  // See codec/codec.h.
  std::optional<KeepRule> keep_rule;    // Absent: the RocksDB release's.

  // Everything that is not a list. Its fields named above are overwritten.
  PassSpec base;
};

// What the RocksDB release at hand can do and does.
struct ReleaseTraits {
  std::vector<CompressionType> types;
  KeepRule keep_rule;
};

// Whether levels make a difference to the codec that runs `type`.
bool CodecHasLevels(CompressionType type);

// A choice that is the block engine's alone and that no spec would use.
struct UnusedChoice {
  std::string choice;  // "lz4_api", "allocator", ...
  std::string why;     // Without the name.

  bool operator==(const UnusedChoice&) const = default;
};

// Absent when every choice has something to choose for. A sweep that names no
// types is taken to have those that its choices need.
std::optional<UnusedChoice> FindUnusedChoice(const Sweep& sweep);

// Block size varies slowest, then type, level, dictionary, and threads or call
// variant and allocator. With kAuto a raw input, a type that the release lacks,
// and anything asked for that is the block engine's alone (call variant,
// allocator, keep rule) make a spec the block engine's. Errors: kUsage for a
// type that no engine has, for levels, variants and allocators that a codec
// lacks, naming the valid ones, and for what FindUnusedChoice() finds.
Result<std::vector<PassSpec>> Expand(const Sweep& sweep,
                                     const ReleaseTraits& release,
                                     bool raw_input = false);

}  // namespace sstr
