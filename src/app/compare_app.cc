// SPDX-License-Identifier: Apache-2.0

#include "app/compare_app.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "app/progress.h"
#include "app/report_target.h"
#include "base/advised_flags.h"
#include "base/clock.h"
#include "base/file.h"
#include "compare/compare_rounds.h"
#include "compare/compare_side.h"
#include "compare/comparison.h"
#include "compare/sst_dump_side.h"
#include "compare/worker_side.h"
#include "corpus/file_list.h"
#include "measure/environment.h"
#include "report/run_warnings.h"
#include "report/write/json_reader.h"

namespace sstr {
namespace {

class ConsoleObserver : public RoundsObserver {
 public:
  // Both borrowed.
  ConsoleObserver(Progress* progress, std::ostream& err)
      : progress_(progress), err_(err) {}

  void OnPassStarted(const PassSpec& spec, uint64_t done) override {
    progress_->ShowPass(spec, done, /*total=*/0);
  }
  void OnFailure(const std::string& file, const std::string& message) override {
    progress_->Clear();
    err_ << "sst_compare: " << file << ": " << message << "\n";
  }

 private:
  Progress* progress_;
  std::ostream& err_;
};

struct MeasuredSides {
  std::vector<RunReport> reports;
  std::vector<SideTraits> traits;
  bool paired = false;
  ExitCode exit_code = ExitCode::kOk;
};

Result<MeasuredSides> ReadReports(const CompareJob& job) {
  MeasuredSides sides;
  for (const std::string& path : job.stored_reports) {
    SSTR_ASSIGN_OR_RETURN(const FileBytes bytes, ReadWholeFile(path));
    auto report = ReadJson(bytes.view());
    if (!report.ok()) return report.status().WithPrefix(path);
    sides.reports.push_back(*std::move(report));
    sides.traits.push_back({.name = path});
  }
  return sides;
}

std::unique_ptr<CompareSide> NewSide(const std::string& command,
                                     const CompareJob& job) {
  SideOptions options = {.command = command,
                         .flags = job.worker_flags,
                         .timeout_seconds = job.pass_timeout_seconds};
  if (!IsSstDumpCommand(command)) return NewWorkerSide(std::move(options));
  options.flags = job.sst_dump_sweep.flags;
  return NewSstDumpSide(std::move(options), job.sst_dump_sweep.asked);
}

void AddWarnings(const std::optional<CpuTicks>& before,
                 std::vector<RunReport>* reports) {
  RunFacts run;
  const auto after = ReadCpuTicks();
  if (before && after) run.stolen_percent = StolenPercent(*before, *after);
  for (const std::string& warning : WarningsAfter(run)) {
    for (RunReport& report : *reports) {
      report.context.warnings.push_back(warning);
    }
  }
}

// What the sides say of themselves, below what is said of them already.
void AddContexts(const std::vector<std::unique_ptr<CompareSide>>& sides,
                 const CompareJob& job, MeasuredSides* measured) {
  for (size_t i = 0; i < sides.size(); ++i) {
    RunContext& context = measured->reports[i].context;
    std::vector<std::string> warnings = std::move(context.warnings);
    context = sides[i]->context();
    context.repeat = static_cast<uint32_t>(job.rounds);
    context.warnings.insert(context.warnings.end(), warnings.begin(),
                            warnings.end());
    measured->traits.push_back(sides[i]->traits());
  }
}

Result<MeasuredSides> MeasureSides(const CompareJob& job,
                                   const std::vector<std::string>& files,
                                   const CancelFlag* cancel,
                                   std::ostream& err) {
  if (!job.cpus.empty()) SSTR_RETURN_IF_ERROR(PinThisThread(job.cpus));
  Progress progress(job.progress ? &err : nullptr, Clock::Monotonic());
  progress.SetFileCount(files.size());
  std::vector<std::unique_ptr<CompareSide>> sides;
  ConsoleObserver observer(&progress, err);
  RoundsOptions options = {
      .rounds = job.rounds, .cancel = cancel, .observer = &observer};
  for (const std::string& command : job.commands) {
    options.sides.push_back(sides.emplace_back(NewSide(command, job)).get());
  }
  MeasuredSides measured = {.paired = true};
  measured.reports.resize(sides.size());
  const auto ticks = ReadCpuTicks();
  for (const std::string& file : files) {
    if (*cancel) break;
    progress.StartFile(file);
    SSTR_ASSIGN_OR_RETURN(const ExitCode exit_code,
                          CompareOnFile(file, options, measured.reports));
    measured.exit_code = std::max(measured.exit_code, exit_code);
  }
  progress.Clear();
  AddContexts(sides, job, &measured);
  AddWarnings(ticks, &measured.reports);
  if (*cancel) {
    for (RunReport& report : measured.reports) report.complete = false;
    measured.exit_code = std::max(measured.exit_code, ExitCode::kFailure);
  }
  return measured;
}

Result<std::vector<Comparison>> CompareSides(const CompareJob& job,
                                             const MeasuredSides& sides) {
  const size_t contenders = sides.reports.size() - 1;
  std::vector<Comparison> comparisons;
  for (size_t i = 1; i <= contenders; ++i) {
    const CompareOptions options = {
        .paired = sides.paired,
        .family_alpha = kFamilyWiseAlpha / static_cast<double>(contenders),
        .ignore_variant = true,
        .accept_format_version = job.accept_format_version,
        .baseline = sides.traits[0],
        .contender = sides.traits[i]};
    SSTR_ASSIGN_OR_RETURN(Comparison comparison,
                          Compare(sides.reports[0], sides.reports[i], options));
    comparisons.push_back(std::move(comparison));
  }
  return comparisons;
}

bool PassesGate(const CompareJob& job, const Comparison& comparison,
                std::ostream& err) {
  const GateResult gate = EvaluateFailIf(comparison, job.fail_if);
  const auto list = [&](std::string_view what,
                        const std::vector<std::string>& lines) {
    for (const std::string& line : lines) {
      err << fmt::format("sst_compare: --{}: {}: {}: {}\n", kFailIfFlag, what,
                         comparison.contender_name, line);
    }
  };
  list("FAILED", gate.failures);
  list("undecided", gate.undecided);
  list("unchecked", gate.unchecked);
  return gate.passed();
}

Result<ExitCode> Run(const CompareJob& job, const CancelFlag* cancel,
                     std::ostream& out, std::ostream& err) {
  std::vector<std::string> files = job.stored_reports;
  if (!job.commands.empty()) {
    SSTR_ASSIGN_OR_RETURN(files, ListInputFiles(job.inputs, job.input_format));
  }
  SSTR_ASSIGN_OR_RETURN(
      ReportTarget target,
      ReportTarget::Open(job.output, job.overwrite, files, &out));
  SSTR_ASSIGN_OR_RETURN(const MeasuredSides sides,
                        job.commands.empty()
                            ? ReadReports(job)
                            : MeasureSides(job, files, cancel, err));
  SSTR_ASSIGN_OR_RETURN(const std::vector<Comparison> comparisons,
                        CompareSides(job, sides));
  SSTR_RETURN_IF_ERROR(
      target.Deliver(WriteComparisons(comparisons, job.format)));
  ExitCode exit_code = sides.exit_code;
  for (const Comparison& comparison : comparisons) {
    if (!PassesGate(job, comparison, err)) {
      exit_code = ExitCode::kRegressionFound;
    }
  }
  return exit_code;
}

}  // namespace

bool HasSstDumpSide(const CompareJob& job) {
  return std::ranges::any_of(job.commands, IsSstDumpCommand);
}

ExitCode RunCompare(const CompareJob& job, const CancelFlag* cancel,
                    std::ostream& out, std::ostream& err) {
  const Result<ExitCode> exit_code = Run(job, cancel, out, err);
  if (exit_code.ok()) return *exit_code;
  err << "sst_compare: " << exit_code.status().message() << "\n";
  return ExitCodeFor(exit_code.status());
}

}  // namespace sstr
