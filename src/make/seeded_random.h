// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same on every machine and with every standard
// library, whose distributions are not. Not for secrets. Not thread-safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

namespace sstr {

class SeededRandom {
 public:
  explicit SeededRandom(uint64_t seed) : engine_(seed) {}

  // In [0, bound). REQUIRES: bound > 0.
  uint32_t Below(uint32_t bound) {
    return static_cast<uint32_t>(((engine_() >> 32) * bound) >> 32);
  }

  // Appends `count` characters out of the `range` ones from `first` on.
  // REQUIRES: 0 < range <= 256.
  void AppendCharacters(size_t count, char first, uint32_t range,
                        std::string* out) {
    constexpr int kBitsPerCharacter = 8;
    uint64_t bits = 0;
    for (size_t i = 0; i < count; ++i) {
      bits = i % sizeof(bits) == 0 ? engine_() : bits >> kBitsPerCharacter;
      const uint64_t offset = ((bits & 0xFF) * range) >> kBitsPerCharacter;
      out->push_back(static_cast<char>(first + static_cast<char>(offset)));
    }
  }

  void AppendBytes(size_t count, std::string* out) {
    AppendCharacters(count, '\0', 256, out);
  }

 private:
  std::mt19937_64 engine_;  // Its sequence is fixed by the C++ standard.
};

}  // namespace sstr
