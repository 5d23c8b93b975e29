// SPDX-License-Identifier: Apache-2.0
//
// The recipe of sst_recompress --transcode: each input written again,
// losslessly and under another compression setting, read back, compared, and
// only then given its name. Options in, exit code out; flags are tools/'s
// business.

#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "base/exit_code.h"
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

// Writes a line per output to `out`, messages to `err`. `cancel` is borrowed.
ExitCode RunTranscode(const TranscodeJob& job, const CancelFlag* cancel,
                      std::ostream& out, std::ostream& err);

}  // namespace sstr
