// SPDX-License-Identifier: Apache-2.0

#include "base/ordered_work.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <optional>
#include <set>

namespace sstr {
namespace {

struct Batch {
  int number = -1;
  int square = 0;
};

// Squares the numbers below `count`, late ones first where it can.
class Squares : public OrderedWork<Batch> {
 public:
  explicit Squares(int count) : count_(count) {}

  bool Next(Batch* batch) override {
    if (next_ == count_) return false;
    batch->number = next_++;
    in_flight_most_ = std::max(in_flight_most_, next_ - delivered_.load());
    return true;
  }
  Status Work(size_t worker, Batch* batch) override {
    workers_seen_[worker] = true;
    if (batch->number % 3 == 0) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    if (batch->number == fail_in_work_) return Status::Failed("work");
    if (batch->number == out_of_memory_) throw std::bad_alloc();
    batch->square = batch->number * batch->number;
    return Status::Ok();
  }
  Status Deliver(Batch* batch) override {
    if (batch->number == fail_in_deliver_) return Status::Failed("deliver");
    squares_.push_back(batch->square);
    ++delivered_;
    return Status::Ok();
  }

  const int count_;
  int next_ = 0;
  int in_flight_most_ = 0;
  std::atomic<int> delivered_ = 0;
  std::vector<int> squares_;
  std::atomic<bool> workers_seen_[8] = {};
  int fail_in_work_ = -1;
  int fail_in_deliver_ = -1;
  int out_of_memory_ = -1;
};

TEST(OrderedWorkTest, DeliversEverythingInOrder) {
  for (const size_t jobs : {1, 2, 3, 8}) {
    Squares work(100);
    ASSERT_TRUE(RunInOrder<Batch>(jobs, &work).ok());
    ASSERT_EQ(work.squares_.size(), 100u) << jobs;
    for (int i = 0; i < 100; ++i) EXPECT_EQ(work.squares_[i], i * i);
  }
}

TEST(OrderedWorkTest, OneJobStaysOnTheCallingThread) {
  class Where : public Squares {
   public:
    using Squares::Squares;
    Status Work(size_t worker, Batch* batch) override {
      threads_.insert(std::this_thread::get_id());
      return Squares::Work(worker, batch);
    }
    std::set<std::thread::id> threads_;
  };
  Where work(10);
  ASSERT_TRUE(RunInOrder<Batch>(1, &work).ok());
  EXPECT_EQ(work.threads_, std::set{std::this_thread::get_id()});
  EXPECT_TRUE(work.workers_seen_[0]);
  EXPECT_FALSE(work.workers_seen_[1]);
}

TEST(OrderedWorkTest, AtMostFourBatchesPerJobAreInFlight) {
  for (const size_t jobs : {1, 2, 4}) {
    Squares work(200);
    ASSERT_TRUE(RunInOrder<Batch>(jobs, &work).ok());
    EXPECT_LE(work.in_flight_most_, static_cast<int>(4 * jobs));
  }
}

TEST(OrderedWorkTest, NothingToDoIsDone) {
  Squares work(0);
  EXPECT_TRUE(RunInOrder<Batch>(4, &work).ok());
  EXPECT_TRUE(work.squares_.empty());
}

TEST(OrderedWorkTest, TheFirstFailureInOrderIsReported) {
  for (const size_t jobs : {1, 2, 8}) {
    Squares work(100);
    work.fail_in_work_ = 20;
    work.fail_in_deliver_ = 21;
    EXPECT_EQ(RunInOrder<Batch>(jobs, &work).message(), "work") << jobs;
    EXPECT_EQ(work.squares_.size(), 20u) << jobs;
  }
}

TEST(OrderedWorkTest, AFailureToDeliverEndsTheRun) {
  for (const size_t jobs : {1, 2, 8}) {
    Squares work(1000);
    work.fail_in_deliver_ = 5;
    EXPECT_EQ(RunInOrder<Batch>(jobs, &work).message(), "deliver") << jobs;
    EXPECT_EQ(work.squares_.size(), 5u);
    EXPECT_LE(work.next_, 5 + static_cast<int>(4 * jobs));
  }
}

TEST(OrderedWorkTest, LackOfMemoryIsAStatus) {
  for (const size_t jobs : {1, 2}) {
    Squares work(10);
    work.out_of_memory_ = 4;
    EXPECT_EQ(RunInOrder<Batch>(jobs, &work).message(), "out of memory");
  }
}

}  // namespace
}  // namespace sstr
