// SPDX-License-Identifier: Apache-2.0

#include "report/report_builder.h"

#include <utility>

#include "base/join_notes.h"

namespace sstr {
namespace {

std::string Remarks(const PassOutput& output, bool timed) {
  // Where nothing is timed, no time is missing.
  return JoinNotes({output.note, timed ? output.compress_time_gap : ""});
}

}  // namespace

ReportRow MakeRow(RowKind kind, const std::string& file, const PassSpec& spec,
                  CellResult result) {
  ReportRow row;
  row.kind = kind;
  row.file = file;
  row.spec = spec;
  if (!result.status.ok()) {
    row.status = result.skipped ? RowStatus::kSkipped : RowStatus::kError;
    row.status_detail = result.status.message();
    return row;
  }
  const PassOutput& output = result.output;
  row.status_detail = Remarks(output, !result.samples.empty());
  row.sizes = output.sizes;
  row.distributions = output.distributions;
  row.lost_data_blocks = output.lost_data_blocks;
  row.lost_data_bytes = output.lost_data_bytes;
  row.entries = output.entries;
  row.range_deletions = output.range_deletions;
  row.blocks_compressed = output.blocks_compressed;
  row.blocks_rejected = output.blocks_rejected;
  row.blocks_bypassed = output.blocks_bypassed;
  row.effective = output.effective;
  row.compress_pool = output.compress_pool;
  row.input_hash = output.input_hash;
  row.entries_hash = output.entries_hash;
  row.samples = std::move(result.samples);
  return row;
}

PeerPass ToPeerPass(ReportRow row) {
  PeerPass pass;
  if (row.status != RowStatus::kOk) {
    pass.skipped = row.status == RowStatus::kSkipped;
    pass.status = pass.skipped ? Status::NotSupported(row.status_detail)
                               : Status::Failed(row.status_detail);
    return pass;
  }
  PassOutput& output = pass.output;
  output.note = row.status_detail;
  output.sizes = row.sizes;
  output.distributions = row.distributions;
  output.lost_data_blocks = row.lost_data_blocks;
  output.lost_data_bytes = row.lost_data_bytes;
  output.entries = row.entries;
  output.range_deletions = row.range_deletions;
  output.blocks_compressed = row.blocks_compressed;
  output.blocks_rejected = row.blocks_rejected;
  output.blocks_bypassed = row.blocks_bypassed;
  output.effective = row.effective;
  output.compress_pool = row.compress_pool;
  output.input_hash = row.input_hash;
  output.entries_hash = row.entries_hash;
  if (!row.samples.empty()) pass.sample = row.samples.front();
  return pass;
}

ReportRow MakeErrorRow(RowKind kind, const std::string& file,
                       const PassSpec& spec, const Status& status) {
  ReportRow row;
  row.kind = kind;
  row.file = file;
  row.spec = spec;
  row.status = RowStatus::kError;
  row.status_detail = status.message();
  return row;
}

void SetEnvironment(const Environment& environment, RunContext* context) {
  context->host = environment.host;
  context->cpu_model = environment.cpu_model;
  context->cpu_count = static_cast<uint32_t>(environment.cpus.size());
  context->pinned_to =
      environment.is_pinned ? CpuListText(environment.cpus) : "";
  context->cpu_governor = environment.cpu_governor;
  context->cpu_turbo = environment.turbo;
  context->load_1min = environment.load_1min;
  context->virtual_machine = environment.virtual_machine;
  context->date_utc = environment.date_utc;
}

}  // namespace sstr
