// SPDX-License-Identifier: Apache-2.0
//
// That the verification verifies: each thing it compares, made to differ.

#include "transcode/transcode_verifier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "sst/test_table.h"
#include "transcode/transcode_support.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::Compressible;
using testing::FixBlockChecksum;
using ::testing::HasSubstr;
using testing::MemorySink;
using testing::ReadBytes;
using testing::SoundTestdata;
using testing::To;

// A transcode whose parts the test can spoil before verifying.
class TranscodeVerifierTest : public ::testing::Test {
 protected:
  void Open(const Bytes& file, const TranscodeOptions& options) {
    source_bytes_ = file;
    options_ = options;
    source_.emplace(TableImage::Open("f.sst", source_bytes_).value());
    auto written = TranscodeTable(*source_, options_, {}, &sink_);
    ASSERT_TRUE(written.ok()) << written.status().message();
    written_ = std::move(written).value();
    ASSERT_TRUE(Verify().ok()) << Verify().message();
  }

  Status Verify() {
    const auto output = TableImage::Open("output.sst", sink_.file);
    if (!output.ok()) return output.status();
    return VerifyTranscode(*source_, *output, written_, options_, {});
  }

  void ExpectDifference(const std::string& what) {
    const Status status = Verify();
    EXPECT_EQ(status.code(), StatusCode::kVerificationFailed);
    EXPECT_THAT(status.message(), HasSubstr(what));
  }

  // Changes a byte of a block's payload and makes its checksum right again.
  void Spoil(const BlockHandle& handle, uint64_t at) {
    sink_.file[handle.offset + at] ^= 1;
    FixBlockChecksum(&sink_.file, handle);
  }

  BlockHandle HandleOf(BlockKind kind) {
    return TableImage::Open("output.sst", sink_.file)->FindMeta(kind)->handle;
  }

  Bytes source_bytes_;
  TranscodeOptions options_;
  std::optional<TableImage> source_;
  MemorySink sink_;
  TranscodedTable written_;
};

TEST_F(TranscodeVerifierTest, DataThatDecodesToSomethingElse) {
  Open(Compressible(100).Build(), To(CompressionType::kNone));
  for (const uint32_t jobs : {1, 3}) {
    options_.jobs = jobs;
    const Bytes sound = sink_.file;
    Spoil(written_.data_blocks[70], 100);
    ExpectDifference("block 70 at ");
    sink_.file = sound;
  }
  // Bytes whose checksum tells.
  sink_.file[written_.data_blocks[5].offset] ^= 1;
  ExpectDifference("block 5 at ");
}

TEST_F(TranscodeVerifierTest, ABlockThatDoesNotDecode) {
  Open(Compressible(10).Build(), To(CompressionType::kZSTD));
  Spoil(written_.data_blocks[3], 10);
  ExpectDifference("block 3 at ");
}

TEST_F(TranscodeVerifierTest, Filters) {
  Open(ReadBytes(SoundTestdata().at("partitioned.sst")),
       To(CompressionType::kLZ4));
  Spoil(HandleOf(BlockKind::kFilterPartition), 3);
  ExpectDifference("filter partition at ");
}

TEST_F(TranscodeVerifierTest, Tombstones) {
  Open(ReadBytes(SoundTestdata().at("range_only.sst")),
       To(CompressionType::kLZ4));
  Spoil(HandleOf(BlockKind::kRangeDel), 5);
  ExpectDifference("range deletion block at ");
}

TEST_F(TranscodeVerifierTest, HashIndex) {
  Open(ReadBytes(SoundTestdata().at("hash.sst")), To(CompressionType::kNone));
  Spoil(HandleOf(BlockKind::kHashIndexPrefixes), 0);
  ExpectDifference("hash index prefixes at ");
}

TEST_F(TranscodeVerifierTest, IndexKeys) {
  Open(Compressible(10).Build(), To(CompressionType::kNone));
  Spoil(HandleOf(BlockKind::kIndex), 4);
  ExpectDifference("index at ");
}

TEST_F(TranscodeVerifierTest, Properties) {
  Open(Compressible(10).Build(), To(CompressionType::kNone));
  // The last byte of the last value, before restart and count.
  const BlockHandle properties = HandleOf(BlockKind::kProperties);
  Spoil(properties, properties.size - 9);
  ExpectDifference("the properties block");
}

TEST_F(TranscodeVerifierTest, Dictionary) {
  TranscodeOptions options = To(CompressionType::kLZ4);
  options.codec.max_dict_bytes = 500;
  Open(Compressible(10).Build(), options);
  Spoil(HandleOf(BlockKind::kDictionary), 499);
  ExpectDifference("the dictionary");
}

TEST_F(TranscodeVerifierTest, WhereBlocksAre) {
  Open(Compressible(10).Build(), To(CompressionType::kNone));
  std::swap(written_.data_blocks[0], written_.data_blocks[1]);
  ExpectDifference("what the index leads to");
}

TEST_F(TranscodeVerifierTest, StopsWhenAsked) {
  Open(Compressible(10).Build(), To(CompressionType::kNone));
  CancelFlag cancel = true;
  options_.cancel = &cancel;
  EXPECT_EQ(Verify().code(), StatusCode::kInterrupted);
}

}  // namespace
}  // namespace sstr
