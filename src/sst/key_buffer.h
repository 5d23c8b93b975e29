// SPDX-License-Identifier: Apache-2.0
//
// The current key of a walk over prefix-compressed entries, rebuilt in place
// without allocation per entry. Header-only: the innermost loop of reading.

#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace sstr {

class KeyBuffer {
 public:
  KeyBuffer() : bytes_(kInitialBytes) {}

  size_t size() const { return size_; }
  const uint8_t* data() const { return bytes_.data(); }
  std::string_view view() const {
    return {reinterpret_cast<const char*>(bytes_.data()), size_};
  }

  void Clear() { size_ = 0; }
  void Assign(std::string_view key) {
    size_ = 0;
    Replace(0, reinterpret_cast<const uint8_t*>(key.data()), key.size(), 0);
  }

  // Keeps the first `shared` bytes and puts `count` bytes from `suffix` behind
  // them; `slack` bytes behind those may be read as well.
  // REQUIRES: shared <= size().
  void Replace(size_t shared, const uint8_t* suffix, size_t count,
               size_t slack) {
    const size_t new_size = shared + count;
    if (new_size + kChunk > bytes_.size()) bytes_.resize(new_size + kChunk);
    if (count <= kChunk && count + slack >= kChunk) {
      // One copy of constant size beats a call for the usual short suffix.
      std::memcpy(bytes_.data() + shared, suffix, kChunk);
    } else if (count > 0) {
      std::memcpy(bytes_.data() + shared, suffix, count);
    }
    size_ = new_size;
  }

 private:
  static constexpr size_t kChunk = 32;
  static constexpr size_t kInitialBytes = 256;

  std::vector<uint8_t> bytes_;
  size_t size_ = 0;
};

}  // namespace sstr
