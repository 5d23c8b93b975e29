// SPDX-License-Identifier: Apache-2.0

#include "measure/pass_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>

#include "base/units.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// What the fakes do and what they saw. Times are set by the spec's name of a
// codec; nothing here reads a clock.
struct World {
  uint64_t now_nanos = 0;
  std::vector<std::string> events;
  std::map<CompressionType, uint64_t> write_nanos;
  std::map<CompressionType, std::string> images;
  std::map<CompressionType, Status> prepare_status;
  std::map<CompressionType, Status> verify_status;
  std::map<CompressionType, std::string> compress_time_gap;
  uint64_t verifications = 0;
};

class FakePass : public PreparedPass {
 public:
  FakePass(World* world, const PassSpec& spec, ImageBuffer* image)
      : world_(world), type_(spec.codec.type), image_(image) {}

  uint64_t ExpectedImageBytes() const override { return kMiB; }

  Status Write() override {
    world_->events.push_back("write " + CompressionTypeName(type_));
    world_->now_nanos += world_->write_nanos[type_];
    image_->Clear();
    const std::string& bytes = world_->images[type_];
    EXPECT_TRUE(image_->Append(bytes.data(), bytes.size()));
    compress_nanos_ += 100;
    return Status::Ok();
  }
  Status Scan() override {
    world_->now_nanos += 5 * kMillisecond;
    return Status::Ok();
  }
  void Reset() override {}
  Status Verify() override {
    ++world_->verifications;
    return world_->verify_status[type_];
  }
  Result<PassOutput> Inspect() override {
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

  static constexpr uint64_t kMillisecond = 1'000'000;

 private:
  World* world_;
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
  explicit FakeMeter(World* world) : world_(world) {}

  void Start() override { start_nanos_ = world_->now_nanos; }
  void Stop(TimedRegion* region) override {
    ++region->iterations;
    region->wall_nanos += world_->now_nanos - start_nanos_;
  }
  std::optional<uint64_t> TakePeakRssBytes() override { return 7; }

 private:
  World* world_;
  uint64_t start_nanos_ = 0;
};

class PassRunnerTest : public ::testing::Test {
 protected:
  PassRunnerTest() : engine_(&world_) {
    for (const CompressionType type : {kA, kB, kC}) {
      world_.write_nanos[type] = 10 * FakePass::kMillisecond;
      world_.images[type] = CompressionTypeName(type);
    }
  }

  std::vector<CellResult> Run(const std::vector<CompressionType>& types,
                              const RunnerOptions& options,
                              RunObserver* observer = nullptr) {
    std::vector<Cell> cells;
    for (const CompressionType type : types) {
      PassSpec spec;
      spec.codec.type = type;
      cells.push_back({spec, &engine_});
    }
    PassRunner runner(
        options,
        [this](UsageScope) { return std::make_unique<FakeMeter>(&world_); },
        &cancel_, observer);
    return runner.Run(corpus_, cells);
  }

  static constexpr CompressionType kA = CompressionType::kNone;
  static constexpr CompressionType kB = CompressionType::kLZ4;
  static constexpr CompressionType kC = CompressionType::kZSTD;

  World world_;
  FakeEngine engine_;
  Corpus corpus_;
  CancelFlag cancel_ = false;
};

TEST_F(PassRunnerTest, RoundsInterleaveCellsAndRotateTheirOrder) {
  Run({kA, kB, kC}, {.repeat = 2, .seed = 0});
  EXPECT_THAT(world_.events,
              ElementsAre("write kNoCompression", "write kLZ4Compression",
                          "write kZSTD", "write kLZ4Compression", "write kZSTD",
                          "write kNoCompression"));
}

TEST_F(PassRunnerTest, EveryRoundGivesOneSample) {
  const auto results = Run({kA}, {.repeat = 3});
  ASSERT_EQ(results[0].samples.size(), 3u);
  EXPECT_EQ(results[0].samples[2].round, 2u);
  EXPECT_EQ(results[0].samples[0].write.wall_nanos,
            10 * FakePass::kMillisecond);
  EXPECT_EQ(results[0].samples[0].write.iterations, 1u);
  EXPECT_EQ(results[0].samples[0].scan.wall_nanos, 5 * FakePass::kMillisecond);
  EXPECT_EQ(results[0].samples[0].peak_rss_bytes, 7u);
}

TEST_F(PassRunnerTest, ShortRegionsAreRepeatedAndTheFirstIsNotCounted) {
  world_.write_nanos[kA] = 500;
  const auto results = Run({kA}, {.repeat = 1, .min_region_nanos = 2000});
  const TimedRegion& write = results[0].samples[0].write;
  // One warm-up, then 500 + 500 + 500 + 500 reaches 2000.
  EXPECT_EQ(world_.events.size(), 5u);
  EXPECT_EQ(write.iterations, 4u);
  EXPECT_EQ(write.wall_nanos, 2000u);
  EXPECT_EQ(write.WallNanosPerIteration(), 500);
  // The warm-up's codec time is not counted either.
  EXPECT_EQ(results[0].samples[0].compress_nanos, 100);
}

TEST_F(PassRunnerTest, AnImageBeyondTheTouchedPagesIsWrittenAgain) {
  world_.images[kA] = std::string(5 * kMiB, 'x');
  const auto results = Run({kA}, {.repeat = 1});
  EXPECT_EQ(world_.events.size(), 2u);
  EXPECT_EQ(results[0].samples[0].write.iterations, 1u);
}

TEST_F(PassRunnerTest, EqualImagesAreVerifiedOnce) {
  Run({kA, kB}, {.repeat = 5});
  EXPECT_EQ(world_.verifications, 2u);
}

TEST_F(PassRunnerTest, AFailedVerificationLeavesNoNumber) {
  world_.verify_status[kB] = Status::VerificationFailed("entry 3 differs");
  const auto results = Run({kA, kB}, {.repeat = 2});
  EXPECT_TRUE(results[0].status.ok());
  EXPECT_EQ(results[1].status.code(), StatusCode::kVerificationFailed);
  EXPECT_FALSE(results[1].skipped);
  EXPECT_TRUE(results[1].samples.empty());
}

TEST_F(PassRunnerTest, ACellThatCannotStartIsSkippedWithItsReason) {
  world_.prepare_status[kB] = Status::NotSupported("no such level");
  const auto results = Run({kB, kA}, {.repeat = 2});
  EXPECT_TRUE(results[0].skipped);
  EXPECT_THAT(results[0].status.message(), HasSubstr("no such level"));
  EXPECT_EQ(results[1].samples.size(), 2u);
}

TEST_F(PassRunnerTest, SizesOnlyWritesAndVerifiesWithoutSamples) {
  const auto results = Run({kA, kB}, {.repeat = 3, .sizes_only = true});
  EXPECT_EQ(world_.events.size(), 2u);
  EXPECT_EQ(world_.verifications, 2u);
  EXPECT_TRUE(results[0].samples.empty());
  EXPECT_EQ(results[0].output.sizes.file_bytes, std::strlen("kNoCompression"));
}

TEST_F(PassRunnerTest, AnUntrueCompressTimeIsDropped) {
  world_.compress_time_gap[kA] = "does not count rejected blocks";
  const auto results = Run({kA, kB}, {.repeat = 2});
  for (const PassSample& sample : results[0].samples) {
    EXPECT_FALSE(sample.compress_nanos.has_value());
  }
  EXPECT_EQ(results[1].samples[0].compress_nanos, 100);
}

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

TEST_F(PassRunnerTest, CancellingKeepsWhatIsDone) {
  // The third pass still runs; the fourth does not start.
  CancellingObserver observer(&cancel_, 2);
  const auto results = Run({kA, kB, kC}, {.repeat = 2, .seed = 0}, &observer);
  EXPECT_EQ(results[0].samples.size(), 1u);
  EXPECT_EQ(results[1].samples.size(), 1u);
  EXPECT_EQ(results[2].samples.size(), 1u);
}

TEST_F(PassRunnerTest, ACellThatNeverRanIsInterrupted) {
  CancellingObserver observer(&cancel_, 0);
  const auto results = Run({kA, kB}, {.repeat = 1, .seed = 0}, &observer);
  EXPECT_TRUE(results[0].status.ok());
  EXPECT_EQ(results[1].status.code(), StatusCode::kInterrupted);
}

class RefusingObserver : public RunObserver {
 public:
  Status OnVerifiedImage(size_t, std::span<const uint8_t> image) override {
    seen.emplace_back(image.begin(), image.end());
    return Status::IoError("disk full");
  }
  std::vector<std::string> seen;
};

TEST_F(PassRunnerTest, AnImageThatCannotBeKeptFailsItsCell) {
  RefusingObserver observer;
  const auto results = Run({kB}, {.repeat = 1}, &observer);
  EXPECT_THAT(observer.seen, ElementsAre("kLZ4Compression"));
  EXPECT_EQ(results[0].status.code(), StatusCode::kIoError);
}

}  // namespace
}  // namespace sstr
