// SPDX-License-Identifier: Apache-2.0
//
// What the linked RocksDB release makes of a codec setting: releases replace
// levels, and sometimes the codec, without an error. Pure; asks no library.
// Source: rocksdb/util/compression.h of the releases named in the .cc.

#pragma once

#include <string>

#include <cstdint>

#include "codec/compression_type.h"
#include "rocksdb/table.h"

namespace sstr {

struct EffectiveSetting {
  CompressionType type = CompressionType::kNone;
  int level = 0;  // Meaningless without level_matters.
  bool level_matters = false;
  // The library would take the setting and compress nothing.
  bool rejected = false;
  // How it differs from what was asked, or why it is rejected; else empty.
  std::string note;
};

EffectiveSetting GetEffectiveSetting(const CodecSetting& asked);

// The compression threads that the table builder really uses.
// Source: docs of CompressionOptions::parallel_threads and
// BlockBasedTableBuilder's constructor in 10.7 and 11.5.
uint32_t EffectiveThreads(uint32_t asked, const EffectiveSetting& setting,
                          const rocksdb::BlockBasedTableOptions& options);

}  // namespace sstr
