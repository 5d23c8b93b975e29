// SPDX-License-Identifier: Apache-2.0
//
// What codecs say of themselves, and which options they refuse.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "codec/registry.h"
#include "codec/sample_blocks.h"

namespace sstr {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

const Codec& CodecOf(CompressionType type) { return *FindCodec(type); }

Status CheckOf(CompressionType type, const CompressorOptions& options) {
  const Codec& codec = CodecOf(type);
  const Status checked = codec.Check(options);
  // Whoever does not ask first gets the same answer.
  EXPECT_EQ(codec.NewCompressor(options).status().code(), checked.code());
  return checked;
}

std::vector<std::string> VariantNames(CompressionType type) {
  std::vector<std::string> names;
  for (const CallVariant& variant : CodecOf(type).info().variants) {
    names.emplace_back(variant.name);
  }
  return names;
}

TEST(RegistryTest, GivesZstdForItsEarlyCode) {
  EXPECT_EQ(FindCodec(CompressionType::kZSTDNotFinal),
            FindCodec(CompressionType::kZSTD));
}

TEST(RegistryTest, NamesTheSupportedTypesWhenAskedForAnother) {
  for (CompressionType type :
       {CompressionType::kXpress, static_cast<CompressionType>(0x81)}) {
    EXPECT_EQ(FindCodec(type), nullptr);
    const Status status = RequireCodec(type).status();
    EXPECT_EQ(status.code(), StatusCode::kNotSupported);
    EXPECT_THAT(status.message(),
                AllOf(HasSubstr(CompressionTypeName(type)),
                      HasSubstr("kSnappyCompression"), HasSubstr("kBrotli")));
  }
}

TEST(CodecInfoTest, TellsTheVersionOfEveryLibrary) {
  for (const Codec* codec : AllCodecs()) {
    if (codec->info().type == CompressionType::kNone) continue;
    EXPECT_THAT(codec->info().library_version,
                testing::ContainsRegex("^[0-9]+\\.[0-9]+"))
        << codec->name();
  }
}

// The documented ranges: zlib.h, lz4hc.h, zstd's manual, brotli/encode.h.
TEST(CodecInfoTest, KnowsTheLevelsOfEveryLibrary) {
  const auto range_of = [](CompressionType type) {
    const std::optional<LevelRange>& range = CodecOf(type).info().levels;
    return range
               ? std::vector<int>{range->min, range->default_level, range->max}
               : std::vector<int>{};
  };
  EXPECT_THAT(range_of(CompressionType::kNone), ElementsAre());
  EXPECT_THAT(range_of(CompressionType::kSnappy), ElementsAre());
  EXPECT_THAT(range_of(CompressionType::kBZip2), ElementsAre());
  EXPECT_THAT(range_of(CompressionType::kZlib), ElementsAre(-1, -1, 9));
  EXPECT_THAT(range_of(CompressionType::kLZ4), ElementsAre(-65537, -1, 0));
  EXPECT_THAT(range_of(CompressionType::kLZ4HC), ElementsAre(1, 9, 12));
  EXPECT_THAT(range_of(CompressionType::kZSTD), ElementsAre(-131072, 3, 22));
  EXPECT_THAT(range_of(CompressionType::kBrotli), ElementsAre(0, 11, 11));
}

TEST(CodecOptionsTest, RefusesLevelsOutsideTheRangeAndNamesIt) {
  struct Row {
    CompressionType type;
    std::vector<int> levels;
    std::string range;
  };
  const Row rows[] = {
      {CompressionType::kZlib, {-2, 10, 11}, "-1 to 9"},
      {CompressionType::kLZ4, {INT32_MIN, -70000, 1, 9}, "-65537 to 0"},
      {CompressionType::kLZ4HC, {INT32_MIN, -5, 0, 13}, "1 to 12"},
      {CompressionType::kZSTD, {INT32_MIN, -131073, 23}, "-131072 to 22"},
      {CompressionType::kBrotli, {-1, 12}, "0 to 11"}};
  for (const Row& row : rows) {
    for (int level : row.levels) {
      const Status status = CheckOf(row.type, {.level = level});
      EXPECT_EQ(status.code(), StatusCode::kUsage);
      EXPECT_THAT(
          status.message(),
          AllOf(HasSubstr(CompressionTypeName(row.type)),
                HasSubstr(std::to_string(level)), HasSubstr(row.range)));
    }
  }
}

TEST(CodecOptionsTest, TakesAnyLevelWhereItHasNoEffect) {
  for (int level : {INT32_MIN, 0, 99}) {
    EXPECT_TRUE(CheckOf(CompressionType::kSnappy, {.level = level}).ok());
    EXPECT_TRUE(CheckOf(CompressionType::kBZip2, {.level = level}).ok());
  }
}

// The first is how RocksDB 7.8 calls the library.
TEST(CodecOptionsTest, ListsTheVariantsWithTheDefaultFirst) {
  for (CompressionType type :
       {CompressionType::kLZ4, CompressionType::kLZ4HC}) {
    EXPECT_THAT(VariantNames(type),
                ElementsAre("stream_per_block", "stream_reuse", "one_shot",
                            "ext_state"));
  }
  EXPECT_THAT(VariantNames(CompressionType::kZSTD),
              ElementsAre("reused", "fresh"));
  EXPECT_THAT(VariantNames(CompressionType::kZlib),
              ElementsAre("fresh", "reused"));
  EXPECT_THAT(VariantNames(CompressionType::kBZip2),
              ElementsAre("fresh", "reused"));
  EXPECT_THAT(VariantNames(CompressionType::kBrotli),
              ElementsAre("fresh", "reused", "fit_window"));
}

TEST(CodecOptionsTest, RefusesVariantsThatTheCodecLacksAndNamesThoseItHas) {
  const Status lz4 = CheckOf(CompressionType::kLZ4, {.variant = "reused"});
  EXPECT_EQ(lz4.code(), StatusCode::kUsage);
  EXPECT_EQ(lz4.message(),
            "kLZ4Compression has no variant 'reused': valid are "
            "stream_per_block, stream_reuse, one_shot, ext_state");
  EXPECT_EQ(CheckOf(CompressionType::kZSTD, {.variant = "one_shot"}).code(),
            StatusCode::kUsage);
}

TEST(CodecOptionsTest, RefusesAllocatorsThatTheLibraryCannotTake) {
  const Status lz4 = CheckOf(CompressionType::kLZ4, {.allocator = "pool"});
  EXPECT_EQ(lz4.code(), StatusCode::kUsage);
  EXPECT_EQ(lz4.message(),
            "kLZ4Compression has no allocator 'pool': valid are malloc, "
            "mmap_threshold");
  EXPECT_EQ(CheckOf(CompressionType::kZSTD, {.allocator = "arena"}).code(),
            StatusCode::kUsage);
  EXPECT_EQ(CodecOf(CompressionType::kLZ4)
                .NewDecompressor({.allocator = "pool"})
                .status()
                .code(),
            StatusCode::kUsage);
}

TEST(CodecOptionsTest, TakesARaisedThresholdForMallocEverywhere) {
  for (const Codec* codec : AllCodecs()) {
    auto compressor = codec->NewCompressor({.allocator = "mmap_threshold"});
    ASSERT_TRUE(compressor.ok()) << compressor.status().message();
    EXPECT_EQ((*compressor)->pool(), nullptr);
  }
}

TEST(CodecOptionsTest, GivesThePoolOnlyWhenAskedButToBrotliByDefault) {
  for (const Codec* codec : AllCodecs()) {
    const bool by_default = codec->info().type == CompressionType::kBrotli;
    auto compressor = codec->NewCompressor({});
    auto decompressor = codec->NewDecompressor({});
    ASSERT_TRUE(compressor.ok() && decompressor.ok());
    EXPECT_EQ((*compressor)->pool() != nullptr, by_default) << codec->name();
    EXPECT_EQ((*decompressor)->pool() != nullptr, by_default) << codec->name();
  }
}

TEST(CodecOptionsTest, ResolvesEveryDefault) {
  CompressorOptions options = CodecOf(CompressionType::kZSTD).Resolved({});
  EXPECT_EQ(options.level, 3);
  EXPECT_EQ(options.variant, "reused");
  EXPECT_EQ(options.allocator, "malloc");
  options = CodecOf(CompressionType::kBZip2).Resolved({.variant = "reused"});
  EXPECT_EQ(options.level, kDefaultCompressionLevel);
  EXPECT_EQ(options.allocator, "pool");
  options = CodecOf(CompressionType::kLZ4)
                .Resolved({.level = -3, .variant = "one_shot"});
  EXPECT_EQ(options.level, -3);
  EXPECT_EQ(options.variant, "one_shot");
}

// These libraries have no call that resets a context.
TEST(CodecOptionsTest, ReusesAContextThatCannotBeResetOnlyThroughThePool) {
  for (CompressionType type :
       {CompressionType::kBZip2, CompressionType::kBrotli}) {
    EXPECT_EQ(
        CheckOf(type, {.variant = "reused", .allocator = "malloc"}).code(),
        StatusCode::kNotSupported);
    auto compressor = CodecOf(type).NewCompressor({.variant = "reused"});
    ASSERT_TRUE(compressor.ok()) << compressor.status().message();
    EXPECT_NE((*compressor)->pool(), nullptr);
  }
}

TEST(CodecOptionsTest, RefusesADictionaryThatTheLibraryCannotTake) {
  const Bytes dictionary = RecordBytes(1000);
  const Status brotli =
      CheckOf(CompressionType::kBrotli, {.dictionary = dictionary});
  EXPECT_EQ(brotli.code(), StatusCode::kNotSupported);
  EXPECT_THAT(brotli.message(),
              AllOf(HasSubstr("brotli"), HasSubstr("takes no dictionary")));
  EXPECT_EQ(CheckOf(CompressionType::kLZ4,
                    {.dictionary = dictionary, .variant = "one_shot"})
                .code(),
            StatusCode::kNotSupported);
}

}  // namespace
}  // namespace sstr
