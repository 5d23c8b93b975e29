// SPDX-License-Identifier: Apache-2.0

#include "measure/call_latency.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/clock.h"
#include "stats/summary.h"

namespace sstr {
namespace {

constexpr double kMostNanos = 1e9;
constexpr uint64_t kFewestCalls = 1000;

class CallRecorder : public CallTimer {
 public:
  CallRecorder(Clock* clock, uint64_t calls) : clock_(*clock) {
    nanos_.reserve(calls);
  }

  void OnCallStart() override { start_nanos_ = clock_.NowNanos(); }
  void OnCallEnd() override {
    nanos_.push_back(static_cast<double>(clock_.NowNanos() - start_nanos_));
  }

  std::optional<CallLatency> Latency() {
    if (nanos_.empty()) return std::nullopt;
    std::ranges::sort(nanos_);
    return CallLatency{.calls = nanos_.size(),
                       .p50 = PercentileOfSorted(nanos_, 50),
                       .p95 = PercentileOfSorted(nanos_, 95),
                       .p99 = PercentileOfSorted(nanos_, 99)};
  }

 private:
  Clock& clock_;
  std::vector<double> nanos_;
  uint64_t start_nanos_ = 0;
};

}  // namespace

uint64_t CallStride(uint64_t call_count, double pass_nanos) {
  const uint64_t for_time =
      static_cast<uint64_t>(std::ceil(std::max(pass_nanos / kMostNanos, 1.0)));
  return std::clamp(for_time, uint64_t{1},
                    std::max(call_count / kFewestCalls, uint64_t{1}));
}

Result<std::optional<CallLatency>> TimeCalls(CallDirection direction,
                                             double pass_nanos,
                                             PreparedPass* pass) {
  const uint64_t calls = pass->call_count();
  if (calls == 0) return std::optional<CallLatency>();
  const uint64_t stride = CallStride(calls, pass_nanos);
  CallRecorder recorder(Clock::Monotonic(), calls / stride + 1);
  SSTR_RETURN_IF_ERROR(pass->TimeCalls(direction, stride, &recorder));
  return recorder.Latency();
}

}  // namespace sstr
