// SPDX-License-Identifier: Apache-2.0

#include "app/noise_check_app.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/progress.h"
#include "app/run_context.h"
#include "app/sweep_cells.h"
#include "base/clock.h"
#include "corpus/corpus.h"
#include "corpus/file_list.h"
#include "measure/one_pass.h"
#include "measure/round_rule.h"
#include "report/write/noise_report.h"
#include "rocks/library_info.h"
#include "stats/verdict.h"

namespace sstr {
namespace {

// A comparison of one cell in which both sides are the same, by the rules of
// measure/round_rule.h. All but the image is borrowed.
class SelfComparison {
 public:
  SelfComparison(const Corpus& corpus, PassEngine* engine, ImageBuffer image,
                 const CancelFlag* cancel, Progress* progress,
                 NoiseReport* report)
      : corpus_(corpus),
        engine_(engine),
        image_(std::move(image)),
        cancel_(cancel),
        progress_(progress),
        report_(report) {}

  // Error: why the spec cannot be measured; kInterrupted.
  Status Run() {
    SSTR_ASSIGN_OR_RETURN(warm_up_, RunPass(/*round=*/0));
    for (uint64_t round = 0; round < report_->rounds; ++round) {
      SSTR_RETURN_IF_ERROR(RunRound(round));
    }
    return Status::Ok();
  }

 private:
  Status RunRound(uint64_t round) {
    std::vector<PassSample> of_round[2];
    CellRound progress = {.warm_ups = {warm_up_}};
    for (; NeedsAnotherPass(progress); ++progress.turns) {
      for (const size_t side : SideOrder(2, round, 0, progress.turns)) {
        SSTR_ASSIGN_OR_RETURN(PassSample pass, RunPass(round));
        of_round[side].push_back(std::move(pass));
      }
      progress.passes = {of_round[0], of_round[1]};
    }
    std::ranges::move(of_round[0], std::back_inserter(report_->first));
    std::ranges::move(of_round[1], std::back_inserter(report_->second));
    return Status::Ok();
  }

  Result<PassSample> RunPass(uint64_t round) {
    progress_->ShowPass(report_->spec, passes_++, /*total=*/0);
    OnePassResult pass =
        RunOnePass(corpus_, report_->spec, engine_, OnePassOptions(), verified_,
                   &image_, meter_.get());
    if (*cancel_) {
      return Status::Interrupted("stopped before all rounds had run");
    }
    SSTR_RETURN_IF_ERROR(pass.status.WithPrefix(ToString(report_->spec)));
    verified_ = pass.fingerprint;
    pass.sample->round = round;
    return *std::move(pass.sample);
  }

  const Corpus& corpus_;
  PassEngine* engine_;
  ImageBuffer image_;
  // RocksDB may start threads of its own.
  const std::unique_ptr<RegionMeter> meter_ =
      RegionMeter::Create(UsageScope::kProcess, Clock::Monotonic());
  const CancelFlag* cancel_;
  Progress* progress_;
  NoiseReport* report_;

  std::optional<Fingerprint> verified_;  // The last image that was.
  PassSample warm_up_;
  uint64_t passes_ = 0;
};

Result<NoiseReport> CheckNoise(const RecompressOptions& options,
                               const CancelFlag* cancel, std::ostream& err) {
  SSTR_RETURN_IF_ERROR(CheckRocksLibraryMatchesHeaders());
  const RocksLibraryInfo library = GetRocksLibraryInfo();
  SSTR_ASSIGN_OR_RETURN(const SpecLists specs, ExpandSweep(options, library));
  SSTR_ASSIGN_OR_RETURN(const std::vector<std::string> files,
                        ListInputFiles(options.inputs, options.input_format));
  if (!options.cpus.empty()) SSTR_RETURN_IF_ERROR(PinThisThread(options.cpus));
  Progress progress(options.progress ? &err : nullptr, Clock::Monotonic());
  progress.SetFileCount(1);
  progress.StartFile(files.front());
  SSTR_ASSIGN_OR_RETURN(
      const Corpus corpus,
      LoadCorpus(files.front(), {.format = options.input_format}));
  const Environment environment = ReadEnvironment();
  NoiseReport report;
  report.context = MakeRunContext(library, options, environment);
  report.file = files.front();
  report.spec = specs.For(corpus.is_raw).front();
  report.rounds = options.rounds.repeat;
  const Engines engines(library, cancel);
  SSTR_ASSIGN_OR_RETURN(ImageBuffer image,
                        ImageBuffer::Reserve(ImageCapacity(corpus)));
  SelfComparison comparison(corpus, engines.For(report.spec), std::move(image),
                            cancel, &progress, &report);
  const Status status = comparison.Run();
  progress.Clear();
  SSTR_RETURN_IF_ERROR(status);
  FinishRunContext(environment, {}, &report.context);
  return report;
}

}  // namespace

uint64_t LeastNoiseCheckRounds() { return RoundsNeeded(1); }

ExitCode RunNoiseCheck(const RecompressOptions& options,
                       const CancelFlag* cancel, std::ostream& out,
                       std::ostream& err) {
  const auto report = CheckNoise(options, cancel, err);
  const Status& status = report.status();
  if (!status.ok()) {
    err << "sst_recompress: " << status.message() << "\n";
    return ExitCodeFor(status);
  }
  out << WriteNoiseReport(*report) << std::flush;
  return out.good() ? ExitCode::kOk : ExitCode::kFailure;
}

}  // namespace sstr
