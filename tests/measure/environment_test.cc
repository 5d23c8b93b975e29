// SPDX-License-Identifier: Apache-2.0
//
// Against trees of files like the kernel's: Documentation/admin-guide/pm/
// cpufreq.rst and intel_pstate.rst, sysfs-devices-system-cpu, proc(5).

#include "measure/environment.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

class EnvironmentTest : public ::testing::Test {
 protected:
  void Put(const std::string& path, const std::string& text) {
    const fs::path file = dir_.path() + path;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }
  void PutCpu(const std::string& path, const std::string& text) {
    Put("/sys/devices/system/cpu/" + path, text);
  }
  void PutFlags(const std::string& flags) {
    Put("/proc/cpuinfo",
        "processor\t: 0\nmodel name\t: Test CPU\nflags\t\t: " + flags +
            "\n\nprocessor\t: 1\nmodel name\t: Other CPU\n");
  }

  Environment Read(const CpuList& cpus = {0, 1}) {
    return ReadEnvironment(cpus, dir_.path());
  }

  testing::TempDir dir_;
};

TEST_F(EnvironmentTest, WhatTheKernelHidesIsUnknownOrAbsent) {
  const Environment environment = Read();
  EXPECT_EQ(environment.cpu_model, "unknown");
  EXPECT_EQ(environment.cpu_governor, "unknown");
  EXPECT_FALSE(environment.turbo.has_value());
  EXPECT_FALSE(environment.cpu_khz.has_value());
  EXPECT_FALSE(environment.cpu_max_khz.has_value());
  EXPECT_TRUE(environment.shared_cores.empty());
  EXPECT_EQ(environment.virtual_machine, "");
  EXPECT_FALSE(environment.ticks.has_value());
  EXPECT_FALSE(environment.load_1min.has_value());
  EXPECT_FALSE(environment.is_pinned);
  EXPECT_NE(environment.host, "");
  EXPECT_EQ(environment.date_utc.size(), 20u);  // 2024-02-29T12:34:56Z
}

TEST_F(EnvironmentTest, ModelIsThatOfTheFirstCpu) {
  PutFlags("fpu vme");
  EXPECT_EQ(Read().cpu_model, "Test CPU");
}

TEST_F(EnvironmentTest, GovernorsAreThoseOfTheCpusMeasuredOn) {
  PutCpu("cpu0/cpufreq/scaling_governor", "powersave\n");
  PutCpu("cpu1/cpufreq/scaling_governor", "performance\n");
  PutCpu("cpu2/cpufreq/scaling_governor", "performance\n");
  EXPECT_EQ(Read({1, 2}).cpu_governor, "performance");
  EXPECT_EQ(Read({0, 1}).cpu_governor, "performance+powersave");
}

TEST_F(EnvironmentTest, TurboIsReadFromEitherDriver) {
  PutCpu("cpufreq/boost", "1\n");
  EXPECT_EQ(Read().turbo, true);
  PutCpu("cpufreq/boost", "0\n");
  EXPECT_EQ(Read().turbo, false);
  // The other one's file says the opposite.
  PutCpu("intel_pstate/no_turbo", "0\n");
  EXPECT_EQ(Read().turbo, true);
  PutCpu("intel_pstate/no_turbo", "1\n");
  EXPECT_EQ(Read().turbo, false);
}

TEST_F(EnvironmentTest, FrequenciesAreThoseOfTheFirstCpuMeasuredOn) {
  PutCpu("cpu0/cpufreq/scaling_cur_freq", "800000\n");
  PutCpu("cpu0/cpufreq/scaling_max_freq", "3500000\n");
  PutCpu("cpu3/cpufreq/scaling_cur_freq", "1200000\n");
  PutCpu("cpu3/cpufreq/scaling_max_freq", "2400000\n");
  EXPECT_EQ(Read({3}).cpu_khz, 1'200'000u);
  EXPECT_EQ(Read({3}).cpu_max_khz, 2'400'000u);
}

TEST_F(EnvironmentTest, FewerCpusThanAreOnlineIsPinned) {
  PutCpu("online", "0-3\n");
  EXPECT_TRUE(Read({0, 1, 3}).is_pinned);
  EXPECT_FALSE(Read({0, 1, 2, 3}).is_pinned);
}

TEST_F(EnvironmentTest, SiblingsAreTheOtherThreadsOfACore) {
  PutCpu("cpu0/topology/thread_siblings_list", "0,4\n");
  PutCpu("cpu1/topology/thread_siblings_list", "1\n");
  PutCpu("cpu2/topology/thread_siblings_list", "2-3\n");
  EXPECT_EQ(Read({0, 1, 2}).shared_cores,
            (std::vector<SharedCore>{{0, {4}}, {2, {3}}}));
}

TEST_F(EnvironmentTest, AFlagTellsAVirtualMachineAndDmiItsName) {
  PutFlags("fpu hypervisor lm");
  EXPECT_EQ(Read().virtual_machine, "unknown hypervisor");
  Put("/sys/class/dmi/id/sys_vendor", "QEMU\n");
  Put("/sys/class/dmi/id/product_name", "Standard PC (Q35 + ICH9, 2009) \n");
  EXPECT_EQ(Read().virtual_machine, "QEMU Standard PC (Q35 + ICH9, 2009)");
}

// Rented bare machines carry their landlord's name.
TEST_F(EnvironmentTest, WithoutTheFlagNoNameMakesAMachineVirtual) {
  PutFlags("fpu lm hypervisor_like");
  Put("/sys/class/dmi/id/sys_vendor", "QEMU\n");
  EXPECT_EQ(Read().virtual_machine, "");
}

TEST_F(EnvironmentTest, WhereThereAreNoFlagsTheNameTells) {
  Put("/proc/cpuinfo", "processor\t: 0\nFeatures\t: fp asimd\n");
  Put("/sys/class/dmi/id/sys_vendor", "Maker\n");
  Put("/sys/class/dmi/id/product_name", "KVM Virtual Machine\n");
  EXPECT_EQ(Read().virtual_machine, "Maker KVM Virtual Machine");
  Put("/sys/class/dmi/id/product_name", "Board 7\n");
  EXPECT_EQ(Read().virtual_machine, "");
}

TEST_F(EnvironmentTest, LoadIsTheFirstNumber) {
  Put("/proc/loadavg", "1.96 1.40 1.69 2/90 30191\n");
  EXPECT_DOUBLE_EQ(Read().load_1min.value(), 1.96);
}

TEST_F(EnvironmentTest, TicksAreBusyOrStolen) {
  // user nice system idle iowait irq softirq steal guest guest_nice
  Put("/proc/stat", "cpu  100 20 30 9999 7777 4 5 41 3 2\ncpu0 1 1 1 1 1\n");
  const auto ticks = ReadCpuTicks(dir_.path());
  ASSERT_TRUE(ticks.has_value());
  EXPECT_EQ(ticks->busy, 159u);  // 100 + 20 + 30 + 4 + 5
  EXPECT_EQ(ticks->stolen, 41u);
  // 41 of 200.
  EXPECT_DOUBLE_EQ(StolenPercent({}, *ticks).value(), 20.5);
}

TEST_F(EnvironmentTest, KernelsThatDoNotCountStolenTicksHaveNone) {
  Put("/proc/stat", "cpu  100 20 30 9999 7777 4 5\ncpu0 1 1 1 1 1\n");
  EXPECT_FALSE(ReadCpuTicks(dir_.path()).has_value());
}

TEST(StolenPercentTest, IsOfTheTicksBetweenTwoReadings) {
  EXPECT_DOUBLE_EQ(StolenPercent({100, 10}, {190, 20}).value(), 10);
  EXPECT_DOUBLE_EQ(StolenPercent({100, 10}, {190, 10}).value(), 0);
  // Nothing ran, or a counter that went backwards.
  EXPECT_FALSE(StolenPercent({100, 10}, {100, 10}).has_value());
  EXPECT_FALSE(StolenPercent({100, 10}, {200, 9}).has_value());
}

TEST(OwnEnvironmentTest, ThisMachineIsRead) {
  const Environment environment = ReadEnvironment();
  EXPECT_EQ(environment.cpus, AllowedCpus());
  EXPECT_TRUE(environment.load_1min.has_value());
}

}  // namespace
}  // namespace sstr
