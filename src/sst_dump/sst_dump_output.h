// SPDX-License-Identifier: Apache-2.0
//
// Reads what `sst_dump --command=recompress` of any RocksDB release from 7.8
// on prints. Runs nothing. Written from the format strings in RocksDB's
// table/sst_file_dumper.cc of 7.8.3, 8.11.5, 9.10.0, 10.5.1, 10.6.2, 10.7.5,
// 11.8.1 and its main branch of August 2026: one shape up to 10.6, another
// from 10.7 on. docs/result_format.md shows both.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.h"
#include "codec/compression_type.h"

namespace sstr {

enum class SstDumpDialect { kTo10_6, kFrom10_7 };

// One printed pass. Absent: this dialect does not print it.
struct SstDumpRow {
  std::string file;       // Of the last "Process" line; empty without one.
  std::string type_name;  // As printed.
  std::optional<CompressionType> type;  // Absent: a type without a name here.
  int level = 0;
  uint64_t block_size = 0;
  uint32_t threads = 1;  // To 10.6 always 1: nothing else can be asked.
  std::optional<uint64_t> file_bytes;
  std::optional<uint64_t> data_bytes;  // Trailers included.
  std::optional<uint64_t> uncompressed_data_bytes;
  std::optional<uint64_t> data_blocks;
  // Index blocks are in these, too. The names are those of ReportRow: both
  // dialects print what was not tried under a label that speaks of the ratio,
  // and what was rejected for its ratio under the other.
  uint64_t blocks_compressed = 0;
  uint64_t blocks_bypassed = 0;
  uint64_t blocks_rejected = 0;
  uint64_t write_micros = 0;
  std::optional<uint64_t> read_micros;
};

struct SstDumpOutput {
  SstDumpDialect dialect = SstDumpDialect::kTo10_6;
  bool assertions_on = false;  // Only ever told from 10.7 on.
  std::vector<SstDumpRow> rows;
  // Asked for, but not built in; as printed.
  std::vector<std::string> unsupported_types;
};

// Lines ahead of a file's first heading may say anything, as new releases add
// some; after it every line has to be known. Error: kCorruption naming the
// line's number, what stands there and what was expected; also when there is no
// pass at all, when lines of both dialects are mixed, and when the last line
// is cut short.
Result<SstDumpOutput> ParseSstDumpOutput(std::string_view text);

}  // namespace sstr
