// SPDX-License-Identifier: Apache-2.0

#include "report/write/context_lines.h"

#include <fmt/format.h>

#include "base/advised_flags.h"
#include "report/number_text.h"

namespace sstr {
namespace {

std::string RocksDbText(const RunContext& context) {
  std::string text = context.rocksdb_library_version;
  if (context.rocksdb_header_version != context.rocksdb_library_version) {
    text += fmt::format(" (headers {})", context.rocksdb_header_version);
  }
  return fmt::format("{}, assertions {}", text,
                     context.rocksdb_assertions ? "on" : "off");
}

std::string CodecsText(const RunContext& context) {
  std::string text;
  for (const auto& [name, version] : context.codec_versions) {
    if (!text.empty()) text += ", ";
    text += name + " " + version;
  }
  return text;
}

std::string MachineText(const RunContext& context) {
  std::string text =
      fmt::format("{}, {} CPU{}", context.cpu_model, context.cpu_count,
                  context.cpu_count == 1 ? "" : "s");
  if (!context.pinned_to.empty()) {
    text += fmt::format(" (pinned to {})", context.pinned_to);
  }
  text += fmt::format(", governor {}", context.cpu_governor);
  if (context.cpu_turbo)
    text += *context.cpu_turbo ? ", turbo on" : ", turbo off";
  if (context.load_1min) {
    text += fmt::format(", load {:.2f}", *context.load_1min);
  }
  if (!context.virtual_machine.empty()) {
    text += fmt::format(", virtual machine ({})", context.virtual_machine);
  }
  return text;
}

std::string RunText(const RunContext& context) {
  if (context.sizes_only) return "sizes only, nothing timed";
  std::string rounds = fmt::format("repeat {}", context.repeat);
  if (context.target_interval && context.max_seconds) {
    rounds = fmt::format("until every interval is within {} or {} s are over",
                         PlusMinusPercent(*context.target_interval),
                         *context.max_seconds);
  }
  return fmt::format("{}, jobs {}, seed {}", rounds, context.jobs,
                     context.seed);
}

std::string TablesText(const RunContext& context) {
  return context.tables_kept_in.empty()
             ? fmt::format(
                   "rebuilt in memory, none written (--{}=DIR keeps them)",
                   AdvisedFlag("output_dir"))
             : "kept in " + context.tables_kept_in;
}

}  // namespace

std::vector<ContextLine> ContextLines(const RunContext& context) {
  std::vector<ContextLine> lines = {
      {"sst_recompress", context.tool_version},
      {"command", context.command_line},
      {"date", context.date_utc},
      {"host", context.host},
      {"machine", MachineText(context)},
      {"build", context.build_type + ", " + context.compiler},
      {"RocksDB", RocksDbText(context)},
      {"codecs", CodecsText(context)},
      {"run", RunText(context)},
      {"rounds", context.rounds_note},
      {"tables", TablesText(context)},
      {"counters", context.absent_counters},
  };
  std::erase_if(lines,
                [](const ContextLine& line) { return line.text.empty(); });
  for (ContextLine& line : lines) line.text = Printable(line.text);
  return lines;
}

std::vector<std::string> Warnings(const RunReport& report) {
  std::vector<std::string> warnings;
  if (!report.complete) {
    warnings.push_back(fmt::format("INCOMPLETE: {}", kIncompleteNotice));
  }
  for (const std::string& warning : report.context.warnings) {
    warnings.push_back(Printable(warning));
  }
  return warnings;
}

const std::string_view kLegend =
    "Times are medians, ± their unscaled median absolute deviation. ratio =\n"
    "uncompressed / stored data payload, larger is better. MB = 10^6 bytes;\n"
    "speeds are uncompressed MB per second.\n";

}  // namespace sstr
