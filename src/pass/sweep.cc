// SPDX-License-Identifier: Apache-2.0

#include "pass/sweep.h"

namespace sstr {

bool CodecHasLevels(CompressionType type) {
  switch (type) {
    case CompressionType::kNone:
    case CompressionType::kSnappy:
    case CompressionType::kBZip2:
    case CompressionType::kXpress:
      return false;
    case CompressionType::kZlib:
    case CompressionType::kLZ4:
    case CompressionType::kLZ4HC:
    case CompressionType::kZSTD:
    case CompressionType::kZSTDNotFinal:
    case CompressionType::kBrotli:
      break;
  }
  return true;
}

std::vector<PassSpec> Expand(const Sweep& sweep) {
  static const std::vector<int> kOneLevel = {kDefaultCompressionLevel};
  std::vector<PassSpec> specs;
  PassSpec spec = sweep.base;
  for (const uint64_t block_size : sweep.block_sizes) {
    spec.block_size = block_size;
    for (const CompressionType type : sweep.types) {
      spec.codec.type = type;
      for (const int level : CodecHasLevels(type) ? sweep.levels : kOneLevel) {
        spec.codec.level = level;
        for (const uint32_t dict_bytes : sweep.max_dict_bytes) {
          spec.codec.max_dict_bytes = dict_bytes;
          for (const uint32_t threads : sweep.threads) {
            spec.threads = threads;
            specs.push_back(spec);
          }
        }
      }
    }
  }
  return specs;
}

}  // namespace sstr
