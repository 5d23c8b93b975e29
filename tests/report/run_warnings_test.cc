// SPDX-License-Identifier: Apache-2.0

#include "report/run_warnings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// Nothing to warn of: two cores of a machine of its own, held at their nominal
// rate, one pass at a time.
class RunWarningsTest : public ::testing::Test {
 protected:
  RunWarningsTest() {
    context_.rocksdb_library_version = "7.8.3";
    context_.repeat = 9;
    context_.jobs = 1;
    context_.cpu_count = 2;
    environment_.cpus = {2, 3};
    environment_.is_pinned = true;
    environment_.cpu_governor = "performance";
    environment_.turbo = false;
    environment_.cpu_khz = 3'400'000;
    environment_.cpu_max_khz = 3'500'000;
    environment_.ticks = {.busy = 1000, .stolen = 0};
    environment_.load_1min = 0.1;
  }

  std::vector<std::string> Warnings() const {
    return WarningsBefore(context_, environment_, build_);
  }

  RunContext context_;
  Environment environment_;
  BuildFacts build_;
};

TEST_F(RunWarningsTest, AQuietMachineGivesNone) {
  EXPECT_THAT(Warnings(), IsEmpty());
}

TEST_F(RunWarningsTest, WhatIsUnknownGivesNone) {
  environment_ = Environment();
  environment_.cpu_governor = "unknown";
  EXPECT_THAT(Warnings(), IsEmpty());
}

TEST_F(RunWarningsTest, SlowBuildsAreToldOfEvenForSizes) {
  context_.rocksdb_assertions = true;
  context_.sizes_only = true;
  context_.repeat = 1;
  build_ = {.assertions = true, .optimized = false};
  EXPECT_THAT(Warnings(),
              ElementsAre(HasSubstr("RocksDB 7.8.3 was built with assertions"),
                          HasSubstr("this program was built with assertions"),
                          HasSubstr("without optimization: build it with "
                                    "-DCMAKE_BUILD_TYPE=Release")));
}

TEST_F(RunWarningsTest, FewRoundsUnlessATargetDecides) {
  context_.repeat = 8;
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr("--repeat=9 or more")));
  context_.repeat = 0;
  context_.target_interval = 0.01;
  EXPECT_THAT(Warnings(), IsEmpty());
}

TEST_F(RunWarningsTest, PassesSideBySideAndMoreOfThemThanCpus) {
  context_.jobs = 2;
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr("2 passes ran side by side")));
  context_.jobs = 3;
  EXPECT_THAT(Warnings(),
              ElementsAre(HasSubstr("3 passes ran side by side"),
                          HasSubstr("share 2 CPUs and wait for each other: use "
                                    "--jobs=2 or fewer")));
}

TEST_F(RunWarningsTest, AGovernorNamesItsCommand) {
  environment_.cpu_governor = "performance+powersave";
  environment_.cpu_khz = 800'000;  // Said already.
  EXPECT_THAT(
      Warnings(),
      ElementsAre(AllOf(HasSubstr("governor is performance+powersave"),
                        HasSubstr("`cpupower frequency-set -g performance`"))));
}

TEST_F(RunWarningsTest, TurboNamesItsSwitches) {
  environment_.turbo = true;
  environment_.cpu_khz = 800'000;  // Said already.
  EXPECT_THAT(Warnings(),
              ElementsAre(AllOf(HasSubstr("turbo is on"), HasSubstr("no_turbo"),
                                HasSubstr("cpufreq/boost"))));
}

TEST_F(RunWarningsTest, ASlowedCpuIsToldWithItsRates) {
  environment_.cpu_khz = 2'000'000;
  EXPECT_THAT(Warnings(),
              ElementsAre(HasSubstr("CPU 2 runs at 2000 of 3500 MHz")));
  // Nine tenths of it are full speed.
  environment_.cpu_khz = 3'150'000;
  EXPECT_THAT(Warnings(), IsEmpty());
}

TEST_F(RunWarningsTest, LoadIsTold) {
  environment_.load_1min = 1.25;
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr("load 1.25; end what")));
}

TEST_F(RunWarningsTest, VirtualMachinesAndWhatTheyWereDenied) {
  environment_.virtual_machine = "QEMU Standard PC";
  EXPECT_THAT(Warnings(), ElementsAre(AllOf(HasSubstr("(QEMU Standard PC)"),
                                            HasSubstr("--noise_check"))));
  // 50 of 1000, then 10 of 1000.
  environment_.ticks = {.busy = 950, .stolen = 50};
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr("virtual machine"),
                                      HasSubstr("denied 5.0 % of the CPU")));
  environment_.ticks = {.busy = 990, .stolen = 10};
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr("virtual machine")));
}

TEST_F(RunWarningsTest, NotPinnedNamesACpuToPinTo) {
  environment_.is_pinned = false;
  EXPECT_THAT(Warnings(), ElementsAre(HasSubstr("--cpu=3")));
  // Passes side by side are pinned anyway, and one CPU leaves no choice.
  environment_.cpus = {0};
  EXPECT_THAT(Warnings(), IsEmpty());
}

TEST_F(RunWarningsTest, ASiblingOutsideTheListIsToKeepIdle) {
  environment_.cpus = {2};
  environment_.shared_cores = {{.cpu = 2, .siblings = {6}}};
  EXPECT_THAT(Warnings(),
              ElementsAre(HasSubstr("CPU 2 is one core with CPU 6, which "
                                    "others may use: keep that one idle")));
}

TEST_F(RunWarningsTest, SiblingsInTheListMatterToPassesSideBySideOnly) {
  environment_.shared_cores = {{.cpu = 2, .siblings = {3}},
                               {.cpu = 3, .siblings = {2}}};
  EXPECT_THAT(Warnings(), IsEmpty());
  context_.jobs = 2;
  EXPECT_THAT(Warnings(),
              ElementsAre(HasSubstr("side by side"),
                          HasSubstr("CPU 2 and CPU 3 are one core")));
}

TEST(WarningsAfterTest, TimeThatWasTooShortAndTimeThatWasStolen) {
  EXPECT_THAT(WarningsAfter({}), IsEmpty());
  EXPECT_THAT(WarningsAfter({.stolen_percent = 1, .fewest_rounds = 6}),
              IsEmpty());
  EXPECT_THAT(WarningsAfter({.stolen_percent = 1.5, .fewest_rounds = 5}),
              ElementsAre(AllOf(HasSubstr("after 5 rounds"),
                                HasSubstr("needs 6: raise --max_seconds")),
                          HasSubstr("denied 1.5 %")));
}

}  // namespace
}  // namespace sstr
