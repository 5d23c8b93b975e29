// SPDX-License-Identifier: Apache-2.0
//
// A 128-bit hash (XXH3) to tell whether two byte strings are the same. Not a
// cryptographic hash and not a checksum of any file format.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace sstr {

using Fingerprint = std::array<uint64_t, 2>;

Fingerprint FingerprintOf(std::span<const uint8_t> bytes);

// 32 hex digits.
std::string ToString(const Fingerprint& fingerprint);

// Takes byte strings one after the other; where one ends is part of the result.
class FingerprintBuilder {
 public:
  FingerprintBuilder();
  FingerprintBuilder(FingerprintBuilder&&) noexcept;
  FingerprintBuilder& operator=(FingerprintBuilder&&) noexcept;
  ~FingerprintBuilder();

  void Add(std::string_view bytes);
  Fingerprint Finish() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace sstr
