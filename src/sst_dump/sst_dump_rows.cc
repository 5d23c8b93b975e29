// SPDX-License-Identifier: Apache-2.0

#include "sst_dump/sst_dump_rows.h"

#include <optional>
#include <string>
#include <utility>

#include "base/units.h"

namespace sstr {
namespace {

PassSample SampleOf(const SstDumpRow& row, uint64_t round) {
  const auto region = [](uint64_t micros) {
    TimedRegion timed;
    timed.iterations = 1;
    timed.wall_nanos = micros * static_cast<uint64_t>(kNanosPerMicro);
    return timed;
  };
  PassSample sample{.round = round, .write = region(row.write_micros)};
  if (row.read_micros) sample.scan = region(*row.read_micros);
  return sample;
}

ReportRow MakeRow(const SstDumpRow& printed, const PassSpec& asked,
                  uint64_t round) {
  ReportRow row;
  row.file = printed.file;
  row.spec = asked;
  row.spec.engine = kTableEngineName;
  row.spec.codec.type = *printed.type;
  row.spec.codec.level = printed.level;
  row.spec.block_size = printed.block_size;
  row.spec.threads = printed.threads;
  row.sizes.file_bytes = printed.file_bytes.value_or(0);
  row.sizes.data_payload_bytes = printed.data_bytes.value_or(0);
  row.sizes.uncompressed_data_bytes =
      printed.uncompressed_data_bytes.value_or(0);
  row.sizes.data_blocks = printed.data_blocks.value_or(0);
  row.blocks_compressed = printed.blocks_compressed;
  row.blocks_bypassed = printed.blocks_bypassed;
  row.blocks_rejected = printed.blocks_rejected;
  row.samples = {SampleOf(printed, round)};
  return row;
}

}  // namespace

std::vector<ReportRow> MakeSstDumpRows(const SstDumpOutput& output,
                                       const PassSpec& asked, uint64_t round) {
  std::vector<ReportRow> rows;
  for (const SstDumpRow& printed : output.rows) {
    if (printed.type) rows.push_back(MakeRow(printed, asked, round));
  }
  for (const std::string& name : output.unsupported_types) {
    const std::optional<CompressionType> type = ParseCompressionType(name);
    if (!type) continue;
    ReportRow row;
    row.file = rows.empty() ? "" : rows.front().file;
    row.spec = asked;
    row.spec.engine = kTableEngineName;
    row.spec.codec.type = *type;
    row.status = RowStatus::kSkipped;
    row.status_detail = name + " is not supported by this sst_dump";
    rows.push_back(std::move(row));
  }
  return rows;
}

SideTraits SstDumpTraits(SstDumpDialect dialect) {
  SideTraits traits{.drops_range_deletions = true};
  if (dialect == SstDumpDialect::kTo10_6) {
    traits.write_time =
        "reading and decoding the source, building the table, freeing it";
    traits.scan_time = "not measured";
  } else {
    traits.write_time = "reading and decoding the source, building the table";
    traits.scan_time =
        "opening the table and reading every entry through a block cache";
  }
  return traits;
}

}  // namespace sstr
