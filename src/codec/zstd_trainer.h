// SPDX-License-Identifier: Apache-2.0
//
// ZSTD's two ways of turning samples into a dictionary. Which samples, and
// which way, is not decided here: dictionary.h does that.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace sstr {

// Samples one after the other, and the size of each.
struct DictionarySamples {
  std::vector<uint8_t> bytes;
  std::vector<size_t> sizes;
};

// Selects content by training on the samples. Empty when the library cannot,
// e.g. because the samples are too few.
std::vector<uint8_t> TrainZstdDictionary(const DictionarySamples& samples,
                                         size_t max_dict_bytes);

// Takes the samples' first `max_dict_bytes` as content and adds entropy tables
// for `level`. Empty when the library cannot.
std::vector<uint8_t> FinalizeZstdDictionary(const DictionarySamples& samples,
                                            size_t max_dict_bytes, int level);

}  // namespace sstr
