// SPDX-License-Identifier: Apache-2.0

#include "sst/byte_reader.h"

namespace sstr {
namespace {

template <typename Unsigned>
const uint8_t* ParseVarint(const uint8_t* p, const uint8_t* limit,
                           Unsigned* value) {
  constexpr int kBits = sizeof(Unsigned) * 8;
  Unsigned result = 0;
  for (int shift = 0; shift < kBits && p < limit; shift += 7) {
    const uint8_t byte = *p++;
    const Unsigned bits = byte & 0x7F;
    if (shift > kBits - 7 && bits >> (kBits - shift) != 0) return nullptr;
    result |= bits << shift;
    if (byte < 0x80) {
      *value = result;
      return p;
    }
  }
  return nullptr;
}

}  // namespace

const uint8_t* ParseVarint32Slow(const uint8_t* p, const uint8_t* limit,
                                 uint32_t* value) {
  return ParseVarint(p, limit, value);
}

const uint8_t* ParseVarint64(const uint8_t* p, const uint8_t* limit,
                             uint64_t* value) {
  return ParseVarint(p, limit, value);
}

}  // namespace sstr
