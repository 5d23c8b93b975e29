// SPDX-License-Identifier: Apache-2.0

#include "measure/cpu_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <condition_variable>
#include <thread>

#include "measure/fake_engine.h"

namespace sstr {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::SizeIs;

TEST(CpuListTest, NumbersAndRangesInAnyOrder) {
  EXPECT_EQ(ParseCpuList("0").value(), CpuList({0}));
  EXPECT_EQ(ParseCpuList("8,0-2,1,1023").value(), CpuList({0, 1, 2, 8, 1023}));
  EXPECT_EQ(ParseCpuList("3-3").value(), CpuList({3}));
}

TEST(CpuListTest, RefusesWhatIsNoList) {
  for (const char* text : {"", ",", "0,", "a", "-1", "1-", "-", "2-1", "0-1024",
                           "1024", "0 ", "0x1", "+1", "1-2-3"}) {
    const Status status = ParseCpuList(text).status();
    EXPECT_EQ(status.code(), StatusCode::kUsage) << text;
  }
  EXPECT_THAT(ParseCpuList("0,x-2").status().message(), HasSubstr("\"x-2\""));
}

TEST(CpuListTest, TextIsTheShortestAndParsesBack) {
  for (const char* text : {"0", "0,1", "0-2", "0,1,3-5,9", "7,9,11"}) {
    EXPECT_EQ(CpuListText(ParseCpuList(text).value()), text);
  }
  EXPECT_EQ(CpuListText({}), "");
}

// What a thread changes of itself ends with it.
template <typename Work>
void RunInOwnThread(Work work) {
  std::thread(work).join();
}

TEST(CpuPinningTest, AThreadAndThoseItStartsStayOnTheCpusGiven) {
  const CpuList before = AllowedCpus();
  ASSERT_FALSE(before.empty());
  RunInOwnThread([&] {
    ASSERT_TRUE(PinThisThread({before.back()}).ok());
    EXPECT_EQ(AllowedCpus(), CpuList({before.back()}));
    RunInOwnThread([&] { EXPECT_EQ(AllowedCpus(), CpuList({before.back()})); });
  });
  EXPECT_EQ(AllowedCpus(), before);
}

TEST(CpuPinningTest, ACpuThatCannotBeUsedIsNamedWithThoseThatCan) {
  const CpuList before = AllowedCpus();
  const Status status = PinThisThread({before.front(), 1023});
  EXPECT_EQ(status.code(), StatusCode::kUsage);
  EXPECT_EQ(status.message(), "CPU 1023 cannot be used; this process may use " +
                                  CpuListText(before));
  EXPECT_EQ(AllowedCpus(), before);
}

// Where passes of the runner run.
class RunnerPinningTest : public FakeEngineTest {
 protected:
  RunnerPinningTest() {
    world_.on_write = [this](const PassSpec& spec) {
      const std::lock_guard lock(mutex_);
      (spec.threads == 1 ? single_ : threaded_).push_back(AllowedCpus());
    };
  }

  std::mutex mutex_;
  std::vector<CpuList> single_;    // Seen by passes of one thread.
  std::vector<CpuList> threaded_;  // By the others.
};

TEST_F(RunnerPinningTest, OneJobHasTheWholeList) {
  const CpuList cpus = AllowedCpus();
  const CpuList list = {cpus.front()};
  RunInOwnThread([&] {
    ASSERT_TRUE(PinThisThread(list).ok());
    RunSpecs({SpecOf(kA), SpecOf(kB, /*threads=*/2)}, {});
  });
  EXPECT_THAT(single_, SizeIs(3));
  EXPECT_THAT(single_, Each(list));
  EXPECT_THAT(threaded_, Each(list));
}

TEST_F(RunnerPinningTest, JobsAreSpreadOverTheListAndThreadedCellsHaveAllOfIt) {
  const CpuList cpus = AllowedCpus();
  if (cpus.size() < 2) GTEST_SKIP() << "this process may use one CPU only";
  const CpuList list = {cpus[0], cpus[1]};
  // No first pass ends before both jobs have one.
  std::condition_variable both;
  const auto note = world_.on_write;
  world_.on_write = [&](const PassSpec& spec) {
    note(spec);
    if (spec.threads > 1) return;
    std::unique_lock lock(mutex_);
    both.notify_all();
    both.wait_for(lock, std::chrono::seconds(60),
                  [this] { return single_.size() >= 2; });
  };
  RunInOwnThread([&] {
    ASSERT_TRUE(PinThisThread(list).ok());
    RunSpecs({SpecOf(kA), SpecOf(kB), SpecOf(kC, /*threads=*/2)},
             {.rounds = {.repeat = 1}, .jobs = 2});
    EXPECT_EQ(AllowedCpus(), list);
  });
  EXPECT_THAT(single_, ::testing::UnorderedElementsAre(CpuList({cpus[0]}),
                                                       CpuList({cpus[1]})));
  EXPECT_THAT(threaded_, ::testing::ElementsAre(list));
}

}  // namespace
}  // namespace sstr
