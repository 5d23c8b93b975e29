// SPDX-License-Identifier: Apache-2.0

#include "sst_transcode_flags.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sstr {
namespace {

TEST(TranscodeFlagsTest, EveryFlagStandsInTheTableOnce) {
  EXPECT_THAT(FlagTableFaults(TranscodeFlagTable()), ::testing::IsEmpty());
}

}  // namespace
}  // namespace sstr
