// SPDX-License-Identifier: Apache-2.0
//
// Small files with every byte changed in turn, and cut at every length: a
// transcode says what is wrong, or its result holds what the sound file holds.

#include <gtest/gtest.h>

#include <cstdio>

#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::EntriesOf;
using testing::ReadBytes;
using testing::SoundTestdata;
using testing::To;
using testing::Transcode;

struct Counts {
  int refused = 0;
  int unharmed = 0;
};

// All have checksums; together they have every kind of block.
const char* const kFiles[] = {"one_key.sst", "partitioned.sst", "hash.sst",
                              "dictionary.sst", "format_0.sst"};

class TranscodeDamageTest : public ::testing::TestWithParam<const char*> {
 protected:
  TranscodeDamageTest()
      : sound_(ReadBytes(SoundTestdata().at(GetParam()))),
        entries_(EntriesOf(sound_)) {}

  void Try(const Bytes& damaged) {
    const auto result = Transcode(damaged, To(CompressionType::kSnappy));
    if (result.ok()) {
      EXPECT_EQ(EntriesOf(result->file), entries_);
      ++counts_.unharmed;
      return;
    }
    EXPECT_TRUE(result.status().code() == StatusCode::kCorruption ||
                result.status().code() == StatusCode::kNotSupported)
        << result.status().message();
    EXPECT_TRUE(result.status().message().starts_with("f.sst: "))
        << result.status().message();
    ++counts_.refused;
  }

  const Bytes sound_;
  const std::vector<std::string> entries_;
  Counts counts_;
};

TEST_P(TranscodeDamageTest, EveryByteChanged) {
  for (size_t at = 0; at < sound_.size(); ++at) {
    SCOPED_TRACE(at);
    Bytes damaged = sound_;
    damaged[at] ^= static_cast<uint8_t>(1 << at % 8);
    Try(damaged);
  }
  std::printf("%s: %d changes refused, %d without effect\n", GetParam(),
              counts_.refused, counts_.unharmed);
  EXPECT_EQ(counts_.refused + counts_.unharmed,
            static_cast<int>(sound_.size()));
}

TEST_P(TranscodeDamageTest, CutAtEveryLength) {
  for (size_t size = 0; size < sound_.size(); ++size) {
    SCOPED_TRACE(size);
    Try(Bytes(sound_.begin(), sound_.begin() + size));
  }
  EXPECT_EQ(counts_.refused, static_cast<int>(sound_.size()));
}

INSTANTIATE_TEST_SUITE_P(Testdata, TranscodeDamageTest,
                         ::testing::ValuesIn(kFiles), [](const auto& info) {
                           const std::string name = info.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace sstr
