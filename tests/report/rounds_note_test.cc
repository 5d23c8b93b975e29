// SPDX-License-Identifier: Apache-2.0

#include "report/rounds_note.h"

#include <gtest/gtest.h>

#include <vector>

namespace sstr {
namespace {

FileRounds Reached(uint64_t rounds, const std::string& file = "a.sst") {
  return {.file = file,
          .rounds = {.end = RoundsEnd::kTargetReached,
                     .rounds = rounds,
                     .widest = WidestCell{0, {RegionKind::kScan, 0.0099}}},
          .widest_spec = "stored"};
}

FileRounds TimeUp(uint64_t rounds, double width,
                  const std::string& file = "b.sst") {
  return {.file = file,
          .rounds = {.end = RoundsEnd::kTimeUp,
                     .rounds = rounds,
                     .widest = WidestCell{2, {RegionKind::kWrite, width}}},
          .widest_spec = "table:kZSTD:level=3"};
}

std::string NoteOfOne(const FileRounds& file) {
  return RoundsNote(std::vector<FileRounds>{file}, 0.01);
}

TEST(RoundsNoteTest, SaysThatTheTargetWasReached) {
  EXPECT_EQ(NoteOfOne(Reached(12)),
            "stopped after 12 rounds: every interval within ±1 %");
}

TEST(RoundsNoteTest, SaysThatTimeWasUpAndNamesTheWidestCell) {
  EXPECT_EQ(NoteOfOne(TimeUp(9, 0.023)),
            "time was up after 9 rounds: widest interval ±2.3 % (write of "
            "table:kZSTD:level=3)");
}

TEST(RoundsNoteTest, WidthsAreRoundedUpToTwoDigits) {
  const auto width_of = [](double width) {
    const std::string note = NoteOfOne(TimeUp(9, width));
    const size_t begin = note.find("±");
    return note.substr(begin, note.find(" (") - begin);
  };
  // Must not read as if the target of 1 % had been met.
  EXPECT_EQ(width_of(0.0100001), "±1.1 %");
  EXPECT_EQ(width_of(0.01), "±1 %");
  EXPECT_EQ(width_of(0.0235), "±2.4 %");
  EXPECT_EQ(width_of(0.2301), "±24 %");
  EXPECT_EQ(width_of(1.5), "±150 %");
  EXPECT_EQ(width_of(0.00042), "±0.05 %");
  EXPECT_EQ(width_of(1e-9), "±0.01 %");
  EXPECT_EQ(width_of(0), "±0 %");
}

TEST(RoundsNoteTest, OneSampleHasNoInterval) {
  FileRounds file = TimeUp(1, 0);
  file.rounds.widest.reset();
  EXPECT_EQ(NoteOfOne(file),
            "time was up after 1 round: too few samples for an interval");
}

TEST(RoundsNoteTest, OtherEndsAreToldApart) {
  FileRounds file = TimeUp(4, 0.05);
  file.rounds.end = RoundsEnd::kInterrupted;
  EXPECT_EQ(NoteOfOne(file),
            "interrupted in round 4: widest interval ±5 % (write of "
            "table:kZSTD:level=3)");
  file.rounds.end = RoundsEnd::kAllRan;
  EXPECT_EQ(NoteOfOne(file), "nothing could be timed");
  EXPECT_EQ(RoundsNote({}, 0.01), "");
}

TEST(RoundsNoteTest, TargetsReadAsTheyWereAsked) {
  EXPECT_EQ(RoundsNote(std::vector<FileRounds>{Reached(6)}, 0.0125),
            "stopped after 6 rounds: every interval within ±1.25 %");
}

TEST(RoundsNoteTest, SeveralFilesAreCountedAndTheWorstIsNamed) {
  const std::vector<FileRounds> files = {Reached(31), TimeUp(9, 0.02, "b.sst"),
                                         TimeUp(6, 0.04, "c.sst")};
  EXPECT_EQ(RoundsNote(files, 0.01),
            "1 of 3 files ended with every interval within ±1 %; 6 to 31 "
            "rounds, widest interval ±4 % (c.sst: write of "
            "table:kZSTD:level=3)");
}

TEST(RoundsNoteTest, SeveralFilesThatAllReachedItNeedNoWidest) {
  const std::vector<FileRounds> files = {Reached(6), Reached(6, "b.sst")};
  EXPECT_EQ(RoundsNote(files, 0.02),
            "2 of 2 files ended with every interval within ±2 %; 6 to 6 "
            "rounds");
}

}  // namespace
}  // namespace sstr
