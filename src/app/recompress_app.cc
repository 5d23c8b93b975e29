// SPDX-License-Identifier: Apache-2.0

#include "app/recompress_app.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "app/image_keeper.h"
#include "app/input_guard.h"
#include "app/progress.h"
#include "app/run_context.h"
#include "base/atomic_file.h"
#include "base/clock.h"
#include "input/corpus.h"
#include "input/file_list.h"
#include "measure/pass_runner.h"
#include "report/report_builder.h"
#include "report/totals.h"
#include "rocks/library_info.h"
#include "rocks/table_engine.h"

namespace sstr {
namespace {

std::vector<CompressionType> DefaultTypes(const RocksLibraryInfo& library) {
  std::vector<CompressionType> types = library.supported_types;
  // The same codec as kZSTD under another type byte; asked for by name only.
  std::erase(types, CompressionType::kZSTDNotFinal);
  std::sort(types.begin(), types.end());
  return types;
}

Status CheckTypes(const std::vector<CompressionType>& types,
                  const RocksLibraryInfo& library) {
  for (const CompressionType type : types) {
    SSTR_RETURN_IF_ERROR(CheckTypeSupported(type, library));
  }
  return Status::Ok();
}

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
  RecompressRun(const RecompressOptions& options, std::vector<PassSpec> specs,
                ImageKeeper* keeper, const CancelFlag* cancel,
                std::ostream& err)
      : options_(options),
        specs_(std::move(specs)),
        keeper_(keeper),
        cancel_(*cancel),
        err_(err),
        table_engine_(NewTableEngine(cancel)),
        stored_engine_(NewStoredEngine(cancel)),
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

 private:
  static PassSpec StoredSpec() {
    PassSpec spec;
    spec.engine = kStoredEngineName;
    return spec;
  }

  ExitCode MeasureFile(const std::string& file, RunReport* report) {
    auto corpus = LoadCorpus(file, options_.salvage);
    if (!corpus.ok()) {
      Complain("", corpus.status().message());
      AddErrorRows(file, corpus.status(), report);
      return ExitCodeFor(corpus.status());
    }
    if (corpus->is_damaged()) Complain(file, corpus->DamageNote());
    std::vector<Cell> cells = {{StoredSpec(), stored_engine_.get()}};
    for (const PassSpec& spec : specs_) {
      cells.push_back({spec, table_engine_.get()});
    }
    const RunnerOptions runner_options = {.repeat = options_.repeat,
                                          .jobs = options_.jobs,
                                          .sizes_only = options_.sizes_only};
    FileObserver observer(file, cells, keeper_, &progress_);
    PassRunner runner(
        runner_options,
        [](UsageScope scope) {
          return RegionMeter::Create(scope, Clock::Monotonic());
        },
        &cancel_, &observer);
    const ExitCode exit_code =
        AddRows(file, cells, runner.Run(*corpus, cells), report);
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
    for (const PassSpec& spec : specs_) {
      report->rows.push_back(MakeErrorRow(RowKind::kPass, file, spec, status));
    }
  }

  const RecompressOptions& options_;
  const std::vector<PassSpec> specs_;
  ImageKeeper* keeper_;
  const CancelFlag& cancel_;
  std::ostream& err_;
  const std::unique_ptr<PassEngine> table_engine_;
  const std::unique_ptr<PassEngine> stored_engine_;
  Progress progress_;
};

// Where the report goes; a file is created before anything is measured, so
// that a bad path costs no time.
class ReportTarget {
 public:
  // Error: kIoError, also when it would replace one of `inputs`.
  static Result<ReportTarget> Open(const RecompressOptions& options,
                                   const std::vector<std::string>& inputs,
                                   std::ostream* out) {
    ReportTarget target(out);
    if (options.output) {
      SSTR_RETURN_IF_ERROR(CheckNotTaken(*options.output, inputs));
      SSTR_ASSIGN_OR_RETURN(
          target.file_, AtomicFile::Create(*options.output, options.overwrite));
    }
    return target;
  }

  Status Deliver(const std::string& text) {
    if (file_) {
      SSTR_RETURN_IF_ERROR(file_->Append(text));
      return file_->Commit();
    }
    *out_ << text << std::flush;
    return out_->good() ? Status::Ok()
                        : Status::IoError("cannot write the report");
  }

 private:
  explicit ReportTarget(std::ostream* out) : out_(out) {}

  std::ostream* out_;
  std::optional<AtomicFile> file_;
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
  Sweep sweep = options.sweep;
  if (sweep.types.empty()) sweep.types = DefaultTypes(library);
  for (const Status& status : {CheckTypes(sweep.types, library),
                               CheckTableOptions(sweep.base.table_options)}) {
    if (!status.ok()) return fail(status);
  }
  const auto files = ListInputFiles(options.inputs);
  if (!files.ok()) return fail(files.status());
  std::vector<std::string> taken = *files;
  if (options.output) taken.push_back(*options.output);
  auto keeper = ImageKeeper::Open(options.output_dir, options.overwrite, taken);
  if (!keeper.ok()) return fail(keeper.status());
  auto target = ReportTarget::Open(options, *files, &out);
  if (!target.ok()) return fail(target.status());

  RunReport report;
  report.context = MakeRunContext(library, options);
  RecompressRun run(options, Expand(sweep), &*keeper, cancel, err);
  const ExitCode exit_code = run.MeasureFiles(*files, &report);
  const Status delivered = target->Deliver(WriteReport(
      report, options.format, TextOptions{.full_sizes = options.full_sizes}));
  return delivered.ok() ? exit_code : fail(delivered);
}

}  // namespace sstr
