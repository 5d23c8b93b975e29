// SPDX-License-Identifier: Apache-2.0

#include "rocks/codec_timers.h"

namespace sstr {

CodecTimers::CodecTimers() {
  // The codecs' timers are off below this level.
  set_stats_level(rocksdb::StatsLevel::kAll);
}

CodecTimes CodecTimers::Take() {
  return {.compress_nanos = Take(&compress_),
          .decompress_nanos = Take(&decompress_)};
}

bool CodecTimers::HistEnabledForType(uint32_t histogram) const {
  return histogram == rocksdb::COMPRESSION_TIMES_NANOS ||
         histogram == rocksdb::DECOMPRESSION_TIMES_NANOS;
}

void CodecTimers::recordInHistogram(uint32_t histogram, uint64_t nanos) {
  if (!HistEnabledForType(histogram)) return;
  Sum& sum =
      histogram == rocksdb::COMPRESSION_TIMES_NANOS ? compress_ : decompress_;
  sum.nanos.fetch_add(nanos, std::memory_order_relaxed);
  sum.count.fetch_add(1, std::memory_order_relaxed);
}

std::optional<uint64_t> CodecTimers::Take(Sum* sum) {
  const uint64_t nanos = sum->nanos.exchange(0, std::memory_order_relaxed);
  const uint64_t count = sum->count.exchange(0, std::memory_order_relaxed);
  return count == 0 ? std::nullopt : std::optional(nanos);
}

}  // namespace sstr
