// SPDX-License-Identifier: Apache-2.0

#include "sst/crc32c.h"

#include <array>
#include <cstring>

#include "sst/byte_reader.h"

#if defined(__x86_64__)
#include <nmmintrin.h>
#endif

namespace sstr {
namespace {

constexpr uint32_t kReflectedPolynomial = 0x82F63B78;
constexpr int kSlices = 8;
using Tables = std::array<std::array<uint32_t, 256>, kSlices>;

// tables[s][b]: the CRC of byte b followed by s zero bytes.
constexpr Tables MakeTables() {
  Tables tables{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) {
      crc = crc >> 1 ^ (crc & 1 ? kReflectedPolynomial : 0);
    }
    tables[0][byte] = crc;
  }
  for (int slice = 1; slice < kSlices; ++slice) {
    for (uint32_t byte = 0; byte < 256; ++byte) {
      const uint32_t crc = tables[slice - 1][byte];
      tables[slice][byte] = crc >> 8 ^ tables[0][crc & 0xFF];
    }
  }
  return tables;
}

constexpr Tables kTables = MakeTables();

#if defined(__x86_64__)
__attribute__((target("sse4.2"))) uint32_t ExtendByInstruction(
    uint32_t crc, std::span<const uint8_t> bytes) {
  uint64_t state = ~crc;
  const uint8_t* p = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; p += 8, left -= 8) {
    state = _mm_crc32_u64(state, LoadFixed64(p));
  }
  for (; left > 0; ++p, --left) {
    state = _mm_crc32_u8(static_cast<uint32_t>(state), *p);
  }
  return ~static_cast<uint32_t>(state);
}
#endif

}  // namespace

uint32_t ExtendCrc32cByTable(uint32_t crc, std::span<const uint8_t> bytes) {
  uint32_t state = ~crc;
  const uint8_t* p = bytes.data();
  size_t left = bytes.size();
  for (; left >= 8; p += 8, left -= 8) {
    const uint32_t low = LoadFixed32(p) ^ state;
    const uint32_t high = LoadFixed32(p + 4);
    state = kTables[7][low & 0xFF] ^ kTables[6][low >> 8 & 0xFF] ^
            kTables[5][low >> 16 & 0xFF] ^ kTables[4][low >> 24] ^
            kTables[3][high & 0xFF] ^ kTables[2][high >> 8 & 0xFF] ^
            kTables[1][high >> 16 & 0xFF] ^ kTables[0][high >> 24];
  }
  for (; left > 0; ++p, --left) {
    state = state >> 8 ^ kTables[0][(state ^ *p) & 0xFF];
  }
  return ~state;
}

uint32_t ExtendCrc32c(uint32_t crc, std::span<const uint8_t> bytes) {
#if defined(__x86_64__)
  static const bool has_instruction = __builtin_cpu_supports("sse4.2");
  if (has_instruction) return ExtendByInstruction(crc, bytes);
#endif
  return ExtendCrc32cByTable(crc, bytes);
}

}  // namespace sstr
