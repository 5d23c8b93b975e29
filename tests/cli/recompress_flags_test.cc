// SPDX-License-Identifier: Apache-2.0
//
// What the table of sst_recompress's flags says, held against the variables,
// the program and the messages that name flags.

#include "sst_recompress_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/advised_flags.h"
#include "flag_table_checks.h"
#include "recompress_modes.h"

namespace sstr {
namespace {

TEST(RecompressFlagsTest, EveryFlagStandsInTheTableOnce) {
  EXPECT_THAT(FlagTableFaults(RecompressFlagTable()), ::testing::IsEmpty());
}

TEST(RecompressFlagsTest, TheNoiseCheckRefusesEveryFlagThatIsNotForIt) {
  testing::ExpectModeRefusesOthersFlags("sst_recompress", RecompressFlagTable(),
                                        kNoiseCheck, {"--noise_check"});
}

TEST(RecompressFlagsTest, AWorkerRefusesEveryFlagThatIsNotForIt) {
  testing::ExpectModeRefusesOthersFlags("sst_recompress", RecompressFlagTable(),
                                        kWorker, {"--worker"});
}

TEST(RecompressFlagsTest, MeasuringRefusesEveryFlagThatIsNotForIt) {
  testing::ExpectModeRefusesOthersFlags("sst_recompress", RecompressFlagTable(),
                                        kMeasure, {});
}

TEST(RecompressFlagsTest, WhatWritesFilesOrReportsIsForMeasuringOnly) {
  const FlagTable table = RecompressFlagTable();
  for (const char* name :
       {"output", "output_dir", "output_format", "overwrite", "sizes", "jobs",
        "sizes_only", "target_interval", "max_seconds"}) {
    ASSERT_NE(FindFlag(table, name), nullptr) << name;
    EXPECT_EQ(FindFlag(table, name)->modes, kMeasure) << name;
  }
}

TEST(RecompressFlagsTest, MessagesAdviseFlagsThatThereAre) {
  const FlagTable table = RecompressFlagTable();
  for (const std::string_view name : kAdvisedFlags) {
    EXPECT_NE(FindFlag(table, name), nullptr) << name;
  }
}

TEST(RecompressFlagsTest, HelpHasEveryFlagWithATextUnderItsTitle) {
  const FlagTable table = RecompressFlagTable();
  const std::string help = HelpText(table);
  size_t at = 0;
  for (const FlagGroup& group : table.groups) {
    const size_t title = help.find("\n" + std::string(group.title) + ":\n");
    ASSERT_NE(title, std::string::npos) << group.title;
    for (const Flag& flag : group.flags) {
      const std::string line = "\n  --" + std::string(flag.name) + " (";
      const size_t found = help.find(line);
      EXPECT_EQ(found == std::string::npos, flag.help.empty()) << flag.name;
      if (found == std::string::npos) continue;
      EXPECT_GT(found, title) << flag.name;
      EXPECT_GT(found, at) << flag.name;
      at = found;
    }
  }
}

}  // namespace
}  // namespace sstr
