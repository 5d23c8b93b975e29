// SPDX-License-Identifier: Apache-2.0

#include "app/slowed_engine.h"

#include <utility>

namespace sstr {
namespace {

class SlowedPass : public PreparedPass {
 public:
  SlowedPass(std::unique_ptr<PreparedPass> pass, double percent, Clock* clock)
      : pass_(std::move(pass)), percent_(percent), clock_(*clock) {}

  bool can_write() const override { return pass_->can_write(); }
  bool can_scan() const override { return pass_->can_scan(); }
  uint64_t ExpectedImageBytes() const override {
    return pass_->ExpectedImageBytes();
  }
  Status Write() override {
    const uint64_t begin = clock_.NowNanos();
    const Status status = pass_->Write();
    const double took = static_cast<double>(clock_.NowNanos() - begin);
    const uint64_t until =
        begin + static_cast<uint64_t>(took * (1 + percent_ / 100));
    while (clock_.NowNanos() < until) {
    }
    return status;
  }
  Status Scan() override { return pass_->Scan(); }
  void Reset() override { pass_->Reset(); }
  Status Verify() override { return pass_->Verify(); }
  Result<PassOutput> Inspect() override { return pass_->Inspect(); }
  CodecTimes TakeCodecTimes() override { return pass_->TakeCodecTimes(); }
  uint64_t call_count() const override { return pass_->call_count(); }
  Status TimeCalls(CallDirection direction, uint64_t stride,
                   CallTimer* timer) override {
    return pass_->TimeCalls(direction, stride, timer);
  }

 private:
  const std::unique_ptr<PreparedPass> pass_;
  const double percent_;
  Clock& clock_;
};

}  // namespace

Result<std::unique_ptr<PreparedPass>> SlowedEngine::Prepare(
    const Corpus& corpus, const PassSpec& spec, ImageBuffer* image) {
  SSTR_ASSIGN_OR_RETURN(auto pass, engine_->Prepare(corpus, spec, image));
  return std::unique_ptr<PreparedPass>(
      std::make_unique<SlowedPass>(std::move(pass), percent_, clock_));
}

}  // namespace sstr
