// SPDX-License-Identifier: Apache-2.0

#include "sst/footer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sst/test_table.h"

namespace sstr {
namespace {

using testing::Bytes;
using testing::Fixed32;
using testing::Fixed64;
using testing::FixFooterChecksum;
using ::testing::HasSubstr;
using testing::SmallTable;
using testing::TestTableOptions;

Bytes SmallFile(uint32_t format_version) {
  return SmallTable({.format_version = format_version}).Build();
}

Bytes WithMagic(uint64_t magic) {
  Bytes file = SmallFile(2);
  const std::string text = Fixed64(magic);
  std::copy(text.begin(), text.end(), file.end() - 8);
  return file;
}

Status StatusOf(const Bytes& file) { return ParseFooter(file).status(); }

TEST(FooterTest, ReadsEveryFormatVersion) {
  for (uint32_t version = 0; version <= 7; ++version) {
    const Bytes file = SmallFile(version);
    const Result<Footer> footer = ParseFooter(file);
    ASSERT_TRUE(footer.ok()) << footer.status().message();
    EXPECT_EQ(footer->format_version, version);
    EXPECT_EQ(footer->size, version == 0 ? 48u : 53u);
    EXPECT_EQ(footer->offset, file.size() - footer->size);
    EXPECT_EQ(footer->index.has_value(), version < 6);
    EXPECT_EQ(footer->metaindex.end(), footer->offset);
    EXPECT_EQ(footer->base_context_checksum, version < 6 ? 0 : 0x5EED1234u);
    EXPECT_EQ(footer->checksum_type,
              version == 0 ? ChecksumType::kCrc32c : ChecksumType::kXxh3);
  }
}

TEST(FooterTest, EmptyFileIsCalledEmpty) {
  EXPECT_EQ(StatusOf({}).message(), "empty file");
  EXPECT_EQ(StatusOf({}).code(), StatusCode::kCorruption);
}

TEST(FooterTest, FileShorterThanAnyFooterIsTooShort) {
  for (size_t size : {1, 8, 47}) {
    const Status status = StatusOf(Bytes(size, 0));
    EXPECT_EQ(status.code(), StatusCode::kCorruption);
    EXPECT_THAT(status.message(), HasSubstr("too short to be a table file"));
  }
}

TEST(FooterTest, NewMagicNeedsTheLongerFooter) {
  const Bytes file = SmallFile(2);
  const Bytes tail(file.end() - 52, file.end());
  EXPECT_THAT(StatusOf(tail).message(), HasSubstr("too short"));
}

TEST(FooterTest, OtherTableKindsAreNamed) {
  const std::pair<uint64_t, std::string> kinds[] = {
      {0x8242229663bf9564, "plain table: not supported"},
      {0x4f3418eb7a8f13b8, "plain table (legacy footer): not supported"},
      {0x926789d0c5f17873, "cuckoo table: not supported"},
  };
  for (const auto& [magic, text] : kinds) {
    const Status status = StatusOf(WithMagic(magic));
    EXPECT_EQ(status.code(), StatusCode::kNotSupported);
    EXPECT_EQ(status.message(), text);
  }
}

TEST(FooterTest, FlippedMagicBitIsCorruptionAndSaidToBeNear) {
  const Status status = StatusOf(WithMagic(kBlockBasedTableMagic ^ 0x100));
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(), HasSubstr("1 bit away"));
}

TEST(FooterTest, ForeignBytesAreCorruption) {
  const Status status = StatusOf(Bytes(100, 0));
  EXPECT_EQ(status.code(), StatusCode::kCorruption);
  EXPECT_THAT(status.message(),
              HasSubstr("unknown magic number 0x0000000000000000"));
}

TEST(FooterTest, NewerFormatVersionIsNotSupported) {
  Bytes file = SmallFile(7);
  file[file.size() - 12] = 8;
  const Status status = StatusOf(file);
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_THAT(status.message(), HasSubstr("format_version 8: not supported"));
}

TEST(FooterTest, VersionZeroHasNoVersionedFooter) {
  Bytes file = SmallFile(2);
  file[file.size() - 12] = 0;
  EXPECT_EQ(StatusOf(file).code(), StatusCode::kCorruption);
}

TEST(FooterTest, UnknownChecksumTypeIsNotSupported) {
  Bytes file = SmallFile(2);
  file[file.size() - 53] = 5;
  const Status status = StatusOf(file);
  EXPECT_EQ(status.code(), StatusCode::kNotSupported);
  EXPECT_THAT(status.message(), HasSubstr("checksum type 5"));
}

TEST(FooterTest, PaddingBehindHandlesMustBeZero) {
  for (uint32_t version : {0, 5}) {
    Bytes file = SmallFile(version);
    file[file.size() - (version == 0 ? 9 : 13)] = 1;  // Last byte of it.
    const Status status = StatusOf(file);
    EXPECT_EQ(status.code(), StatusCode::kCorruption);
    EXPECT_THAT(status.message(), HasSubstr("padding is not zero"));
  }
}

TEST(FooterTest, HandleThatNeverEndsIsCorruption) {
  Bytes file = SmallFile(5);
  std::fill(file.end() - 52, file.end() - 12, uint8_t{0xFF});
  EXPECT_THAT(StatusOf(file).message(), HasSubstr("bad block handle"));
}

TEST(FooterTest, ReservedBytesInUseAreNotSupported) {
  for (size_t from_end : {13, 20, 21, 36}) {
    Bytes file = SmallFile(7);
    file[file.size() - from_end] = 1;
    FixFooterChecksum(&file);
    const Status status = StatusOf(file);
    EXPECT_EQ(status.code(), StatusCode::kNotSupported) << from_end;
    EXPECT_THAT(status.message(), HasSubstr("reserved bytes are in use"));
  }
}

TEST(FooterTest, ContextFooterChecksItself) {
  for (size_t i = 0; i < 41; ++i) {
    Bytes file = SmallFile(6);
    file[file.size() - 53 + i] ^= 0x10;
    EXPECT_FALSE(ParseFooter(file).ok()) << i;
  }
}

TEST(FooterTest, ContextFooterNoticesThatItMoved) {
  Bytes file = SmallFile(6);
  file.insert(file.begin(), uint8_t{0});
  EXPECT_THAT(StatusOf(file).message(), HasSubstr("checksum mismatch"));
}

TEST(FooterTest, BaseContextChecksumMustNotBeZero) {
  Bytes file = SmallFile(6);
  std::fill_n(file.end() - 53 + 9, 4, uint8_t{0});
  FixFooterChecksum(&file);
  EXPECT_THAT(StatusOf(file).message(),
              HasSubstr("base context checksum is zero"));
}

TEST(FooterTest, MetaindexMustFitBeforeContextFooter) {
  Bytes file = SmallFile(6);
  const std::string size = Fixed32(static_cast<uint32_t>(file.size()));
  std::copy(size.begin(), size.end(), file.end() - 53 + 13);
  FixFooterChecksum(&file);
  EXPECT_THAT(StatusOf(file).message(), HasSubstr("does not fit in the file"));
}

}  // namespace
}  // namespace sstr
