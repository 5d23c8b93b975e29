// SPDX-License-Identifier: Apache-2.0
//
// What a RocksDB release makes of a codec setting: releases replace levels,
// and sometimes the codec, without an error. Pure: it calls no library and
// answers for any release.
// Source: rocksdb/util/compression.h of the releases named in the .cc.

#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "codec/compression_type.h"

namespace sstr {

struct RocksRelease {
  int major = 0;
  int minor = 0;

  auto operator<=>(const RocksRelease&) const = default;
};

struct EffectiveSetting {
  CompressionType type = CompressionType::kNone;
  int level = 0;  // Meaningless without level_matters.
  bool level_matters = false;
  // The library would take the setting and compress nothing.
  bool rejected = false;
  // How it differs from what was asked, or why it is rejected; else empty.
  std::string note;
};

// REQUIRES: the release has the type.
EffectiveSetting GetEffectiveSetting(const CodecSetting& asked,
                                     RocksRelease release);

// The compression threads that the table builder really uses.
// `filters_run_alone`: see FiltersRunAlone() in release_adapter.h.
// Source: docs of CompressionOptions::parallel_threads in 11.5.
uint32_t EffectiveThreads(uint32_t asked, const EffectiveSetting& setting,
                          bool filters_run_alone, RocksRelease release);

}  // namespace sstr
