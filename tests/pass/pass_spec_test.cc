// SPDX-License-Identifier: Apache-2.0

#include "pass/pass_spec.h"

#include <gtest/gtest.h>

namespace sstr {
namespace {

TEST(PassSpecTest, DefaultsAreLeftOutOfTheText) {
  PassSpec spec;
  spec.codec.type = CompressionType::kZSTD;
  EXPECT_EQ(ToString(spec), "table:kZSTD");
}

TEST(PassSpecTest, EveryFieldRoundTrips) {
  PassSpec spec;
  spec.engine = "block";
  spec.codec = {.type = CompressionType::kLZ4HC,
                .level = -7,
                .max_dict_bytes = 16384,
                .zstd_max_train_bytes = 1 << 20,
                .max_dict_buffer_bytes = uint64_t{1} << 33,
                .use_zstd_dict_trainer = false};
  spec.block_size = 4096;
  spec.threads = 8;
  spec.enable_index_compression = false;
  spec.verify_compression = true;
  spec.table_options = "filter_policy=bloomfilter:10:false;checksum=kxxHash";

  const auto parsed = ParsePassSpec(ToString(spec));

  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  EXPECT_EQ(*parsed, spec);
}

TEST(PassSpecTest, BlockEngineFieldsRoundTrip) {
  PassSpec spec;
  spec.engine = kBlockEngineName;
  spec.codec.type = CompressionType::kBrotli;
  spec.codec.level = 9;
  spec.block_size = 0;
  spec.variant = "fresh";
  spec.allocator = "pool";
  spec.keep_rule = KeepRule::Limit(900);
  spec.table_options = "checksum=kCRC32c";
  EXPECT_EQ(ToString(spec),
            "block:kBrotli:level=9:block_size=0:variant=fresh:allocator=pool:"
            "keep_rule=limit:900:table_options=checksum=kCRC32c");
  const auto parsed = ParsePassSpec(ToString(spec));
  ASSERT_TRUE(parsed.ok()) << parsed.status().message();
  EXPECT_EQ(*parsed, spec);
  EXPECT_EQ(VariantName(spec), "fresh+pool");
}

TEST(PassSpecTest, TextHasNoComma) {
  PassSpec spec;
  spec.codec.level = 3;
  spec.threads = 2;
  EXPECT_EQ(ToString(spec).find(','), std::string::npos);
}

TEST(PassSpecTest, BadTextNamesTheBadPart) {
  const std::pair<const char*, const char*> kCases[] = {
      {"", "got type ''"},
      {"table", "got type ''"},
      {"table:kBest", "got type 'kBest'"},
      {"table:kZSTD:level=", "cannot read 'level='"},
      {"table:kZSTD:level=3x", "cannot read 'level=3x'"},
      {"table:kZSTD:threads=-1", "cannot read 'threads=-1'"},
      {"table:kZSTD:block_size=99999999999999999999", "cannot read"},
      {"table:kZSTD:colour=red", "cannot read 'colour=red'"},
      {"table:kZSTD:verify_compression=yes", "cannot read"},
  };
  for (const auto& [text, part] : kCases) {
    const auto parsed = ParsePassSpec(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.status().code(), StatusCode::kUsage);
    EXPECT_NE(parsed.status().message().find(part), std::string::npos)
        << parsed.status().message();
  }
}

TEST(PassSpecTest, LevelNameOfRocksDbsDefaultIsAWord) {
  EXPECT_EQ(LevelName(kDefaultCompressionLevel), "default");
  EXPECT_EQ(LevelName(-5), "-5");
}

}  // namespace
}  // namespace sstr
