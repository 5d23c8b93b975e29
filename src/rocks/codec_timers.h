// SPDX-License-Identifier: Apache-2.0
//
// What RocksDB's tables tell of the time their codecs take, and nothing else:
// rocksdb::CreateDBStatistics() keeps every histogram for every core, half a
// megabyte that each pass would have to make.

#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "pass/pass_engine.h"
#include "rocksdb/statistics.h"

namespace sstr {

// Thread-safe, as RocksDB's compression threads share it.
class CodecTimers : public rocksdb::Statistics {
 public:
  CodecTimers();

  // Sums since the last call; a time is absent where no block was timed.
  CodecTimes Take();

  const char* Name() const override { return "CodecTimers"; }
  bool HistEnabledForType(uint32_t histogram) const override;
  void recordInHistogram(uint32_t histogram, uint64_t nanos) override;

  // Tickers are not kept.
  void recordTick(uint32_t, uint64_t) override {}
  void setTickerCount(uint32_t, uint64_t) override {}
  uint64_t getTickerCount(uint32_t) const override { return 0; }
  uint64_t getAndResetTickerCount(uint32_t) override { return 0; }
  void histogramData(uint32_t, rocksdb::HistogramData*) const override {}

 private:
  struct Sum {
    std::atomic<uint64_t> nanos = 0;
    std::atomic<uint64_t> count = 0;
  };

  static std::optional<uint64_t> Take(Sum* sum);

  Sum compress_;
  Sum decompress_;
};

}  // namespace sstr
