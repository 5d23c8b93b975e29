// SPDX-License-Identifier: Apache-2.0

#include "app/run_context.h"

#include <fmt/format.h>

#include "codec/registry.h"
#include "measure/environment.h"
#include "report/report_builder.h"

namespace sstr {
namespace {

constexpr uint32_t kSteadySamples = 9;

void AddWarnings(RunContext* context) {
  const auto warn = [context](std::string text) {
    context->warnings.push_back(std::move(text));
  };
  if (context->rocksdb_assertions) {
    warn(fmt::format(
        "RocksDB {} was built with assertions on: its times are longer than "
        "those of a release build",
        context->rocksdb_library_version));
  }
#ifndef NDEBUG
  warn("this program was built with assertions on");
#endif
  if (context->sizes_only) return;
  if (context->repeat < kSteadySamples) {
    warn(
        fmt::format("medians of {} samples: use --repeat={} or more before "
                    "believing a small difference",
                    context->repeat, kSteadySamples));
  }
  if (context->jobs > 1) {
    warn(
        fmt::format("{} passes ran side by side: times include what they "
                    "cost each other",
                    context->jobs));
  }
  if (context->load_1min && *context->load_1min > 0.5) {
    warn(fmt::format("the machine was busy at the start: load {:.2f}",
                     *context->load_1min));
  }
}

}  // namespace

RunContext MakeRunContext(const RocksLibraryInfo& library,
                          const RecompressOptions& options) {
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
  context.repeat = options.repeat;
  context.jobs = options.jobs;
  context.sizes_only = options.sizes_only;
  context.tables_kept_in = options.output_dir.value_or("");
  SetEnvironment(ReadEnvironment(), &context);
  AddWarnings(&context);
  return context;
}

}  // namespace sstr
