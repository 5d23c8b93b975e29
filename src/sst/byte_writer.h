// SPDX-License-Identifier: Apache-2.0
//
// Appends numbers to bytes as the file format has them: the counterpart of
// ByteReader. Integers are little endian; varints hold 7 bits per byte, lowest
// first.

#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "sst/block_handle.h"

namespace sstr {

// REQUIRES: 4 writable bytes at `p`.
inline void StoreFixed32(uint32_t value, uint8_t* p) {
  for (int i = 0; i < 4; ++i) p[i] = static_cast<uint8_t>(value >> (8 * i));
}

inline void AppendFixed32(uint32_t value, std::vector<uint8_t>* out) {
  out->resize(out->size() + 4);
  StoreFixed32(value, out->data() + out->size() - 4);
}
inline void AppendFixed64(uint64_t value, std::vector<uint8_t>* out) {
  AppendFixed32(static_cast<uint32_t>(value), out);
  AppendFixed32(static_cast<uint32_t>(value >> 32), out);
}
inline void AppendVarint(uint64_t value, std::vector<uint8_t>* out) {
  for (; value >= 0x80; value >>= 7) {
    out->push_back(static_cast<uint8_t>(value | 0x80));
  }
  out->push_back(static_cast<uint8_t>(value));
}
inline void AppendBytes(std::span<const uint8_t> bytes,
                        std::vector<uint8_t>* out) {
  out->insert(out->end(), bytes.begin(), bytes.end());
}
inline void AppendBytes(std::string_view bytes, std::vector<uint8_t>* out) {
  out->insert(out->end(), bytes.begin(), bytes.end());
}
// What ReadBlockHandle() reads.
inline void AppendBlockHandle(const BlockHandle& handle,
                              std::vector<uint8_t>* out) {
  AppendVarint(handle.offset, out);
  AppendVarint(handle.size, out);
}

}  // namespace sstr
