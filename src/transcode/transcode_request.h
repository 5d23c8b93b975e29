// SPDX-License-Identifier: Apache-2.0
//
// What a transcode is asked for, and what its parts count and report while they
// work.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "base/cancel.h"
#include "codec/compression_type.h"

namespace sstr {

struct TranscodeOptions {
  CodecSetting codec;
  // Encode blocks that have the type already, too. A dictionary that is asked
  // for implies it.
  bool reencode = false;
  // Becomes rocksdb.creating.session.identity where the file has one; absent:
  // that stays, and with it the file's unique id.
  std::optional<std::string> session_identity;
  uint32_t jobs = 1;                   // Threads, at least 1.
  const CancelFlag* cancel = nullptr;  // May be null.
};

// Called as reading goes on: the data blocks up to this offset have been read
// and, where blocks lie in the order of their keys, will not be again.
using ReadProgress = std::function<void(uint64_t offset)>;

struct TranscodeSummary {
  uint64_t source_bytes = 0;
  uint64_t output_bytes = 0;
  uint64_t uncompressed_data_bytes = 0;
  uint64_t data_blocks = 0;  // The sum of the next four.
  uint64_t copied = 0;       // As they were.
  uint64_t compressed = 0;   // Encoded anew.
  uint64_t rejected = 0;     // Tried, stored raw.
  uint64_t bypassed = 0;     // Not tried, stored raw.
};

}  // namespace sstr
