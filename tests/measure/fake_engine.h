// SPDX-License-Identifier: Apache-2.0
//
// An engine, a meter and a clock without real work and real time, for tests of
// the runner.

#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/units.h"
#include "measure/pass_runner.h"
#include "measure/region_meter.h"
#include "pass/pass_engine.h"

namespace sstr {

inline constexpr uint64_t kMillisecond = 1'000'000;

// Of each thread: passes side by side do not lengthen each other.
inline thread_local uint64_t fake_now_nanos = 0;

// What the fakes do and what they saw, by the spec's codec.
struct World {
  std::mutex mutex;  // Guards what passes change.
  std::vector<std::string> events;
  // Called by every write.
  std::function<void(const PassSpec&)> on_write = [](const PassSpec&) {};
  // Of the first write, the second, ...; the last one's is that of all later.
  std::map<CompressionType, std::vector<uint64_t>> write_nanos;
  std::map<CompressionType, std::string> images;
  std::map<CompressionType, Status> prepare_status;
  std::map<CompressionType, Status> verify_status;
  std::map<CompressionType, std::string> compress_time_gap;
  uint64_t verifications = 0;
  std::map<CompressionType, size_t> writes;
};

class FakePass : public PreparedPass {
 public:
  FakePass(World* world, const PassSpec& spec, ImageBuffer* image)
      : world_(world), spec_(spec), type_(spec.codec.type), image_(image) {}

  uint64_t ExpectedImageBytes() const override { return kMiB; }

  Status Write() override {
    world_->on_write(spec_);
    const std::lock_guard lock(world_->mutex);
    world_->events.push_back("write " + CompressionTypeName(type_));
    const std::vector<uint64_t>& nanos = world_->write_nanos[type_];
    const size_t write = world_->writes[type_]++;
    fake_now_nanos += nanos[std::min(write, nanos.size() - 1)];
    image_->Clear();
    const std::string& bytes = world_->images[type_];
    EXPECT_TRUE(image_->Append(bytes.data(), bytes.size()));
    compress_nanos_ += 100;
    return Status::Ok();
  }
  Status Scan() override {
    fake_now_nanos += 5 * kMillisecond;
    return Status::Ok();
  }
  void Reset() override {}
  Status Verify() override {
    const std::lock_guard lock(world_->mutex);
    ++world_->verifications;
    return world_->verify_status[type_];
  }
  Result<PassOutput> Inspect() override {
    const std::lock_guard lock(world_->mutex);
    PassOutput output;
    output.sizes.file_bytes = image_->image().size();
    output.compress_time_gap = world_->compress_time_gap[type_];
    return output;
  }
  CodecTimes TakeCodecTimes() override {
    CodecTimes times;
    if (compress_nanos_ > 0) times.compress_nanos = compress_nanos_;
    compress_nanos_ = 0;
    return times;
  }

 private:
  World* world_;
  const PassSpec spec_;
  CompressionType type_;
  ImageBuffer* image_;
  uint64_t compress_nanos_ = 0;
};

class FakeEngine : public PassEngine {
 public:
  explicit FakeEngine(World* world) : world_(world) {}

  Result<std::unique_ptr<PreparedPass>> Prepare(const Corpus&,
                                                const PassSpec& spec,
                                                ImageBuffer* image) override {
    const std::lock_guard lock(world_->mutex);
    const Status& status = world_->prepare_status[spec.codec.type];
    if (!status.ok()) return status;
    return std::unique_ptr<PreparedPass>(
        std::make_unique<FakePass>(world_, spec, image));
  }

 private:
  World* world_;
};

class FakeMeter : public RegionMeter {
 public:
  void Start() override { start_nanos_ = fake_now_nanos; }
  void Stop(TimedRegion* region) override {
    ++region->iterations;
    region->wall_nanos += fake_now_nanos - start_nanos_;
  }
  void ResetPeakRss() override {}
  std::optional<uint64_t> PeakRssBytes() override { return 7; }

 private:
  uint64_t start_nanos_ = 0;
};

class FakeClock : public Clock {
 public:
  uint64_t NowNanos() override { return fake_now_nanos; }
};

// Runs cells of the fake engine. Without further ado every write takes 10 ms
// and every scan 5 ms.
class FakeEngineTest : public ::testing::Test {
 protected:
  static constexpr CompressionType kA = CompressionType::kNone;
  static constexpr CompressionType kB = CompressionType::kLZ4;
  static constexpr CompressionType kC = CompressionType::kZSTD;

  FakeEngineTest() : engine_(&world_) {
    for (const CompressionType type : {kA, kB, kC}) {
      world_.write_nanos[type] = {10 * kMillisecond};
      world_.images[type] = CompressionTypeName(type);
    }
  }

  static PassSpec SpecOf(CompressionType type, uint32_t threads = 1) {
    PassSpec spec;
    spec.codec.type = type;
    spec.threads = threads;
    return spec;
  }

  RunResult RunSpecs(const std::vector<PassSpec>& specs,
                     const RunnerOptions& options,
                     RunObserver* observer = nullptr) {
    std::vector<Cell> cells;
    for (const PassSpec& spec : specs) cells.push_back({spec, &engine_});
    PassRunner runner(
        options, [](UsageScope) { return std::make_unique<FakeMeter>(); },
        &cancel_, observer, &clock_);
    return runner.Run(corpus_, cells);
  }

  RunResult RunTypes(const std::vector<CompressionType>& types,
                     const RunnerOptions& options,
                     RunObserver* observer = nullptr) {
    std::vector<PassSpec> specs;
    for (const CompressionType type : types) specs.push_back(SpecOf(type));
    return RunSpecs(specs, options, observer);
  }

  World world_;
  FakeEngine engine_;
  FakeClock clock_;
  Corpus corpus_;
  CancelFlag cancel_ = false;
};

// Sets the flag while pass number `after`, from 0, is about to start.
class CancellingObserver : public RunObserver {
 public:
  CancellingObserver(CancelFlag* cancel, int after)
      : cancel_(cancel), left_(after) {}
  void OnPassStarted(const PassSpec&, uint64_t, uint64_t) override {
    if (left_-- == 0) *cancel_ = true;
  }

 private:
  CancelFlag* cancel_;
  int left_;
};

}  // namespace sstr
