// SPDX-License-Identifier: Apache-2.0

#include "codec/dictionary.h"

#include <algorithm>

#include "codec/registry.h"
#include "codec/zstd_trainer.h"

namespace sstr {
namespace {

// RocksDB's kPrimeGenerator: coprime with any count of blocks below it.
constexpr uint64_t kSampleStride = 545055921143;

// The blocks that RocksDB has buffered when it samples: up to and including
// the one that exceeds the limit.
BlockViews Buffered(BlockViews blocks, uint64_t limit_bytes) {
  if (limit_bytes == 0) return blocks;
  uint64_t buffered_bytes = 0;
  size_t count = 0;
  while (count < blocks.size() && buffered_bytes <= limit_bytes) {
    buffered_bytes += blocks[count++].size();
  }
  return blocks.first(count);
}

DictionarySamples Sample(BlockViews blocks, size_t sample_bytes) {
  DictionarySamples samples;
  const size_t stride = kSampleStride % blocks.size();
  size_t at = blocks.size() / 2;
  for (size_t taken = 0;
       taken < blocks.size() && samples.bytes.size() < sample_bytes; ++taken) {
    const std::span<const uint8_t> part = blocks[at].first(
        std::min(sample_bytes - samples.bytes.size(), blocks[at].size()));
    samples.bytes.insert(samples.bytes.end(), part.begin(), part.end());
    samples.sizes.push_back(part.size());
    at = (at + stride) % blocks.size();
  }
  return samples;
}

bool IsZstd(CompressionType type) {
  return type == CompressionType::kZSTD ||
         type == CompressionType::kZSTDNotFinal;
}

}  // namespace

std::vector<uint8_t> BuildDictionary(const CodecSetting& setting,
                                     BlockViews blocks,
                                     TrainerUse trainer_use) {
  if (setting.max_dict_bytes == 0 || blocks.empty()) return {};
  const bool trains =
      setting.zstd_max_train_bytes > 0 &&
      (trainer_use == TrainerUse::kEveryType || IsZstd(setting.type));
  DictionarySamples samples =
      Sample(Buffered(blocks, setting.max_dict_buffer_bytes),
             trains ? setting.zstd_max_train_bytes : setting.max_dict_bytes);
  if (!trains) return std::move(samples.bytes);
  if (setting.use_zstd_dict_trainer) {
    return TrainZstdDictionary(samples, setting.max_dict_bytes);
  }
  const LevelRange levels = *FindCodec(CompressionType::kZSTD)->info().levels;
  const int level = setting.level == kDefaultCompressionLevel
                        ? levels.default_level
                        : setting.level;
  return FinalizeZstdDictionary(samples, setting.max_dict_bytes, level);
}

}  // namespace sstr
