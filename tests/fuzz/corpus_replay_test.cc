// SPDX-License-Identifier: Apache-2.0
//
// Every file of testdata/ and of the fuzzers' corpus through both fuzz targets,
// without a fuzzer: whatever a fuzzer once found stays found.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "base/file.h"
#include "fuzz/fuzz_targets.h"
#include "testing/paths.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

// The number of files.
int Replay(const std::string& folder,
           void (*target)(std::span<const uint8_t>)) {
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    SCOPED_TRACE(entry.path().string());
    const auto bytes = ReadWholeFile(entry.path().string());
    EXPECT_TRUE(bytes.ok()) << bytes.status().message();
    if (bytes.ok()) target(bytes->span());
    ++files;
  }
  return files;
}

TEST(CorpusReplayTest, ReaderSurvivesEveryInput) {
  EXPECT_GE(Replay(testing::SourcePath("testdata"), FuzzReader), 20);
  EXPECT_GE(Replay(testing::SourcePath("tests/fuzz/corpus"), FuzzReader), 5);
}

TEST(CorpusReplayTest, TranscoderSurvivesEveryInput) {
  EXPECT_GE(Replay(testing::SourcePath("testdata"), FuzzTranscoder), 20);
  EXPECT_GE(Replay(testing::SourcePath("tests/fuzz/corpus"), FuzzTranscoder),
            5);
}

}  // namespace
}  // namespace sstr
