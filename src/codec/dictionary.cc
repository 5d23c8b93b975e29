// SPDX-License-Identifier: Apache-2.0

#include "codec/dictionary.h"

#include <zdict.h>

#include <algorithm>
#include <utility>

#include "codec/registry.h"

namespace sstr {
namespace {

// RocksDB's kPrimeGenerator: coprime with any count of blocks below it.
constexpr uint64_t kSampleStride = 545055921143;

// How many blocks RocksDB has buffered when it samples: up to and including
// the one that exceeds the limit.
size_t BufferedBlocks(std::span<const size_t> block_sizes,
                      uint64_t limit_bytes) {
  if (limit_bytes == 0) return block_sizes.size();
  uint64_t buffered_bytes = 0;
  size_t count = 0;
  while (count < block_sizes.size() && buffered_bytes <= limit_bytes) {
    buffered_bytes += block_sizes[count++];
  }
  return count;
}

bool Trains(const CodecSetting& setting, TrainerUse trainer_use) {
  return setting.zstd_max_train_bytes > 0 &&
         (trainer_use == TrainerUse::kEveryType ||
          RunAs(setting.type) == CompressionType::kZSTD);
}

// Empty where the library said that it cannot, as with too few samples.
std::vector<uint8_t> Shortened(std::vector<uint8_t> dictionary, size_t bytes) {
  dictionary.resize(ZDICT_isError(bytes) ? 0 : bytes);
  return dictionary;
}

// Selects content by training on the samples.
std::vector<uint8_t> Train(const DictionarySamples& samples,
                           size_t max_dict_bytes) {
  std::vector<uint8_t> dictionary(max_dict_bytes);
  const size_t bytes = ZDICT_trainFromBuffer(
      dictionary.data(), dictionary.size(), samples.bytes.data(),
      samples.sizes.data(), static_cast<unsigned>(samples.sizes.size()));
  return Shortened(std::move(dictionary), bytes);
}

// Takes the samples' first `max_dict_bytes` as content and adds entropy tables
// for `level`.
std::vector<uint8_t> Finalize(const DictionarySamples& samples,
                              size_t max_dict_bytes, int level) {
  std::vector<uint8_t> dictionary(max_dict_bytes);
  const size_t bytes = ZDICT_finalizeDictionary(
      dictionary.data(), dictionary.size(), samples.bytes.data(),
      std::min(samples.bytes.size(), max_dict_bytes), samples.bytes.data(),
      samples.sizes.data(), static_cast<unsigned>(samples.sizes.size()),
      {.compressionLevel = level, .notificationLevel = 0, .dictID = 0});
  return Shortened(std::move(dictionary), bytes);
}

}  // namespace

std::vector<SamplePart> PlanDictionarySamples(
    const CodecSetting& setting, std::span<const size_t> block_sizes,
    TrainerUse trainer_use) {
  std::vector<SamplePart> parts;
  if (setting.max_dict_bytes == 0 || block_sizes.empty()) return parts;
  const size_t count =
      BufferedBlocks(block_sizes, setting.max_dict_buffer_bytes);
  const size_t sample_bytes = Trains(setting, trainer_use)
                                  ? setting.zstd_max_train_bytes
                                  : setting.max_dict_bytes;
  // RocksDB's walk: it begins in the middle and visits every block once.
  const size_t stride = kSampleStride % count;
  size_t at = count / 2;
  size_t taken_bytes = 0;
  while (parts.size() < count && taken_bytes < sample_bytes) {
    const size_t bytes = std::min(sample_bytes - taken_bytes, block_sizes[at]);
    parts.push_back({.block = at, .bytes = bytes});
    taken_bytes += bytes;
    at = (at + stride) % count;
  }
  return parts;
}

std::vector<uint8_t> BuildDictionary(const CodecSetting& setting,
                                     DictionarySamples samples,
                                     TrainerUse trainer_use) {
  if (samples.sizes.empty() || !Trains(setting, trainer_use)) {
    return std::move(samples.bytes);
  }
  if (setting.use_zstd_dict_trainer) {
    return Train(samples, setting.max_dict_bytes);
  }
  const LevelRange levels = *FindCodec(CompressionType::kZSTD)->info().levels;
  const int level = setting.level == kDefaultCompressionLevel
                        ? levels.default_level
                        : setting.level;
  return Finalize(samples, setting.max_dict_bytes, level);
}

std::vector<uint8_t> BuildDictionary(const CodecSetting& setting,
                                     BlockViews blocks,
                                     TrainerUse trainer_use) {
  std::vector<size_t> block_sizes;
  for (const std::span<const uint8_t> block : blocks) {
    block_sizes.push_back(block.size());
  }
  DictionarySamples samples;
  for (const SamplePart& part :
       PlanDictionarySamples(setting, block_sizes, trainer_use)) {
    const std::span<const uint8_t> bytes = blocks[part.block].first(part.bytes);
    samples.bytes.insert(samples.bytes.end(), bytes.begin(), bytes.end());
    samples.sizes.push_back(part.bytes);
  }
  return BuildDictionary(setting, std::move(samples), trainer_use);
}

}  // namespace sstr
