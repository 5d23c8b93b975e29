// SPDX-License-Identifier: Apache-2.0

#include "codec/keep_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sstr {
namespace {

// 16384 - 16384 / 8 = 14336; 1000 - 125 = 875; 8 - 1 = 7.
TEST(KeepRuleTest, RocksDb7KeepsWhatIsSmallerThanSevenEighths) {
  const KeepRule rule = KeepRule::RocksDb7();
  EXPECT_TRUE(rule.Keeps(14335, 16384));
  EXPECT_FALSE(rule.Keeps(14336, 16384));
  EXPECT_TRUE(rule.Keeps(874, 1000));
  EXPECT_FALSE(rule.Keeps(875, 1000));
  EXPECT_TRUE(rule.Keeps(6, 8));
  EXPECT_FALSE(rule.Keeps(7, 8));
}

// Below 8 bytes an eighth rounds to nothing.
TEST(KeepRuleTest, RocksDb7KeepsWhateverIsSmallerThanATinyBlock) {
  const KeepRule rule = KeepRule::RocksDb7();
  EXPECT_TRUE(rule.Keeps(6, 7));
  EXPECT_FALSE(rule.Keeps(7, 7));
  EXPECT_FALSE(rule.Keeps(1, 1));
  EXPECT_FALSE(rule.Keeps(1, 0));
  EXPECT_EQ(rule.MaxKeptBytes(0), 0u);
  EXPECT_EQ(rule.MaxKeptBytes(1), 0u);
}

// 896 * 16384 / 1024 = 14336; 896 * 1000 / 1024 = 875.
TEST(KeepRuleTest, RocksDb8KeepsSevenEighthsThemselves) {
  const KeepRule rule = KeepRule::RocksDb8();
  EXPECT_TRUE(rule.Keeps(14336, 16384));
  EXPECT_FALSE(rule.Keeps(14337, 16384));
  EXPECT_TRUE(rule.Keeps(875, 1000));
  EXPECT_FALSE(rule.Keeps(876, 1000));
  EXPECT_FALSE(rule.Keeps(1, 1));
}

// 512 * 1001 / 1024 = 500.5; the largest block has no overflow:
// 65536 * (2^32 - 1) / 1024 = 64 * (2^32 - 1).
TEST(KeepRuleTest, LimitCountsBytesPerKiB) {
  EXPECT_TRUE(KeepRule::Limit(512).Keeps(500, 1001));
  EXPECT_FALSE(KeepRule::Limit(512).Keeps(501, 1001));
  EXPECT_EQ(KeepRule::Limit(65536).MaxKeptBytes(UINT32_MAX),
            uint64_t{64} * UINT32_MAX);
  EXPECT_TRUE(KeepRule::Limit(0).never_keeps());
  EXPECT_FALSE(KeepRule::Limit(0).Keeps(1, 1000000));
  EXPECT_FALSE(KeepRule::RocksDb7().never_keeps());
}

TEST(KeepRuleTest, RoundTripsThroughItsTextForm) {
  for (const char* text : {"rocksdb7", "rocksdb8", "limit:0", "limit:1",
                           "limit:1023", "limit:65536"}) {
    Result<KeepRule> rule = ParseKeepRule(text);
    ASSERT_TRUE(rule.ok()) << text;
    EXPECT_EQ(ToString(*rule), text);
  }
  EXPECT_EQ(ParseKeepRule("limit:896").value(), KeepRule::RocksDb8());
}

TEST(KeepRuleTest, RefusesOtherTextsAndNamesTheValidForms) {
  for (const char* text : {"", "rocksdb9", "limit", "limit:", "limit:-1",
                           "limit:65537", "limit:12x", "limit: 12", "896"}) {
    const Status status = ParseKeepRule(text).status();
    EXPECT_EQ(status.code(), StatusCode::kUsage) << text;
    EXPECT_THAT(status.message(), testing::HasSubstr("rocksdb8 and limit:N"));
  }
}

}  // namespace
}  // namespace sstr
