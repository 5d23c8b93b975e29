// SPDX-License-Identifier: Apache-2.0
//
// Bytes that grow and are never value-initialised: the output of codecs,
// which write before anyone reads. Not thread-safe.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

namespace sstr {

class ByteBuffer {
 public:
  uint8_t* data() { return data_.get(); }
  const uint8_t* data() const { return data_.get(); }
  size_t capacity() const { return capacity_; }

  // Makes room for `bytes`; the contents are lost when it grows. Never null.
  uint8_t* Reserve(size_t bytes) {
    if (bytes > capacity_ || data_ == nullptr) Replace(bytes, 0);
    return data_.get();
  }

  // Makes room for `bytes`, keeping the first `kept_bytes`.
  uint8_t* Grow(size_t bytes, size_t kept_bytes) {
    if (bytes > capacity_ || data_ == nullptr) Replace(bytes, kept_bytes);
    return data_.get();
  }

 private:
  void Replace(size_t bytes, size_t kept_bytes) {
    constexpr size_t kGranuleBytes = 4096;
    const size_t capacity = bytes + (kGranuleBytes - bytes % kGranuleBytes);
    if (kept_bytes == 0) data_.reset();  // Old and new never live together.
    auto data = std::make_unique_for_overwrite<uint8_t[]>(capacity);
    if (kept_bytes > 0) std::memcpy(data.get(), data_.get(), kept_bytes);
    data_ = std::move(data);
    capacity_ = capacity;
  }

  std::unique_ptr<uint8_t[]> data_;
  size_t capacity_ = 0;
};

// Hands out a ByteBuffer piece by piece to a decoder that does not know how
// much will come: in total about twice what was needed, and at most one byte
// more than the limit, in which a stream that is too long shows itself.
class GrowingOutput {
 public:
  GrowingOutput(ByteBuffer* buffer, size_t compressed_bytes,
                uint64_t limit_bytes)
      : buffer_(buffer),
        next_total_(4 * uint64_t{compressed_bytes} + 4096),
        most_(limit_bytes + 1) {}

  // Where to write next, after all that was given before is full. Empty once
  // the limit is exceeded.
  std::span<uint8_t> Next() {
    // Libraries count a piece in 32 bits.
    constexpr uint64_t kMaxPieceBytes = uint64_t{1} << 30;
    const uint64_t total =
        std::min({next_total_, most_, given_ + kMaxPieceBytes});
    if (total <= given_) return {};
    uint8_t* data = buffer_->Grow(total, given_);
    const size_t begin = given_;
    given_ = total;
    next_total_ = 2 * total;
    return {data + begin, given_ - begin};
  }
  // The sum of the pieces, in bytes from the start of the buffer.
  size_t given_bytes() const { return given_; }

 private:
  ByteBuffer* const buffer_;
  uint64_t next_total_;
  const uint64_t most_;
  size_t given_ = 0;
};

}  // namespace sstr
