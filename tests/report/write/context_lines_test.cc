// SPDX-License-Identifier: Apache-2.0
//
// What the goldens of the sample report do not show.

#include "report/write/context_lines.h"

#include <gtest/gtest.h>

#include "report/sample_report.h"

namespace sstr {
namespace {

// "(none)" where there is no such line.
std::string LineOf(const RunContext& context, const std::string& label) {
  for (const ContextLine& line : ContextLines(context)) {
    if (line.label == label) return line.text;
  }
  return "(none)";
}

TEST(ContextLinesTest, ATargetTakesThePlaceOfTheNumberOfRounds) {
  RunContext context = SampleContext();
  EXPECT_EQ(LineOf(context, "run"), "repeat 3, jobs 1, seed 42");
  EXPECT_EQ(LineOf(context, "rounds"), "(none)");
  context.repeat = 0;
  context.target_interval = 0.01;
  context.max_seconds = 60;
  context.rounds_note = "stopped after 7 rounds: every interval within ±1 %";
  EXPECT_EQ(LineOf(context, "run"),
            "until every interval is within ±1 % or 60 s are over, jobs 1, "
            "seed 42");
  EXPECT_EQ(LineOf(context, "rounds"), context.rounds_note);
}

TEST(ContextLinesTest, WhatTheMachineHidesIsLeftOut) {
  RunContext context = SampleContext();
  context.pinned_to = "";
  context.cpu_turbo.reset();
  context.load_1min.reset();
  context.virtual_machine = "";
  EXPECT_EQ(LineOf(context, "machine"),
            "Test CPU @ 2.00GHz, 4 CPUs, governor unknown");
  context.cpu_turbo = true;
  EXPECT_EQ(LineOf(context, "machine"),
            "Test CPU @ 2.00GHz, 4 CPUs, governor unknown, turbo on");
}

}  // namespace
}  // namespace sstr
