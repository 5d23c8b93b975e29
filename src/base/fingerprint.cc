// SPDX-License-Identifier: Apache-2.0

#include "base/fingerprint.h"

#include <fmt/format.h>

#include <new>

#include "base/xxh3.h"

namespace sstr {

// The library alone knows the size of its state.
struct FingerprintBuilder::State {
  State() : hash(XXH3_createState()) {
    if (hash == nullptr) throw std::bad_alloc();
    XXH3_128bits_reset(hash);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { XXH3_freeState(hash); }

  XXH3_state_t* hash;
};

FingerprintBuilder::FingerprintBuilder() : state_(std::make_unique<State>()) {}
FingerprintBuilder::FingerprintBuilder(FingerprintBuilder&&) noexcept = default;
FingerprintBuilder& FingerprintBuilder::operator=(
    FingerprintBuilder&&) noexcept = default;
FingerprintBuilder::~FingerprintBuilder() = default;

void FingerprintBuilder::Add(std::string_view bytes) {
  const uint64_t size = bytes.size();
  XXH3_128bits_update(state_->hash, &size, sizeof(size));
  XXH3_128bits_update(state_->hash, bytes.data(), bytes.size());
}

Fingerprint FingerprintBuilder::Finish() const {
  const XXH128_hash_t hash = XXH3_128bits_digest(state_->hash);
  return {hash.high64, hash.low64};
}

Fingerprint FingerprintOf(std::span<const uint8_t> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.high64, hash.low64};
}

std::string ToString(const Fingerprint& fingerprint) {
  return fmt::format("{:016x}{:016x}", fingerprint[0], fingerprint[1]);
}

}  // namespace sstr
