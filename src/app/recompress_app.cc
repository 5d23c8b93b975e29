// SPDX-License-Identifier: Apache-2.0

#include "app/recompress_app.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/image_keeper.h"
#include "app/progress.h"
#include "app/report_target.h"
#include "app/run_context.h"
#include "app/sweep_cells.h"
#include "base/clock.h"
#include "codec/codec.h"
#include "corpus/corpus.h"
#include "corpus/file_list.h"
#include "measure/pass_runner.h"
#include "report/report_builder.h"
#include "report/totals.h"
#include "rocks/library_info.h"
#include "worker/worker_client.h"

namespace sstr {
namespace {

// Passes on what happens while one file is measured.
class FileObserver : public RunObserver {
 public:
  FileObserver(const std::string& file, std::span<const Cell> cells,
               ImageKeeper* keeper, Progress* progress)
      : file_(file), cells_(cells), keeper_(keeper), progress_(progress) {}

  void OnPassStarted(const PassSpec& spec, uint64_t done,
                     uint64_t total) override {
    progress_->ShowPass(spec, done, total);
  }
  Status OnVerifiedImage(size_t cell, std::span<const uint8_t> image) override {
    // Only the table engine makes tables.
    if (cells_[cell].spec.engine != kTableEngineName) return Status::Ok();
    return keeper_->Keep(file_, cells_[cell].spec, image);
  }

 private:
  const std::string& file_;
  const std::span<const Cell> cells_;
  ImageKeeper* keeper_;
  Progress* progress_;
};

// One run from checked options to finished report.
class RecompressRun {
 public:
  // Everything but `specs` is borrowed.
  RecompressRun(const RecompressOptions& options, SpecLists specs,
                const RocksLibraryInfo& library, ImageKeeper* keeper,
                const CancelFlag* cancel, std::ostream& err)
      : options_(options),
        specs_(std::move(specs)),
        library_(library),
        keeper_(keeper),
        cancel_(*cancel),
        err_(err),
        progress_(options.progress ? &err : nullptr, Clock::Monotonic()) {}

  ExitCode MeasureFiles(const std::vector<std::string>& files,
                        RunReport* report) {
    ExitCode exit_code = ExitCode::kOk;
    progress_.SetFileCount(files.size());
    for (const std::string& file : files) {
      if (cancel_) break;
      progress_.StartFile(file);
      const ExitCode file_code = MeasureFile(file, report);
      exit_code = std::max(exit_code, file_code);
    }
    progress_.Clear();
    report->complete = !cancel_;
    if (files.size() > 1) AddTotals(report);
    if (cancel_) exit_code = std::max(exit_code, ExitCode::kFailure);
    return exit_code;
  }

  // Of every file measured so far.
  const std::vector<FileRounds>& rounds() const { return rounds_; }

 private:
  std::vector<std::string> FlagsForWorker(const std::string& file) const {
    std::vector<std::string> flags = {
        "--worker_raise_mmap_threshold",
        fmt::format("--input_format={}",
                    InputFormatName(options_.input_format))};
    if (options_.salvage) flags.push_back("--salvage");
    flags.insert(flags.end(), {"--", file});
    return flags;
  }

  ExitCode MeasureFile(const std::string& file, RunReport* report) {
    auto corpus = LoadCorpus(
        file, {.format = options_.input_format, .salvage = options_.salvage});
    if (!corpus.ok()) {
      Complain("", corpus.status().message());
      AddErrorRows(file, corpus.status(), report);
      return ExitCodeFor(corpus.status());
    }
    if (corpus->is_damaged()) Complain(file, corpus->DamageNote());
    const Engines engines(library_, &cancel_);
    OwnWorker raised_threshold(FlagsForWorker(file), options_.sizes_only);
    std::vector<Cell> cells = {{StoredSpec(), engines.For(StoredSpec())}};
    for (const PassSpec& spec : specs_.For(corpus->is_raw)) {
      // Thresholds of malloc are a whole process's.
      const bool elsewhere = spec.allocator == kMmapThresholdAllocator;
      cells.push_back({spec, elsewhere ? nullptr : engines.For(spec),
                       elsewhere ? &raised_threshold : nullptr});
    }
    const RunnerOptions runner_options = {.rounds = options_.rounds,
                                          .jobs = options_.jobs,
                                          .sizes_only = options_.sizes_only};
    FileObserver observer(file, cells, keeper_, &progress_);
    PassRunner runner(
        runner_options,
        [](UsageScope scope) {
          return RegionMeter::Create(scope, Clock::Monotonic());
        },
        &cancel_, &observer);
    RunResult result = runner.Run(*corpus, cells);
    const auto& widest = result.rounds.widest;
    rounds_.push_back(
        {.file = file,
         .rounds = result.rounds,
         .widest_spec = widest ? ToString(cells[widest->cell].spec) : ""});
    const ExitCode exit_code =
        AddRows(file, cells, std::move(result.cells), report);
    // What was salvaged is measured; the file is damaged all the same.
    return corpus->is_damaged()
               ? std::max(exit_code, ExitCode::kVerificationFailed)
               : exit_code;
  }

  void Complain(const std::string& file, const std::string& message) {
    progress_.Clear();
    if (!file.empty()) err_ << file << ": ";
    err_ << message << "\n";
  }

  ExitCode AddRows(const std::string& file, const std::vector<Cell>& cells,
                   std::vector<CellResult> results, RunReport* report) {
    ExitCode exit_code = ExitCode::kOk;
    for (size_t i = 0; i < cells.size(); ++i) {
      const Status& status = results[i].status;
      // Skipped rows are no failure, unless the user asked for what no file
      // can have.
      if (!status.ok() &&
          (!results[i].skipped || status.code() == StatusCode::kUsage)) {
        Complain(file, ToString(cells[i].spec) + ": " + status.message());
        exit_code = std::max(exit_code, ExitCodeFor(status));
      }
      report->rows.push_back(
          MakeRow(i == 0 ? RowKind::kBaseline : RowKind::kPass, file,
                  cells[i].spec, std::move(results[i])));
    }
    return exit_code;
  }

  void AddErrorRows(const std::string& file, const Status& status,
                    RunReport* report) {
    report->rows.push_back(
        MakeErrorRow(RowKind::kBaseline, file, StoredSpec(), status));
    for (const PassSpec& spec :
         specs_.For(options_.input_format == InputFormat::kRaw)) {
      report->rows.push_back(MakeErrorRow(RowKind::kPass, file, spec, status));
    }
  }

  const RecompressOptions& options_;
  const SpecLists specs_;
  const RocksLibraryInfo& library_;
  ImageKeeper* keeper_;
  const CancelFlag& cancel_;
  std::ostream& err_;
  Progress progress_;
  std::vector<FileRounds> rounds_;
};

}  // namespace

ExitCode RunRecompress(const RecompressOptions& options,
                       const CancelFlag* cancel, std::ostream& out,
                       std::ostream& err) {
  const auto fail = [&err](const Status& status) {
    err << "sst_recompress: " << status.message() << "\n";
    return ExitCodeFor(status);
  };
  if (const Status status = CheckRocksLibraryMatchesHeaders(); !status.ok()) {
    return fail(status);
  }
  const RocksLibraryInfo library = GetRocksLibraryInfo();
  auto specs = ExpandSweep(options, library);
  if (!specs.ok()) return fail(specs.status());
  const auto files = ListInputFiles(options.inputs, options.input_format);
  if (!files.ok()) return fail(files.status());
  std::vector<std::string> taken = *files;
  if (options.output) taken.push_back(*options.output);
  auto keeper = ImageKeeper::Open(options.output_dir, options.overwrite, taken);
  if (!keeper.ok()) return fail(keeper.status());
  auto target =
      ReportTarget::Open(options.output, options.overwrite, *files, &out);
  if (!target.ok()) return fail(target.status());

  if (!options.cpus.empty()) {
    const Status pinned = PinThisThread(options.cpus);
    if (!pinned.ok()) return fail(pinned);
  }
  const Environment environment = ReadEnvironment();
  RunReport report;
  report.context = MakeRunContext(library, options, environment);
  RecompressRun run(options, std::move(*specs), library, &*keeper, cancel, err);
  const ExitCode exit_code = run.MeasureFiles(*files, &report);
  FinishRunContext(environment, run.rounds(), &report.context);
  const Status delivered = target->Deliver(WriteReport(
      report, options.format, TextOptions{.full_sizes = options.full_sizes}));
  return delivered.ok() ? exit_code : fail(delivered);
}

}  // namespace sstr
