// SPDX-License-Identifier: Apache-2.0

#include "compare/sst_dump_side.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "measure/environment.h"
#include "pass/sweep.h"
#include "report/report_builder.h"
#include "report/run_warnings.h"
#include "sst_dump/sst_dump_output.h"
#include "sst_dump/sst_dump_rows.h"
#include "worker/child_process.h"

namespace sstr {
namespace {

constexpr std::string_view kProgram = "sst_dump";

// As this project's sweeps have it: codecs without levels run once.
void KeepOneOfCodecsWithoutLevels(std::vector<ReportRow>* rows) {
  std::vector<ReportRow> kept;
  for (ReportRow& row : *rows) {
    CodecSetting& codec = row.spec.codec;
    if (!CodecHasLevels(codec.type)) {
      codec.level = kDefaultCompressionLevel;
      const auto is_same = [&row](const ReportRow& other) {
        return other.spec == row.spec;
      };
      if (std::ranges::any_of(kept, is_same)) continue;
    }
    kept.push_back(std::move(row));
  }
  *rows = std::move(kept);
}

class SstDumpSide : public CompareSide {
 public:
  SstDumpSide(SideOptions options, PassSpec asked)
      : options_(std::move(options)), asked_(std::move(asked)) {}

  Result<std::vector<ReportRow>> Open(const std::string& file) override {
    file_ = file;
    if (context_.command_line.empty()) SetContext();
    SSTR_ASSIGN_OR_RETURN(std::vector<ReportRow> rows, RunProcess(0));
    for (ReportRow& row : rows) row.samples.clear();
    return rows;
  }

  Result<std::vector<ReportRow>> Run(std::span<const PassSpec> specs,
                                     uint64_t round) override {
    SSTR_ASSIGN_OR_RETURN(const std::vector<ReportRow> rows, RunProcess(round));
    std::vector<ReportRow> asked_for;
    for (const PassSpec& spec : specs) {
      const auto row = std::ranges::find(rows, spec, &ReportRow::spec);
      if (row == rows.end()) {
        return Status::Failed(fmt::format("{}: this time it did not run {}",
                                          options_.command, ToString(spec)));
      }
      asked_for.push_back(*row);
    }
    return asked_for;
  }

  bool runs_all_at_once() const override { return true; }
  RunContext context() const override { return context_; }

  SideTraits traits() const override {
    SideTraits traits = SstDumpTraits(dialect_);
    traits.name = options_.command;
    return traits;
  }

 private:
  Result<std::string> OutputOf(const std::vector<std::string>& arguments,
                               std::string* last_words) const {
    SSTR_ASSIGN_OR_RETURN(
        ChildProcess child,
        ChildProcess::Start(ShellArguments(options_.command, arguments),
                            options_.command));
    Result<std::string> output = child.ReadAll(options_.timeout_seconds);
    *last_words = child.LastErrorLines();
    return output;
  }

  Result<std::vector<ReportRow>> RunProcess(uint64_t round) {
    std::vector<std::string> arguments = {"--command=recompress",
                                          "--file=" + file_};
    arguments.insert(arguments.end(), options_.flags.begin(),
                     options_.flags.end());
    std::string last_words;
    SSTR_ASSIGN_OR_RETURN(const std::string text,
                          OutputOf(arguments, &last_words));
    const Result<SstDumpOutput> output = ParseSstDumpOutput(text);
    if (!output.ok()) {
      return Status::Failed(fmt::format("{}: {}{}", options_.command,
                                        output.status().message(), last_words));
    }
    dialect_ = output->dialect;
    context_.rocksdb_assertions = output->assertions_on;
    std::vector<ReportRow> rows = MakeSstDumpRows(*output, asked_, round);
    for (ReportRow& row : rows) row.file = file_;
    KeepOneOfCodecsWithoutLevels(&rows);
    return rows;
  }

  void SetContext() {
    const Environment environment = ReadEnvironment();
    SetEnvironment(environment, &context_);
    context_.command_line = options_.command;
    context_.rocksdb_library_version = Release();
    context_.warnings =
        WarningsBefore(context_, environment, {.optimized = true});
  }

  // "sst_dump (RocksDB) 7.8.3"; empty where it does not say so.
  std::string Release() const {
    constexpr std::string_view kBefore = "(RocksDB) ";
    std::string ignored;
    const Result<std::string> text = OutputOf({"--version"}, &ignored);
    if (!text.ok()) return "";
    const size_t place = text->find(kBefore);
    if (place == std::string::npos) return "";
    const size_t begin = place + kBefore.size();
    return text->substr(begin, text->find_first_of(" \n", begin) - begin);
  }

  const SideOptions options_;
  const PassSpec asked_;
  std::string file_;
  SstDumpDialect dialect_ = SstDumpDialect::kTo10_6;
  RunContext context_;
};

}  // namespace

bool IsSstDumpCommand(std::string_view command) {
  constexpr std::string_view kBlanks = " \t\n";
  while (true) {
    command.remove_prefix(
        std::min(command.find_first_not_of(kBlanks), command.size()));
    if (command.empty()) return false;
    const std::string_view word =
        command.substr(0, command.find_first_of(kBlanks));
    command.remove_prefix(word.size());
    const std::string_view name = word.substr(word.rfind('/') + 1);
    const bool is_program =
        !word.starts_with('-') && word.find('=') == std::string_view::npos;
    if (is_program && name.find(kProgram) != std::string_view::npos) {
      return true;
    }
  }
}

std::unique_ptr<CompareSide> NewSstDumpSide(SideOptions options,
                                            PassSpec asked) {
  return std::make_unique<SstDumpSide>(std::move(options), std::move(asked));
}

}  // namespace sstr
