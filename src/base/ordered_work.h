// SPDX-License-Identifier: Apache-2.0
//
// Work in batches on several threads whose results are handed on in order,
// with a bounded number of batches in memory. Not a thread pool: one run, one
// kind of work. Header-only because it is a template.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/status.h"

namespace sstr {

// What is done. Batches are reused, with what they held before.
template <typename Batch>
class OrderedWork {
 public:
  virtual ~OrderedWork() = default;

  // Says what the next batch is, cheaply; false when there is none. One call
  // at a time.
  virtual bool Next(Batch* batch) = 0;
  // Side by side with other batches. `worker` is below the number of jobs, and
  // calls with the same one follow each other.
  virtual Status Work(size_t worker, Batch* batch) = 0;
  // In order, one call at a time, while all went well.
  virtual Status Deliver(Batch* batch) = 0;
};

template <typename Batch>
class OrderedRun {
 public:
  OrderedRun(size_t jobs, OrderedWork<Batch>* work)
      : jobs_(jobs), work_(work), slots_(kBatchesPerJob * jobs) {}

  Status Run() {
    std::vector<std::jthread> threads;
    for (size_t worker = 1; worker < jobs_; ++worker) {
      try {
        threads.emplace_back([this, worker] { Loop(worker); });
      } catch (const std::system_error&) {
        break;  // Those that there are do it all.
      }
    }
    Loop(0);
    threads.clear();  // Waits for them.
    return std::move(status_);
  }

 private:
  // One in work, and some that wait for their turn while one is slow.
  static constexpr size_t kBatchesPerJob = 4;

  struct Slot {
    Batch batch;
    Status status;
    bool done = false;
  };

  void Loop(size_t worker) {
    std::unique_lock<std::mutex> lock(mutex_);
    while (true) {
      room_.wait(lock, [this] {
        return ended_ || next_ - delivered_ < slots_.size();
      });
      if (ended_) return;
      Slot& slot = slots_[next_ % slots_.size()];
      if (!work_->Next(&slot.batch)) return End();
      ++next_;
      lock.unlock();
      Status status =
          WithoutBadAlloc([&] { return work_->Work(worker, &slot.batch); });
      lock.lock();
      slot.status = std::move(status);
      slot.done = true;
      DeliverReady(&lock);
    }
  }

  // By one thread at a time; who comes meanwhile leaves its batch to it.
  void DeliverReady(std::unique_lock<std::mutex>* lock) {
    if (delivering_) return;
    delivering_ = true;
    while (status_.ok() && delivered_ < next_ &&
           slots_[delivered_ % slots_.size()].done) {
      Slot& slot = slots_[delivered_ % slots_.size()];
      lock->unlock();
      Status status = std::move(slot.status);
      if (status.ok()) {
        status = WithoutBadAlloc([&] { return work_->Deliver(&slot.batch); });
      }
      lock->lock();
      slot.done = false;
      ++delivered_;
      if (!status.ok()) {
        status_ = std::move(status);
        End();
      }
      room_.notify_one();
    }
    delivering_ = false;
  }

  void End() {
    ended_ = true;
    room_.notify_all();
  }

  // An exception that leaves a thread would end the process.
  template <typename Function>
  static Status WithoutBadAlloc(Function function) {
    try {
      return function();
    } catch (const std::bad_alloc&) {
      return Status::Failed("out of memory");
    }
  }

  const size_t jobs_;
  OrderedWork<Batch>* const work_;
  std::mutex mutex_;
  std::condition_variable room_;  // For another batch, or the end.
  std::vector<Slot> slots_;       // Batch n is in slot n % size.
  size_t next_ = 0;
  size_t delivered_ = 0;
  bool delivering_ = false;
  bool ended_ = false;
  Status status_;
};

// Runs all of `work`, borrowed, on `jobs` threads, the calling one among them.
// The error is that of the first batch, in order, that failed, whatever the
// number of jobs; kFailed when memory runs out. REQUIRES: jobs > 0.
template <typename Batch>
Status RunInOrder(size_t jobs, OrderedWork<Batch>* work) {
  return OrderedRun<Batch>(jobs, work).Run();
}

}  // namespace sstr
