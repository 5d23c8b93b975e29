// SPDX-License-Identifier: Apache-2.0

#include "app/run_context.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "codec/registry.h"
#include "measure/perf_events.h"
#include "report/report_builder.h"
#include "report/run_warnings.h"

namespace sstr {
namespace {

constexpr uint64_t kNanosInSecond = 1'000'000'000;

constexpr BuildFacts OwnBuild() {
  BuildFacts build;
#ifndef NDEBUG
  build.assertions = true;
#endif
#ifndef __OPTIMIZE__
  build.optimized = false;
#endif
  return build;
}

void Append(std::vector<std::string> texts, std::vector<std::string>* to) {
  std::ranges::move(texts, std::back_inserter(*to));
}

}  // namespace

RunContext MakeRunContext(const RocksLibraryInfo& library,
                          const RecompressOptions& options,
                          const Environment& environment) {
  RunContext context;
  context.tool_version = SSTR_VERSION;
  context.command_line = options.command_line;
  context.build_type = SSTR_BUILD_TYPE;
  context.compiler = SSTR_COMPILER;
  context.rocksdb_header_version = library.header_version;
  context.rocksdb_library_version = library.library_version;
  context.rocksdb_assertions = library.assertions;
  for (const Codec* codec : AllCodecs()) {
    const CodecInfo& info = codec->info();
    if (!info.library_version.empty()) {
      context.codec_versions[info.library] = info.library_version;
    }
  }
  context.seed = RunnerOptions().seed;
  context.target_interval = options.rounds.target_interval;
  if (context.target_interval) {
    context.max_seconds = options.rounds.max_nanos / kNanosInSecond;
  } else {
    context.repeat = static_cast<uint32_t>(options.rounds.repeat);
  }
  context.jobs = options.jobs;
  context.sizes_only = options.sizes_only;
  context.tables_kept_in = options.output_dir.value_or("");
  if (!options.sizes_only) {
    context.absent_counters = AbsentCounters(
        options.jobs > 1 ? UsageScope::kThread : UsageScope::kProcess);
  }
  SetEnvironment(environment, &context);
  Append(WarningsBefore(context, environment, OwnBuild()), &context.warnings);
  return context;
}

void FinishRunContext(const Environment& before,
                      std::span<const FileRounds> rounds, RunContext* context) {
  if (context->sizes_only) return;
  RunFacts run;
  const auto ticks = ReadCpuTicks();
  if (before.ticks && ticks) {
    run.stolen_percent = StolenPercent(*before.ticks, *ticks);
  }
  if (context->target_interval) {
    context->rounds_note = RoundsNote(rounds, *context->target_interval);
    for (const FileRounds& file : rounds) {
      if (file.rounds.end != RoundsEnd::kTimeUp) continue;
      run.fewest_rounds = std::min(
          run.fewest_rounds.value_or(file.rounds.rounds), file.rounds.rounds);
    }
  }
  Append(WarningsAfter(run), &context->warnings);
}

}  // namespace sstr
