// SPDX-License-Identifier: Apache-2.0

#include "measure/pass_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "base/units.h"
#include "measure/fake_engine.h"

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class PassRunnerTest : public FakeEngineTest {
 protected:
  std::vector<CellResult> Run(const std::vector<CompressionType>& types,
                              const RunnerOptions& options,
                              RunObserver* observer = nullptr) {
    return RunTypes(types, options, observer).cells;
  }
};

TEST_F(PassRunnerTest, RoundsInterleaveCellsAndRotateTheirOrder) {
  Run({kA, kB, kC}, {.rounds = {.repeat = 2}, .seed = 0});
  EXPECT_THAT(world_.events,
              ElementsAre("write kNoCompression", "write kLZ4Compression",
                          "write kZSTD", "write kLZ4Compression", "write kZSTD",
                          "write kNoCompression"));
}

TEST_F(PassRunnerTest, EveryRoundGivesOneSample) {
  const auto results = Run({kA}, {.rounds = {.repeat = 3}});
  ASSERT_EQ(results[0].samples.size(), 3u);
  EXPECT_EQ(results[0].samples[2].round, 2u);
  EXPECT_EQ(results[0].samples[0].write.wall_nanos, 10 * kMillisecond);
  EXPECT_EQ(results[0].samples[0].write.iterations, 1u);
  EXPECT_EQ(results[0].samples[0].scan.wall_nanos, 5 * kMillisecond);
  EXPECT_EQ(results[0].samples[0].peak_rss_bytes, 7u);
}

TEST_F(PassRunnerTest, ShortRegionsAreRepeatedAndTheFirstIsNotCounted) {
  world_.write_nanos[kA] = {500};
  const auto results =
      Run({kA}, {.rounds = {.repeat = 1}, .min_region_nanos = 2000});
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
  const auto results = Run({kA}, {.rounds = {.repeat = 1}});
  EXPECT_EQ(world_.events.size(), 2u);
  EXPECT_EQ(results[0].samples[0].write.iterations, 1u);
}

TEST_F(PassRunnerTest, EqualImagesAreVerifiedOnce) {
  Run({kA, kB}, {.rounds = {.repeat = 5}});
  EXPECT_EQ(world_.verifications, 2u);
}

TEST_F(PassRunnerTest, AFailedVerificationLeavesNoNumber) {
  world_.verify_status[kB] = Status::VerificationFailed("entry 3 differs");
  const auto results = Run({kA, kB}, {.rounds = {.repeat = 2}});
  EXPECT_TRUE(results[0].status.ok());
  EXPECT_EQ(results[1].status.code(), StatusCode::kVerificationFailed);
  EXPECT_FALSE(results[1].skipped);
  EXPECT_TRUE(results[1].samples.empty());
}

TEST_F(PassRunnerTest, ACellThatCannotStartIsSkippedWithItsReason) {
  world_.prepare_status[kB] = Status::NotSupported("no such level");
  const auto results = Run({kB, kA}, {.rounds = {.repeat = 2}});
  EXPECT_TRUE(results[0].skipped);
  EXPECT_THAT(results[0].status.message(), HasSubstr("no such level"));
  EXPECT_EQ(results[1].samples.size(), 2u);
}

TEST_F(PassRunnerTest, SizesOnlyWritesAndVerifiesWithoutSamples) {
  const auto results =
      Run({kA, kB}, {.rounds = {.repeat = 3}, .sizes_only = true});
  EXPECT_EQ(world_.events.size(), 2u);
  EXPECT_EQ(world_.verifications, 2u);
  EXPECT_TRUE(results[0].samples.empty());
  EXPECT_EQ(results[0].output.sizes.file_bytes, std::strlen("kNoCompression"));
}

TEST_F(PassRunnerTest, AnUntrueCompressTimeIsDropped) {
  world_.compress_time_gap[kA] = "does not count rejected blocks";
  const auto results = Run({kA, kB}, {.rounds = {.repeat = 2}});
  for (const PassSample& sample : results[0].samples) {
    EXPECT_FALSE(sample.compress_nanos.has_value());
  }
  EXPECT_EQ(results[1].samples[0].compress_nanos, 100);
}

TEST_F(PassRunnerTest, CancellingKeepsWhatIsDone) {
  // The third pass still runs; the fourth does not start.
  CancellingObserver observer(&cancel_, 2);
  const auto results =
      Run({kA, kB, kC}, {.rounds = {.repeat = 2}, .seed = 0}, &observer);
  EXPECT_EQ(results[0].samples.size(), 1u);
  EXPECT_EQ(results[1].samples.size(), 1u);
  EXPECT_EQ(results[2].samples.size(), 1u);
}

TEST_F(PassRunnerTest, ACellThatNeverRanIsInterrupted) {
  CancellingObserver observer(&cancel_, 0);
  const auto results =
      Run({kA, kB}, {.rounds = {.repeat = 1}, .seed = 0}, &observer);
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
  const auto results = Run({kB}, {.rounds = {.repeat = 1}}, &observer);
  EXPECT_THAT(observer.seen, ElementsAre("kLZ4Compression"));
  EXPECT_EQ(results[0].status.code(), StatusCode::kIoError);
}

}  // namespace
}  // namespace sstr
