// SPDX-License-Identifier: Apache-2.0

#include "measure/pass_runner.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/fingerprint.h"
#include "base/units.h"
#include "measure/timed_pass.h"

namespace sstr {
namespace {

struct Task {
  size_t cell = 0;
  uint64_t round = 0;
};

// Enough for any block size: a one-byte block costs a trailer, an index entry
// and an index key. Only address space.
size_t ImageCapacity(const Corpus& corpus) {
  const SizeBreakdown& stored = corpus.summary.sizes;
  const uint64_t entries = corpus.summary.entries();
  return 64 * kMiB + 2 * stored.file_bytes +
         3 * (stored.uncompressed_data_bytes + corpus.summary.raw_key_bytes +
              corpus.summary.raw_value_bytes) +
         128 * entries;
}

std::vector<Task> Schedule(const std::vector<size_t>& cells, uint64_t rounds,
                           uint64_t seed) {
  std::vector<Task> tasks;
  const size_t n = cells.size();
  for (uint64_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < n; ++i) {
      tasks.push_back({cells[(seed + round + i) % n], round});
    }
  }
  return tasks;
}

std::vector<int> AllowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  std::vector<int> cpus;
  if (sched_getaffinity(0, sizeof(set), &set) != 0) return cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

void PinThisThread(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  // A thread that cannot be pinned still measures, only less evenly.
  (void)pthread_setaffinity_np(pthread_self(), sizeof(set), &set);
}

// The state of one Run, shared by its workers.
class Run {
 public:
  Run(const RunnerOptions& options, const MeterFactory& meters,
      const CancelFlag& cancel, RunObserver* observer, const Corpus& corpus,
      std::span<const Cell> cells)
      : options_(options),
        meters_(meters),
        cancel_(cancel),
        observer_(observer),
        corpus_(corpus),
        cells_(cells),
        states_(cells.size()) {}

  std::vector<CellResult> Execute() {
    std::vector<size_t> side_by_side;
    std::vector<size_t> alone;
    for (size_t cell = 0; cell < cells_.size(); ++cell) {
      const bool shares = options_.jobs > 1 && cells_[cell].spec.threads == 1;
      (shares ? side_by_side : alone).push_back(cell);
    }
    const uint64_t rounds = options_.sizes_only ? 1 : options_.repeat;
    total_ = cells_.size() * rounds;
    RunSideBySide(Schedule(side_by_side, rounds, options_.seed));
    RunAlone(Schedule(alone, rounds, options_.seed));
    return TakeResults();
  }

 private:
  struct CellState {
    CellResult result;
    bool verified = false;
    Fingerprint image{};  // Of the last image that was verified.
  };

  void RunSideBySide(const std::vector<Task>& tasks) {
    if (tasks.empty()) return;
    const std::vector<int> cpus = AllowedCpus();
    std::vector<std::thread> workers;
    size_t next = 0;  // Guarded by mutex_.
    for (uint32_t job = 0; job < options_.jobs; ++job) {
      workers.emplace_back([&, job] {
        if (!cpus.empty()) PinThisThread(cpus[job % cpus.size()]);
        RunTasks(tasks, &next, UsageScope::kThread);
      });
    }
    for (std::thread& worker : workers) worker.join();
  }

  void RunAlone(const std::vector<Task>& tasks) {
    size_t next = 0;
    RunTasks(tasks, &next, UsageScope::kProcess);
  }

  void RunTasks(const std::vector<Task>& tasks, size_t* next,
                UsageScope scope) {
    auto image = ImageBuffer::Reserve(ImageCapacity(corpus_));
    const std::unique_ptr<RegionMeter> meter = meters_(scope);
    for (;;) {
      Task task;
      {
        const std::lock_guard lock(mutex_);
        if (cancel_ || *next == tasks.size()) return;
        task = tasks[(*next)++];
        const CellResult& result = states_[task.cell].result;
        if (!result.status.ok()) continue;  // A failed cell is not retried.
        if (observer_ != nullptr) {
          observer_->OnPassStarted(cells_[task.cell].spec, done_, total_);
        }
      }
      const Status status =
          image.ok() ? RunTask(task, &*image, meter.get()) : image.status();
      const std::lock_guard lock(mutex_);
      ++done_;
      CellResult& result = states_[task.cell].result;
      // An interrupted pass leaves the samples of earlier rounds valid.
      const bool keep =
          status.code() == StatusCode::kInterrupted && !result.samples.empty();
      if (!status.ok() && !keep) result.status = status;
    }
  }

  Status RunTask(const Task& task, ImageBuffer* image, RegionMeter* meter) {
    const Cell& cell = cells_[task.cell];
    auto prepared = cell.engine->Prepare(corpus_, cell.spec, image);
    if (!prepared.ok()) {
      const std::lock_guard lock(mutex_);
      states_[task.cell].result.skipped = true;
      return prepared.status();
    }
    PreparedPass* pass = prepared->get();
    std::optional<PassSample> sample;
    if (!options_.sizes_only) {
      SSTR_ASSIGN_OR_RETURN(
          sample, TimePass(pass, image, options_.min_region_nanos, meter));
      sample->round = task.round;
    } else if (pass->can_write()) {
      const Status status = pass->Write();
      pass->Reset();
      SSTR_RETURN_IF_ERROR(status);
    }
    SSTR_RETURN_IF_ERROR(VerifyOnce(task.cell, pass, image->image()));
    if (sample) {
      const std::lock_guard lock(mutex_);
      CellResult& result = states_[task.cell].result;
      if (!result.output.compress_time_gap.empty()) {
        sample->compress_nanos.reset();
      }
      result.samples.push_back(*sample);
    }
    return Status::Ok();
  }

  // An image equal to one that was verified needs no second reading.
  Status VerifyOnce(size_t cell, PreparedPass* pass,
                    std::span<const uint8_t> image) {
    const Fingerprint fingerprint = FingerprintOf(image);
    bool first = false;
    {
      const std::lock_guard lock(mutex_);
      const CellState& state = states_[cell];
      if (state.verified && state.image == fingerprint) return Status::Ok();
      first = !state.verified;
    }
    SSTR_RETURN_IF_ERROR(pass->Verify());
    SSTR_ASSIGN_OR_RETURN(PassOutput output, pass->Inspect());
    const std::lock_guard lock(mutex_);
    CellState& state = states_[cell];
    if (first && observer_ != nullptr && pass->can_write()) {
      SSTR_RETURN_IF_ERROR(observer_->OnVerifiedImage(cell, image));
    }
    state.verified = true;
    state.image = fingerprint;
    state.result.output = std::move(output);
    return Status::Ok();
  }

  std::vector<CellResult> TakeResults() {
    std::vector<CellResult> results;
    for (CellState& state : states_) {
      if (!state.verified && state.result.status.ok()) {
        state.result.status = Status::Interrupted("stopped before it ran");
      }
      results.push_back(std::move(state.result));
    }
    return results;
  }

  const RunnerOptions& options_;
  const MeterFactory& meters_;
  const CancelFlag& cancel_;
  RunObserver* observer_;
  const Corpus& corpus_;
  const std::span<const Cell> cells_;

  std::mutex mutex_;  // Guards all below, and the observer.
  std::vector<CellState> states_;
  uint64_t done_ = 0;
  uint64_t total_ = 0;
};

}  // namespace

PassRunner::PassRunner(const RunnerOptions& options, MeterFactory meters,
                       const CancelFlag* cancel, RunObserver* observer)
    : options_(options),
      meters_(std::move(meters)),
      cancel_(cancel),
      observer_(observer) {}

std::vector<CellResult> PassRunner::Run(const Corpus& corpus,
                                        std::span<const Cell> cells) {
  return sstr::Run(options_, meters_, *cancel_, observer_, corpus, cells)
      .Execute();
}

}  // namespace sstr
