// SPDX-License-Identifier: Apache-2.0
//
// What a run of sst_make is asked to do. Plain data.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "codec/compression_type.h"
#include "make/presets.h"
#include "make/record_files.h"

namespace sstr {

struct MakeOptions {
  // Where the records are from: exactly one is given.
  const Preset* preset = nullptr;  // One of Presets().
  std::string lines;               // A text file.
  std::string directory;           // Of files.

  LineFormat line_format = LineFormat::kValue;
  // For presets only. `num` absent: the preset's own number.
  std::optional<uint64_t> num;
  uint64_t seed = 1;

  // What is absent is as the preset has it, else as TableShape has it.
  std::optional<uint64_t> block_size;
  std::optional<CompressionType> compression_type;
  int compression_level = kDefaultCompressionLevel;
  uint32_t max_dict_bytes = 0;
  uint32_t zstd_max_train_bytes = 0;
  std::string table_options;  // RocksDB's "k=v;k=v", applied last.

  std::string output;
  bool overwrite = false;
};

}  // namespace sstr
