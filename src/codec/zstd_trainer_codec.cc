// SPDX-License-Identifier: Apache-2.0

#include <zdict.h>

#include <algorithm>

#include "codec/zstd_trainer.h"

namespace sstr {
namespace {

std::vector<uint8_t> Shortened(std::vector<uint8_t> dictionary, size_t bytes) {
  dictionary.resize(ZDICT_isError(bytes) ? 0 : bytes);
  return dictionary;
}

}  // namespace

std::vector<uint8_t> TrainZstdDictionary(const DictionarySamples& samples,
                                         size_t max_dict_bytes) {
  if (samples.sizes.empty()) return {};
  std::vector<uint8_t> dictionary(max_dict_bytes);
  const size_t bytes = ZDICT_trainFromBuffer(
      dictionary.data(), dictionary.size(), samples.bytes.data(),
      samples.sizes.data(), static_cast<unsigned>(samples.sizes.size()));
  return Shortened(std::move(dictionary), bytes);
}

std::vector<uint8_t> FinalizeZstdDictionary(const DictionarySamples& samples,
                                            size_t max_dict_bytes, int level) {
  if (samples.sizes.empty()) return {};
  std::vector<uint8_t> dictionary(max_dict_bytes);
  const size_t bytes = ZDICT_finalizeDictionary(
      dictionary.data(), dictionary.size(), samples.bytes.data(),
      std::min(samples.bytes.size(), max_dict_bytes), samples.bytes.data(),
      samples.sizes.data(), static_cast<unsigned>(samples.sizes.size()),
      {.compressionLevel = level, .notificationLevel = 0, .dictID = 0});
  return Shortened(std::move(dictionary), bytes);
}

}  // namespace sstr
