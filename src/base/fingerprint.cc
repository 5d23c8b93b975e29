// SPDX-License-Identifier: Apache-2.0

#include "base/fingerprint.h"

#include "base/xxh3.h"

namespace sstr {

Fingerprint FingerprintOf(std::span<const uint8_t> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

}  // namespace sstr
