// SPDX-License-Identifier: Apache-2.0

#include "app/noise_check_app.h"

#include <utility>

#include "app/progress.h"
#include "app/run_context.h"
#include "app/sweep_cells.h"
#include "base/clock.h"
#include "corpus/corpus.h"
#include "corpus/file_list.h"
#include "measure/pass_runner.h"
#include "report/write/noise_report.h"
#include "rocks/library_info.h"

namespace sstr {
namespace {

class ProgressObserver : public RunObserver {
 public:
  explicit ProgressObserver(Progress* progress) : progress_(progress) {}

  void OnPassStarted(const PassSpec& spec, uint64_t done,
                     uint64_t total) override {
    progress_->ShowPass(spec, done, total);
  }

 private:
  Progress* progress_;
};

// Two cells of one spec, so that each round has both and their order
// alternates. Error: why the spec cannot be measured; kInterrupted.
Status MeasureTwice(const Corpus& corpus, const Engines& engines,
                    const RecompressOptions& options, const CancelFlag* cancel,
                    Progress* progress, NoiseReport* report) {
  const Cell cell = {report->spec, engines.For(report->spec)};
  const Cell cells[] = {cell, cell};
  ProgressObserver observer(progress);
  PassRunner runner(
      {.rounds = options.rounds},
      [](UsageScope scope) {
        return RegionMeter::Create(scope, Clock::Monotonic());
      },
      cancel, &observer);
  RunResult result = runner.Run(corpus, cells);
  progress->Clear();
  for (const CellResult& measured : result.cells) {
    SSTR_RETURN_IF_ERROR(measured.status.WithPrefix(ToString(report->spec)));
  }
  if (*cancel) return Status::Interrupted("stopped before all rounds had run");
  report->first = std::move(result.cells[0].samples);
  report->second = std::move(result.cells[1].samples);
  return Status::Ok();
}

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
  const Engines engines(library, cancel);
  SSTR_RETURN_IF_ERROR(
      MeasureTwice(corpus, engines, options, cancel, &progress, &report));
  FinishRunContext(environment, {}, &report.context);
  return report;
}

}  // namespace

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
