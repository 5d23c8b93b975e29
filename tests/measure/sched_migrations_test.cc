// SPDX-License-Identifier: Apache-2.0

#include "measure/sched_migrations.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <thread>
#include <vector>

namespace sstr {
namespace {

std::vector<int> AllowedCpus() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof(set), &set);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
  }
  return cpus;
}

void MoveTo(int cpu) {
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cpu, &set);
  ASSERT_EQ(sched_setaffinity(0, sizeof(set), &set), 0);
}

TEST(SchedMigrationsTest, ReadsItsLineOfTheKernelsFile) {
  EXPECT_EQ(ParseMigrations("p (12, #threads: 1)\n"
                            "-------------------\n"
                            "se.exec_start         :     13713825.624044\n"
                            "se.nr_migrations      :                  37\n"
                            "nr_switches           :                   8\n"),
            37u);
}

TEST(SchedMigrationsTest, FileWithoutTheLineIsAbsentNotZero) {
  EXPECT_EQ(ParseMigrations(""), std::nullopt);
  EXPECT_EQ(ParseMigrations("\nnr_switches : 8\n"), std::nullopt);
  EXPECT_EQ(ParseMigrations("\nse.nr_migrations"), std::nullopt);
  EXPECT_EQ(ParseMigrations("\nse.nr_migrations : x\n"), std::nullopt);
}

TEST(SchedMigrationsTest, CountsMovesBetweenCpus) {
  const std::vector<int> cpus = AllowedCpus();
  if (cpus.size() < 2) GTEST_SKIP() << "there is one CPU only";
  std::thread([&] {
    const SchedMigrations migrations = SchedMigrations::OfThisThread();
    MoveTo(cpus[0]);
    const auto before = migrations.Read();
    if (!before) GTEST_SKIP() << "this kernel has no such file";
    for (int i = 0; i < 5; ++i) {
      MoveTo(cpus[1]);
      MoveTo(cpus[0]);
    }
    EXPECT_EQ(migrations.Read().value() - *before, 10u);
  }).join();
}

}  // namespace
}  // namespace sstr
