// SPDX-License-Identifier: Apache-2.0
//
// A sweep: lists of settings that multiply into pass specs, in the order
// asked. A codec without levels, or one run without a choice, runs once.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/compression_type.h"
#include "pass/pass_spec.h"

namespace sstr {

struct Sweep {
  std::vector<CompressionType> types;
  std::vector<int> levels = {kDefaultCompressionLevel};
  std::vector<uint64_t> block_sizes = {16384};
  std::vector<uint32_t> max_dict_bytes = {0};
  std::vector<uint32_t> threads = {1};
  // Everything that is not a list. Its fields named above are overwritten.
  PassSpec base;
};

// None, Snappy and BZip2 take no level.
bool CodecHasLevels(CompressionType type);

// Block size varies slowest, then type, level, dictionary, threads.
std::vector<PassSpec> Expand(const Sweep& sweep);

}  // namespace sstr
