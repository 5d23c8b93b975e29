// SPDX-License-Identifier: Apache-2.0
//
// Memory that a pass writes its file image into: reserved once, touched
// before timing, reused by the passes of one thread, so that no growth and no
// first touch falls into a timed region. Not thread-safe.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/status.h"
#include "corpus/corpus.h"

namespace sstr {

class ImageBuffer {
 public:
  // Reserves `capacity_bytes` of address space; touches none of it.
  static Result<ImageBuffer> Reserve(size_t capacity_bytes);

  ImageBuffer(ImageBuffer&& other) noexcept;
  ImageBuffer& operator=(ImageBuffer&& other) noexcept;
  ImageBuffer(const ImageBuffer&) = delete;
  ImageBuffer& operator=(const ImageBuffer&) = delete;
  ~ImageBuffer();

  // Touches pages up to `bytes` that were not touched before.
  void Touch(size_t bytes);

  void Clear() { size_ = 0; }
  // false when it does not fit the capacity; nothing is then appended.
  bool Append(const char* data, size_t bytes);

  // Room behind what was appended, to be written in place; Advance() then
  // appends its first `bytes`. REQUIRES: bytes <= tail().size().
  std::span<uint8_t> tail() {
    return {reinterpret_cast<uint8_t*>(data_) + size_, capacity_ - size_};
  }
  void Advance(size_t bytes) { size_ += bytes; }

  std::span<const uint8_t> image() const {
    return {reinterpret_cast<const uint8_t*>(data_), size_};
  }
  // The last image reached past the touched pages: the system had to supply
  // some while it was written.
  bool OutgrewTouched() const { return size_ > touched_; }

 private:
  ImageBuffer(char* data, size_t capacity) : data_(data), capacity_(capacity) {}

  char* data_ = nullptr;
  size_t capacity_ = 0;
  size_t size_ = 0;
  size_t touched_ = 0;
};

// Bytes of address space for any image of `corpus`, whatever its block size: a
// one-byte block costs a trailer, an index entry and an index key.
size_t ImageCapacity(const Corpus& corpus);

}  // namespace sstr
