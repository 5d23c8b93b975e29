// SPDX-License-Identifier: Apache-2.0

#include "sst_compare_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/advised_flags.h"
#include "flag_table_checks.h"

namespace sstr {
namespace {

TEST(CompareFlagsTest, EveryFlagStandsInTheTableOnce) {
  EXPECT_THAT(FlagTableFaults(CompareFlagTable()), ::testing::IsEmpty());
}

TEST(CompareFlagsTest, StoredReportsTakeNoFlagOfMeasuring) {
  const FlagTable table = CompareFlagTable();
  ASSERT_EQ(table.refusals.size(), 1u);
  const FlagModes mode = table.refusals.begin()->first;
  testing::ExpectModeRefusesOthersFlags("sst_compare", table, mode, {});
}

TEST(CompareFlagsTest, MessagesNameAFlagThatThereIs) {
  EXPECT_NE(FindFlag(CompareFlagTable(), kFailIfFlag), nullptr);
}

}  // namespace
}  // namespace sstr
