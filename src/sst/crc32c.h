// SPDX-License-Identifier: Apache-2.0
//
// CRC-32C (Castagnoli, polynomial 0x1EDC6F41, reflected), by the processor's
// instruction where it has one and by tables elsewhere. Debian packages no C
// or C++ library for it. Not masked: sst/checksum.h does that.

#pragma once

#include <cstdint>
#include <span>

namespace sstr {

// Continues from `crc`, the CRC of the bytes before; 0 to start.
uint32_t ExtendCrc32c(uint32_t crc, std::span<const uint8_t> bytes);

inline uint32_t Crc32c(std::span<const uint8_t> bytes) {
  return ExtendCrc32c(0, bytes);
}

// The portable way, whatever the processor has. For tests.
uint32_t ExtendCrc32cByTable(uint32_t crc, std::span<const uint8_t> bytes);

}  // namespace sstr
