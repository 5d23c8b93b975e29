// SPDX-License-Identifier: Apache-2.0

#include "table_flags.h"

#include <gflags/gflags.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "flag_parsing.h"

DEFINE_string(block_size, "16384", "");
DEFINE_string(set_block_size, "", "");
DEFINE_string(compression_parallel_threads, "1", "");
DEFINE_bool(enable_index_compression, true, "");
DEFINE_bool(verify_compression, false, "");
DEFINE_string(table_options, "sst_dump", "");

namespace sstr {
namespace {

constexpr uint64_t kMaxUint32 = std::numeric_limits<uint32_t>::max();
constexpr int kMaxThreads = 256;

Status SetBlockSizes(RecompressOptions* options) {
  const bool sst_dumps_name = FlagWasGiven("set_block_size");
  if (!sst_dumps_name && !FlagWasGiven("block_size")) return Status::Ok();
  if (sst_dumps_name && FlagWasGiven("block_size")) {
    return Status::Usage("--set_block_size and --block_size are the same");
  }
  // 0 means something to the block engine only.
  const bool may_be_0 = options->sweep.engine == EngineChoice::kBlock ||
                        options->input_format != InputFormat::kTable;
  SSTR_ASSIGN_OR_RETURN(
      options->sweep.block_sizes,
      ParseByteSizeList(
          sst_dumps_name ? "set_block_size" : "block_size",
          sst_dumps_name ? FLAGS_set_block_size : FLAGS_block_size,
          may_be_0 ? 0 : 1, kMaxUint32));
  return Status::Ok();
}

Status SetTables(RecompressOptions* options) {
  SSTR_RETURN_IF_ERROR(SetBlockSizes(options));
  SSTR_ASSIGN_OR_RETURN(
      const std::vector<int64_t> threads,
      ParseIntegerList("compression_parallel_threads",
                       FLAGS_compression_parallel_threads, 1, kMaxThreads));
  options->sweep.threads.assign(threads.begin(), threads.end());
  PassSpec& base = options->sweep.base;
  base.enable_index_compression = FLAGS_enable_index_compression;
  base.verify_compression = FLAGS_verify_compression;
  base.table_options = FLAGS_table_options;
  return Status::Ok();
}

}  // namespace

FlagGroup TableFlags(RecompressOptions* options) {
  return {
      .title = "Blocks and tables",
      .flags =
          {
              {"block_size",
               "List of data block sizes in bytes before compression, 1 to "
               "4294967295; 16k is 16384. Default: 16384; with "
               "--engine=block and for raw inputs 0: blocks as they "
               "are."},
              {"set_block_size", "sst_dump's name of --block_size."},
              {"compression_parallel_threads",
               "List of compression thread counts of the table builder, 1 to "
               "256. Default: 1."},
              {"enable_index_compression",
               "Compress index blocks too. Default: true."},
              {"verify_compression",
               "Let the table builder decompress and compare every block; in "
               "the write time. Default: false."},
              {"table_options",
               "\"sst_dump\" (RocksDB's defaults, so sizes equal sst_dump's), "
               "\"source\" (format, index, filter and checksum as the "
               "file's properties tell) or \"name=value;name=value\" of "
               "RocksDB's BlockBasedTableOptions. Default: sst_dump."},
          },
      .read = [=](const CommandLine&) { return SetTables(options); }};
}

}  // namespace sstr
