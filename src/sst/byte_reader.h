// SPDX-License-Identifier: Apache-2.0
//
// A cursor over borrowed bytes that checks bounds before every read: the one
// way this layer reads numbers whose place a file decides. Reads return false
// and leave the cursor where it was when the bytes do not suffice.
// Integers are little endian; varints hold 7 bits per byte, lowest first.

#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace sstr {

// REQUIRES: 4 (8) readable bytes at `p`.
inline uint32_t LoadFixed32(const uint8_t* p) {
  return uint32_t{p[0]} | uint32_t{p[1]} << 8 | uint32_t{p[2]} << 16 |
         uint32_t{p[3]} << 24;
}
inline uint64_t LoadFixed64(const uint8_t* p) {
  return LoadFixed32(p) | uint64_t{LoadFixed32(p + 4)} << 32;
}

inline std::string_view AsStringView(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Reads a varint from [p, limit). Returns the first byte after it, or null
// when it does not end before `limit` or does not fit 32 (64) bits.
const uint8_t* ParseVarint32Slow(const uint8_t* p, const uint8_t* limit,
                                 uint32_t* value);
const uint8_t* ParseVarint64(const uint8_t* p, const uint8_t* limit,
                             uint64_t* value);
inline const uint8_t* ParseVarint32(const uint8_t* p, const uint8_t* limit,
                                    uint32_t* value) {
  if (p < limit && *p < 0x80) {
    *value = *p;
    return p + 1;
  }
  return ParseVarint32Slow(p, limit, value);
}

class ByteReader {
 public:
  explicit ByteReader(std::span<const uint8_t> bytes) : bytes_(bytes) {}
  explicit ByteReader(std::string_view bytes)
      : bytes_(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()) {}

  bool empty() const { return bytes_.empty(); }
  size_t remaining() const { return bytes_.size(); }
  std::span<const uint8_t> rest() const { return bytes_; }

  bool ReadFixed32(uint32_t* value) {
    if (bytes_.size() < 4) return false;
    *value = LoadFixed32(bytes_.data());
    bytes_ = bytes_.subspan(4);
    return true;
  }
  bool ReadFixed64(uint64_t* value) {
    if (bytes_.size() < 8) return false;
    *value = LoadFixed64(bytes_.data());
    bytes_ = bytes_.subspan(8);
    return true;
  }
  bool ReadVarint32(uint32_t* value) {
    return Advance(
        ParseVarint32(bytes_.data(), bytes_.data() + bytes_.size(), value));
  }
  bool ReadVarint64(uint64_t* value) {
    return Advance(
        ParseVarint64(bytes_.data(), bytes_.data() + bytes_.size(), value));
  }
  bool ReadBytes(uint64_t count, std::span<const uint8_t>* out) {
    if (count > bytes_.size()) return false;
    *out = bytes_.first(static_cast<size_t>(count));
    bytes_ = bytes_.subspan(static_cast<size_t>(count));
    return true;
  }
  // A varint32 length and as many bytes.
  bool ReadLengthPrefixed(std::span<const uint8_t>* out) {
    const std::span<const uint8_t> before = bytes_;
    uint32_t length = 0;
    if (ReadVarint32(&length) && ReadBytes(length, out)) return true;
    bytes_ = before;
    return false;
  }

 private:
  bool Advance(const uint8_t* next) {
    if (next == nullptr) return false;
    bytes_ = bytes_.subspan(static_cast<size_t>(next - bytes_.data()));
    return true;
  }

  std::span<const uint8_t> bytes_;
};

}  // namespace sstr
