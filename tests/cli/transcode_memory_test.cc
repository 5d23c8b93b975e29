// SPDX-License-Identifier: Apache-2.0
//
// A transcode's memory is a window of blocks, not the file.

#include <gtest/gtest.h>

#include "cli/transcode_peak.h"

#if defined(__SANITIZE_ADDRESS__)
#define SSTR_MEMORY_IS_THE_SANITIZERS 1
#else
#define SSTR_MEMORY_IS_THE_SANITIZERS 0
#endif

namespace sstr {
namespace {

TEST(TranscodeMemoryTest, IsBelowTheFilesSize) {
  if (SSTR_MEMORY_IS_THE_SANITIZERS) {
    GTEST_SKIP() << "AddressSanitizer's own memory hides the program's";
  }
  const testing::TranscodePeak peak = testing::MeasureTranscodePeak(300'000);
  EXPECT_GT(peak.file_bytes, 150'000'000u);
  EXPECT_LT(peak.peak_rss_bytes, 64'000'000u);
}

}  // namespace
}  // namespace sstr
