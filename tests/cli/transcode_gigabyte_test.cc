// SPDX-License-Identifier: Apache-2.0
//
// A gigabyte is transcoded in at most 256 MiB.

#include <gtest/gtest.h>

#include "cli/transcode_peak.h"

namespace sstr {
namespace {

TEST(TranscodeGigabyteTest, NeedsAtMost256MiB) {
  const testing::TranscodePeak peak = testing::MeasureTranscodePeak(2'000'000);
  EXPECT_GT(peak.file_bytes, 1'000'000'000u);
  EXPECT_LE(peak.peak_rss_bytes, uint64_t{256} << 20);
}

}  // namespace
}  // namespace sstr
