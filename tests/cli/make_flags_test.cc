// SPDX-License-Identifier: Apache-2.0

#include "sst_make_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sstr {
namespace {

TEST(MakeFlagsTest, EveryFlagStandsInTheTableOnce) {
  EXPECT_THAT(FlagTableFaults(MakeFlagTable()), ::testing::IsEmpty());
}

}  // namespace
}  // namespace sstr
