// SPDX-License-Identifier: Apache-2.0

#include "pass/sweep.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sstr {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Texts(const Sweep& sweep) {
  std::vector<std::string> texts;
  for (const PassSpec& spec : Expand(sweep)) texts.push_back(ToString(spec));
  return texts;
}

TEST(SweepTest, TypesKeepTheOrderAsked) {
  Sweep sweep;
  sweep.types = {CompressionType::kZSTD, CompressionType::kNone,
                 CompressionType::kSnappy};
  EXPECT_THAT(Texts(sweep), ElementsAre("table:kZSTD", "table:kNoCompression",
                                        "table:kSnappyCompression"));
}

TEST(SweepTest, TypesWithoutLevelsRunOnce) {
  Sweep sweep;
  sweep.types = {CompressionType::kNone, CompressionType::kSnappy,
                 CompressionType::kBZip2, CompressionType::kZSTD};
  sweep.levels = {1, 3};
  EXPECT_THAT(Texts(sweep),
              ElementsAre("table:kNoCompression", "table:kSnappyCompression",
                          "table:kBZip2Compression", "table:kZSTD:level=1",
                          "table:kZSTD:level=3"));
}

TEST(SweepTest, ListsMultiply) {
  Sweep sweep;
  sweep.types = {CompressionType::kZSTD};
  sweep.block_sizes = {4096, 16384};
  sweep.max_dict_bytes = {0, 1024};
  sweep.threads = {1, 2};
  EXPECT_THAT(
      Texts(sweep),
      ElementsAre("table:kZSTD:block_size=4096",
                  "table:kZSTD:block_size=4096:threads=2",
                  "table:kZSTD:block_size=4096:max_dict_bytes=1024",
                  "table:kZSTD:block_size=4096:max_dict_bytes=1024:threads=2",
                  "table:kZSTD", "table:kZSTD:threads=2",
                  "table:kZSTD:max_dict_bytes=1024",
                  "table:kZSTD:max_dict_bytes=1024:threads=2"));
}

TEST(SweepTest, BaseSettingsReachEverySpec) {
  Sweep sweep;
  sweep.types = {CompressionType::kZSTD, CompressionType::kLZ4};
  sweep.base.verify_compression = true;
  for (const PassSpec& spec : Expand(sweep)) {
    EXPECT_TRUE(spec.verify_compression);
  }
}

}  // namespace
}  // namespace sstr
