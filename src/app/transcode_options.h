// SPDX-License-Identifier: Apache-2.0
//
// What a run of sst_transcode is asked to do. Plain data.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codec/compression_type.h"

namespace sstr {

struct TranscodeJob {
  std::vector<std::string> inputs;  // Files and directories.
  // Outputs have the names of the inputs there.
  std::string output_dir;
  bool overwrite = false;
  CodecSetting codec;
  bool reencode = false;      // Blocks that have the type already, too.
  bool new_identity = false;  // Give each output a session identity of its own.
  uint32_t jobs = 1;          // Threads, at least 1.
};

}  // namespace sstr
