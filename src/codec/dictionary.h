// SPDX-License-Identifier: Apache-2.0
//
// The compression dictionary that RocksDB's table builder would make for a
// file of these data blocks, byte for byte: same blocks buffered, same blocks
// sampled, same library calls.
// Source: rocksdb/table/block_based/block_based_table_builder.cc,
// EnterUnbuffered().

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/compression_type.h"

namespace sstr {

// The types whose dictionary RocksDB trains when zstd_max_train_bytes > 0.
enum class TrainerUse {
  kEveryType,  // Up to 10.2.
  kZstdOnly,   // From 10.3 on; other types get the samples as they are.
};

// Samples one after the other, and the size of each.
struct DictionarySamples {
  std::vector<uint8_t> bytes;
  std::vector<size_t> sizes;
};

using BlockViews = std::span<const std::span<const uint8_t>>;

// The dictionary of `setting` (its type, level and dictionary fields) for the
// uncompressed data blocks of a file, in file order. Empty when max_dict_bytes
// is 0, without blocks, and when the trainer fails: RocksDB then goes on
// without a dictionary.
std::vector<uint8_t> BuildDictionary(const CodecSetting& setting,
                                     BlockViews blocks, TrainerUse trainer_use);

// The same in two steps, for a caller that does not have all blocks in memory.
// The first step tells which blocks are sampled, in which order, and how many
// of their first bytes are taken.
struct SamplePart {
  size_t block = 0;
  size_t bytes = 0;
};
// `block_sizes` are those of all blocks, in bytes. Empty where no dictionary
// would be made.
std::vector<SamplePart> PlanDictionarySamples(
    const CodecSetting& setting, std::span<const size_t> block_sizes,
    TrainerUse trainer_use);
// The second step makes the dictionary of those parts.
std::vector<uint8_t> BuildDictionary(const CodecSetting& setting,
                                     DictionarySamples samples,
                                     TrainerUse trainer_use);

}  // namespace sstr
