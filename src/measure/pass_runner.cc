// SPDX-License-Identifier: Apache-2.0

#include "measure/pass_runner.h"

#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/fingerprint.h"
#include "measure/cpu_list.h"
#include "measure/one_pass.h"

namespace sstr {
namespace {

// The state of one Run, shared by its workers.
class Run {
 public:
  Run(const RunnerOptions& options, const MeterFactory& meters,
      const CancelFlag& cancel, RunObserver* observer, Clock* clock,
      const Corpus& corpus, std::span<const Cell> cells)
      : options_(options),
        meters_(meters),
        cancel_(cancel),
        observer_(observer),
        corpus_(corpus),
        cells_(cells),
        limits_(options.sizes_only ? RoundLimits{.repeat = 1} : options.rounds),
        schedule_(limits_, options.seed, clock),
        states_(cells.size()) {}

  RunResult Execute() {
    std::vector<size_t> side_by_side;
    std::vector<size_t> alone;
    for (size_t cell = 0; cell < cells_.size(); ++cell) {
      const bool shares = options_.jobs > 1 && cells_[cell].spec.threads == 1 &&
                          cells_[cell].peer == nullptr;
      (shares ? side_by_side : alone).push_back(cell);
    }
    while (!cancel_) {
      const RoundRange rounds = schedule_.Next(Samples());
      if (rounds.count == 0) break;
      if (!side_by_side.empty()) {
        RunSideBySide(PassQueue(rounds, side_by_side, options_.seed));
      }
      PassQueue alone_queue(rounds, alone, options_.seed);
      RunTasks(&alone_queue, UsageScope::kProcess, &lone_image_);
    }
    RunResult result;
    result.rounds = schedule_.Outcome(Samples());
    result.cells = TakeCells();
    return result;
  }

 private:
  struct CellState {
    CellResult result;
    std::optional<Fingerprint> verified;  // The last image that was.
  };

  // Of one thread's passes, kept from round to round: its memory is touched
  // once.
  using Image = std::optional<Result<ImageBuffer>>;

  std::vector<std::span<const PassSample>> Samples() const {
    std::vector<std::span<const PassSample>> samples;
    for (const CellState& state : states_) {
      samples.emplace_back();
      if (state.result.status.ok()) samples.back() = state.result.samples;
    }
    return samples;
  }

  void RunSideBySide(PassQueue queue) {
    const CpuList cpus = AllowedCpus();
    job_images_.resize(options_.jobs);
    std::vector<std::thread> workers;
    for (uint32_t job = 0; job < options_.jobs; ++job) {
      workers.emplace_back([&, job] {
        // A thread that cannot be pinned still measures, only less evenly.
        if (!cpus.empty()) (void)PinThisThread({cpus[job % cpus.size()]});
        RunTasks(&queue, UsageScope::kThread, &job_images_[job]);
      });
    }
    for (std::thread& worker : workers) worker.join();
  }

  void RunTasks(PassQueue* queue, UsageScope scope, Image* kept_image) {
    if (!*kept_image) {
      *kept_image = ImageBuffer::Reserve(ImageCapacity(corpus_));
    }
    Result<ImageBuffer>& image = **kept_image;
    // Not kept: it may count what its own thread does.
    const std::unique_ptr<RegionMeter> meter = meters_(scope);
    while (const auto task = TakeTask(queue)) {
      const Status status =
          image.ok() ? RunTask(*task, &*image, meter.get()) : image.status();
      const std::lock_guard lock(mutex_);
      ++done_;
      CellResult& result = states_[task->cell].result;
      // An interrupted pass leaves the samples of earlier rounds valid.
      const bool keep =
          status.code() == StatusCode::kInterrupted && !result.samples.empty();
      if (!status.ok() && !keep) result.status = status;
    }
  }

  // The next pass of a cell that has not failed: such are not retried.
  std::optional<PassTask> TakeTask(PassQueue* queue) {
    const std::lock_guard lock(mutex_);
    while (!cancel_) {
      const auto task = queue->Take();
      if (!task) break;
      if (!states_[task->cell].result.status.ok()) continue;
      if (observer_ != nullptr) {
        observer_->OnPassStarted(cells_[task->cell].spec, done_, TotalPasses());
      }
      return task;
    }
    return std::nullopt;
  }

  uint64_t TotalPasses() const {
    return limits_.target_interval ? 0 : limits_.repeat * cells_.size();
  }

  Status RunTask(const PassTask& task, ImageBuffer* image, RegionMeter* meter) {
    const Cell& cell = cells_[task.cell];
    if (cell.peer != nullptr) return RunAtPeer(task);
    const OnePassOptions one_pass = {
        .sizes_only = options_.sizes_only,
        .min_region_nanos = options_.min_region_nanos};
    OnePassResult pass = RunOnePass(corpus_, cell.spec, cell.engine, one_pass,
                                    VerifiedImageOf(task.cell), image, meter);
    const std::lock_guard lock(mutex_);
    CellState& state = states_[task.cell];
    state.result.skipped |= pass.skipped;
    SSTR_RETURN_IF_ERROR(pass.status);
    if (pass.output) {
      if (!state.verified && observer_ != nullptr && pass.can_write) {
        SSTR_RETURN_IF_ERROR(
            observer_->OnVerifiedImage(task.cell, image->image()));
      }
      state.verified = pass.fingerprint;
      state.result.output = std::move(*pass.output);
    }
    AddSample(task.round, std::move(pass.sample), &state.result);
    return Status::Ok();
  }

  std::optional<Fingerprint> VerifiedImageOf(size_t cell) {
    const std::lock_guard lock(mutex_);
    return states_[cell].verified;
  }

  Status RunAtPeer(const PassTask& task) {
    PeerPass pass = cells_[task.cell].peer->RunPass(cells_[task.cell].spec);
    const std::lock_guard lock(mutex_);
    CellState& state = states_[task.cell];
    state.result.skipped |= pass.skipped;
    SSTR_RETURN_IF_ERROR(pass.status);
    state.verified = Fingerprint();
    state.result.output = std::move(pass.output);
    AddSample(task.round, std::move(pass.sample), &state.result);
    return Status::Ok();
  }

  static void AddSample(uint64_t round, std::optional<PassSample> sample,
                        CellResult* result) {
    if (!sample) return;
    sample->round = round;
    if (!result->output.compress_time_gap.empty()) {
      sample->compress_nanos.reset();
    }
    result->samples.push_back(*sample);
  }

  std::vector<CellResult> TakeCells() {
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
  const RoundLimits limits_;

  RoundSchedule schedule_;
  std::vector<Image> job_images_;
  Image lone_image_;

  std::mutex mutex_;  // Guards all below, and the observer.
  std::vector<CellState> states_;
  uint64_t done_ = 0;
};

}  // namespace

PassRunner::PassRunner(const RunnerOptions& options, MeterFactory meters,
                       const CancelFlag* cancel, RunObserver* observer,
                       Clock* clock)
    : options_(options),
      meters_(std::move(meters)),
      cancel_(cancel),
      observer_(observer),
      clock_(clock) {}

RunResult PassRunner::Run(const Corpus& corpus, std::span<const Cell> cells) {
  return sstr::Run(options_, meters_, *cancel_, observer_, clock_, corpus,
                   cells)
      .Execute();
}

}  // namespace sstr
