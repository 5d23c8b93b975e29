// SPDX-License-Identifier: Apache-2.0
//
// Units used everywhere: MB = 10^6 bytes, MiB = 2^20 bytes; speed is
// uncompressed MB per second; compression_ratio = uncompressed / stored
// payload, larger is better. Converted in report writers only.

#pragma once

#include <cstdint>
#include <optional>

namespace sstr {

inline constexpr uint64_t kKiB = uint64_t{1} << 10;
inline constexpr uint64_t kMiB = uint64_t{1} << 20;
inline constexpr double kBytesPerMb = 1e6;
inline constexpr double kNanosPerMicro = 1e3;
inline constexpr double kNanosPerSecond = 1e9;

// Absent when no time passed or nothing was processed: never infinite.
inline std::optional<double> MbPerSec(uint64_t bytes, double nanos) {
  if (bytes == 0 || nanos <= 0) return std::nullopt;
  return static_cast<double>(bytes) / kBytesPerMb / (nanos / kNanosPerSecond);
}

// Absent when nothing is stored.
inline std::optional<double> CompressionRatio(uint64_t uncompressed_bytes,
                                              uint64_t stored_bytes) {
  if (stored_bytes == 0) return std::nullopt;
  return static_cast<double>(uncompressed_bytes) /
         static_cast<double>(stored_bytes);
}

}  // namespace sstr
