// SPDX-License-Identifier: Apache-2.0
//
// A 128-bit hash (XXH3) to tell whether two byte strings are the same. Not a
// cryptographic hash and not a checksum of any file format.

#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sstr {

using Fingerprint = std::array<uint64_t, 2>;

Fingerprint FingerprintOf(std::span<const uint8_t> bytes);

}  // namespace sstr
