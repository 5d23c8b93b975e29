// SPDX-License-Identifier: Apache-2.0
//
// Measures the memory of a transcode as a whole program. Test support.

#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <string>

#include "testing/command.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr::testing {

struct TranscodePeak {
  uint64_t file_bytes = 0;
  uint64_t peak_rss_bytes = 0;
};

// Transcodes a table of random values, whose blocks do not shrink: the output
// is as large as the input. Errors are failures of the test.
inline TranscodePeak MeasureTranscodePeak(uint64_t records) {
  const TempDir dir;
  const std::string file = dir.File("random.sst");
  EXPECT_EQ(RunCommand({ToolPath("sst_make"), "--preset=random",
                        "--num=" + std::to_string(records), "--output=" + file})
                .exit_code,
            0);
  const CommandResult result =
      RunCommand({"/usr/bin/time", "-f", "%M", ToolPath("sst_transcode"),
                  "--output_dir=" + dir.File("out"),
                  "--compression_types=kZSTD", "--jobs=2", file});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  if (result.exit_code != 0) return {};
  return {.file_bytes = std::filesystem::file_size(file),
          .peak_rss_bytes = std::stoull(result.err) * 1024};
}

}  // namespace sstr::testing
