// SPDX-License-Identifier: Apache-2.0
//
// Who runs when, and what is left of a side that fails. The sides are fakes.

#include "compare/compare_rounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace sstr {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

PassSpec Spec(CompressionType type) {
  PassSpec spec;
  spec.codec.type = type;
  return spec;
}

const PassSpec kLz4 = Spec(CompressionType::kLZ4);
const PassSpec kZstd = Spec(CompressionType::kZSTD);

class FakeSide : public CompareSide {
 public:
  // Appends to `log`, which is borrowed.
  FakeSide(std::string name, std::vector<PassSpec> specs,
           std::vector<std::string>* log)
      : name_(std::move(name)), specs_(std::move(specs)), log_(*log) {}

  Result<std::vector<ReportRow>> Open(const std::string& file) override {
    if (!open_status.ok()) return open_status;
    ++opened;
    if (opens != nullptr) *opens += name_;
    std::vector<ReportRow> rows;
    ReportRow& stored = rows.emplace_back();
    stored.kind = RowKind::kBaseline;
    stored.file = file;
    stored.input_hash = input_hash;
    for (const PassSpec& spec : specs_) {
      rows.push_back({.file = file, .spec = spec});
    }
    return rows;
  }

  Result<std::vector<ReportRow>> Run(std::span<const PassSpec> specs,
                                     uint64_t round) override {
    std::vector<ReportRow> rows;
    for (const PassSpec& spec : specs) {
      if (passes_++ == dies_at_pass) return Status::Failed(name_ + " died");
      log_.push_back(name_ + CompressionTypeName(spec.codec.type)[1]);
      ReportRow row{.file = "elsewhere", .spec = spec};
      row.sizes.file_bytes = 100;
      PassSample& sample = row.samples.emplace_back();
      sample.round = round;
      sample.write.wall_nanos = sample.scan.wall_nanos =
          pass_millis * 50'000 * tenths_of_pass(passes_ - 1);
      if (spec == broken) {
        row.status = RowStatus::kError;
        row.status_detail = "broken";
      }
      rows.push_back(row);
    }
    return rows;
  }

  bool runs_all_at_once() const override { return all_at_once; }
  RunContext context() const override { return {}; }
  SideTraits traits() const override { return {.name = name_}; }

  uint64_t pass_millis = 500;
  uint64_t (*tenths_of_pass)(uint64_t pass) = [](uint64_t) -> uint64_t {
    return 10;
  };
  uint64_t opened = 0;
  std::string* opens = nullptr;  // Gets the name of a side that is opened.
  Status open_status;
  std::string input_hash = "cafe";
  std::optional<uint64_t> dies_at_pass;  // From 0.
  std::optional<PassSpec> broken;
  bool all_at_once = false;

 private:
  const std::string name_;
  const std::vector<PassSpec> specs_;
  std::vector<std::string>& log_;
  uint64_t passes_ = 0;
};

class RecordingObserver : public RoundsObserver {
 public:
  void OnPassStarted(const PassSpec&, uint64_t) override {}
  void OnFailure(const std::string& file, const std::string& message) override {
    failures += file + ": " + message + "\n";
  }

  std::string failures;
};

class CompareRoundsTest : public ::testing::Test {
 protected:
  Result<ExitCode> Compare(const std::vector<FakeSide*>& sides,
                           uint64_t rounds) {
    const RoundsOptions options = {.sides = {sides.begin(), sides.end()},
                                   .rounds = rounds,
                                   .cancel = &cancel_,
                                   .observer = &observer_};
    reports_.assign(sides.size(), RunReport());
    return CompareOnFile("f.sst", options, reports_);
  }

  std::string Log(size_t from) const {
    std::string text;
    for (size_t i = from; i < log_.size(); ++i) text += log_[i] + " ";
    return text;
  }

  // The pass rows of a side.
  std::vector<ReportRow> Passes(size_t side) const {
    std::vector<ReportRow> rows = reports_[side].rows;
    std::erase_if(
        rows, [](const ReportRow& row) { return row.kind != RowKind::kPass; });
    return rows;
  }

  std::vector<std::string> log_;
  CancelFlag cancel_{false};
  RecordingObserver observer_;
  std::vector<RunReport> reports_;
  FakeSide a_{"A", {kLz4, kZstd}, &log_};
  FakeSide b_{"B", {kLz4, kZstd}, &log_};
  FakeSide c_{"C", {kLz4}, &log_};
};

TEST_F(CompareRoundsTest, PassesOfACellFollowEachOtherAndTurnAround) {
  ASSERT_EQ(Compare({&a_, &b_}, 3).value(), ExitCode::kOk);
  EXPECT_EQ(Log(0),
            "AL AZ BL BZ "  // Not counted: the workers are new.
            "AL BL BZ AZ "  // Each cell: A B, B A, A B or the reverse.
            "BL BZ AL AZ "
            "AZ BZ BL AL "
            "AL AZ BL BZ "
            "AL BL BZ AZ ");
  EXPECT_EQ(a_.opened, 3u) << "each round has a worker of its own";
}

TEST_F(CompareRoundsTest, NewWorkersStartInTheOrderOfTheirRound) {
  std::string opens;
  a_.opens = b_.opens = &opens;
  ASSERT_TRUE(Compare({&a_, &b_}, 4).ok());
  EXPECT_EQ(opens, "ABBAABBA");
}

TEST_F(CompareRoundsTest, EveryRoundIsASampleAndTheWarmUpIsNone) {
  ASSERT_TRUE(Compare({&a_, &b_}, 3).ok());
  for (const size_t side : {size_t{0}, size_t{1}}) {
    for (const ReportRow& row : Passes(side)) {
      EXPECT_EQ(row.file, "f.sst");
      EXPECT_EQ(row.sizes.file_bytes, 100);
      ASSERT_THAT(row.samples, SizeIs(3));
      EXPECT_EQ(row.samples[2].round, 2);
    }
  }
}

TEST_F(CompareRoundsTest, ShortPassesAreRepeatedWithinTheRound) {
  a_.pass_millis = 10;
  b_.pass_millis = 130;  // Three fit into 400 ms, not four.
  ASSERT_TRUE(Compare({&a_, &b_}, 2).ok());
  EXPECT_EQ(Log(0),
            "AL AZ BL BZ "
            "AL BL BL AL AL BL "
            "BZ AZ AZ BZ BZ AZ "
            "BL BZ AL AZ "
            "AZ BZ BZ AZ AZ BZ "
            "BL AL AL BL BL AL ");
  const std::vector<PassSample> samples = Passes(0)[0].samples;
  ASSERT_THAT(samples, SizeIs(6));
  EXPECT_EQ(samples[2].round, 0u);
  EXPECT_EQ(samples[3].round, 1u);
}

TEST_F(CompareRoundsTest, ShortPassesAreNotRepeatedForEver) {
  a_.pass_millis = b_.pass_millis = 1;
  ASSERT_TRUE(Compare({&a_, &c_}, 1).ok());
  EXPECT_THAT(Passes(0)[0].samples, SizeIs(1)) << "C is slow";
  ASSERT_TRUE(Compare({&a_, &b_}, 1).ok());
  EXPECT_THAT(Passes(0)[0].samples, SizeIs(5));
}

// 50 ms need five passes. The warm-up is pass 0; from pass 6 on the machine is
// quiet, and after five such passes that is half of all.
TEST_F(CompareRoundsTest, ShortPassesGoOnUntilTheMachineWasQuiet) {
  FakeSide b("B", {kLz4}, &log_);
  c_.pass_millis = b.pass_millis = 50;
  c_.tenths_of_pass = [](uint64_t pass) { return pass < 6 ? 16 - pass : 10; };
  ASSERT_TRUE(Compare({&c_, &b}, 1).ok());
  EXPECT_THAT(Passes(0)[0].samples, SizeIs(10));
  EXPECT_THAT(Passes(1)[0].samples, SizeIs(10));
}

TEST_F(CompareRoundsTest, ShortPassesDoNotWaitForQuietForEver) {
  FakeSide b("B", {kLz4}, &log_);
  c_.pass_millis = b.pass_millis = 50;
  b.tenths_of_pass = [](uint64_t pass) { return 10 + pass; };
  ASSERT_TRUE(Compare({&c_, &b}, 1).ok());
  EXPECT_THAT(Passes(0)[0].samples, SizeIs(20));
}

// Of two passes nothing can be said of the machine.
TEST_F(CompareRoundsTest, LongPassesDoNotWaitForQuiet) {
  FakeSide b("B", {kLz4}, &log_);
  c_.pass_millis = b.pass_millis = 190;
  b.tenths_of_pass = [](uint64_t pass) { return 10 + pass; };
  ASSERT_TRUE(Compare({&c_, &b}, 1).ok());
  EXPECT_THAT(Passes(0)[0].samples, SizeIs(2));
}

TEST_F(CompareRoundsTest, SidesOfOneProcessRunWholeRounds) {
  b_.all_at_once = true;
  ASSERT_TRUE(Compare({&a_, &b_}, 2).ok());
  EXPECT_EQ(Log(2),
            "AL AZ BL BZ "
            "AL AZ "  // A's new worker; B has one for every run.
            "BL BZ AL AZ ");
}

TEST_F(CompareRoundsTest, SeveralContendersShareTheBaselinesPasses) {
  ASSERT_TRUE(Compare({&a_, &c_, &b_}, 1).ok());
  EXPECT_EQ(Log(5), "AL CL BL BZ AZ ");
}

TEST_F(CompareRoundsTest, OfSeveralSidesEachIsOnceInEveryPlace) {
  FakeSide a("A", {kLz4}, &log_);
  FakeSide b("B", {kLz4}, &log_);
  ASSERT_TRUE(Compare({&a, &b, &c_}, 6).ok());
  // Three warm-up passes, then the round.
  EXPECT_EQ(Log(0),
            "AL BL CL AL BL CL "
            "CL BL AL CL BL AL "
            "BL CL AL BL CL AL "
            "AL CL BL AL CL BL "
            "CL AL BL CL AL BL "
            "BL AL CL BL AL CL ");
}

TEST_F(CompareRoundsTest, CellsOfOneSideAreNotRun) {
  ASSERT_EQ(Compare({&a_, &c_}, 1).value(), ExitCode::kOk);
  EXPECT_EQ(Log(0), "AL CL AL CL ");
  const auto passes = Passes(0);
  ASSERT_THAT(passes, SizeIs(2));
  EXPECT_EQ(passes[1].status, RowStatus::kSkipped);
  EXPECT_THAT(passes[1].samples, SizeIs(0));
}

TEST_F(CompareRoundsTest, ADeadSideIsErrorsAndTheOthersFinish) {
  b_.dies_at_pass = 3;
  ASSERT_EQ(Compare({&a_, &b_, &c_}, 4).value(), ExitCode::kFailure);
  for (const ReportRow& row : Passes(1)) {
    EXPECT_EQ(row.status, RowStatus::kError);
    EXPECT_EQ(row.status_detail, "B died");
    EXPECT_THAT(row.samples, SizeIs(0));
  }
  EXPECT_THAT(Passes(2)[0].samples, SizeIs(4));
  EXPECT_THAT(observer_.failures, HasSubstr("f.sst: B died"));
}

TEST_F(CompareRoundsTest, ASideThatCannotBeginHasTheCellsOfTheOthers) {
  b_.open_status = Status::Failed("no such program");
  ASSERT_EQ(Compare({&a_, &b_}, 4).value(), ExitCode::kFailure);
  EXPECT_THAT(log_, SizeIs(0)) << "nothing to compare with";
  ASSERT_THAT(Passes(1), SizeIs(2));
  EXPECT_EQ(Passes(1)[1].spec, kZstd);
  EXPECT_EQ(Passes(1)[1].status_detail, "no such program");
}

TEST_F(CompareRoundsTest, WhatTheBaselineSaysOfTheInputIsTheExitCode) {
  a_.open_status = Status::Corruption("bad block");
  b_.open_status = Status::Corruption("bad block");
  EXPECT_EQ(Compare({&a_, &b_}, 1).value(), ExitCode::kVerificationFailed);
  EXPECT_THAT(reports_[0].context.warnings, ElementsAre("f.sst: bad block"));
  a_.open_status = Status::Ok();
  EXPECT_EQ(Compare({&a_, &b_}, 1).value(), ExitCode::kFailure);
}

TEST_F(CompareRoundsTest, APassThatFailsEndsItsCellOnly) {
  b_.broken = kZstd;
  ASSERT_EQ(Compare({&a_, &b_}, 2).value(), ExitCode::kFailure);
  EXPECT_EQ(Passes(1)[1].status_detail, "broken");
  EXPECT_THAT(Passes(1)[0].samples, SizeIs(2));
  EXPECT_EQ(Log(4),
            "AL BL "
            "BL AL "  // Not counted.
            "BL AL ");
}

TEST_F(CompareRoundsTest, OtherInputsAreRefusedBeforeAnyPass) {
  b_.input_hash = "beef";
  const auto result = Compare({&a_, &b_}, 2);
  EXPECT_EQ(result.status().code(), StatusCode::kUsage);
  EXPECT_THAT(result.status().message(), HasSubstr("the inputs differ"));
  EXPECT_THAT(log_, SizeIs(0));
}

TEST_F(CompareRoundsTest, WhenCancelledNothingMoreIsRun) {
  cancel_ = true;
  ASSERT_TRUE(Compare({&a_, &b_}, 2).ok());
  EXPECT_THAT(log_, SizeIs(0));
}

}  // namespace
}  // namespace sstr
