// SPDX-License-Identifier: Apache-2.0

#include "compare/cell_matching.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compare/paired_reports.h"

namespace sstr {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const PassSpec kLZ4Spec = SpecOf(CompressionType::kLZ4);
const PassSpec kZSTDSpec = SpecOf(CompressionType::kZSTD);

// "file:TYPE|file:TYPE" of every cell, "-" for a side without it.
std::vector<std::string> Names(const std::vector<MatchedCell>& cells) {
  const auto name = [](const ReportRow* row) {
    return row == nullptr
               ? std::string("-")
               : row->file + ":" + CompressionTypeName(row->spec.codec.type) +
                     VariantName(row->spec);
  };
  std::vector<std::string> names;
  for (const MatchedCell& cell : cells) {
    names.push_back(name(cell.baseline) + "|" + name(cell.contender));
  }
  return names;
}

// REQUIRES: the reports match; both have to outlive the test's use.
std::vector<std::string> Match(const RunReport& a, const RunReport& b,
                               bool ignore_variant = false) {
  const auto cells = MatchCells(a, b, ignore_variant);
  EXPECT_TRUE(cells.ok()) << cells.status().message();
  return cells.ok() ? Names(*cells) : std::vector<std::string>();
}

TEST(CellMatchingTest, SpecsAreMatchedWhateverTheirOrder) {
  const RunReport a =
      ReportOf({PassRow(kLZ4Spec, "f"), PassRow(kZSTDSpec, "f")});
  const RunReport b =
      ReportOf({PassRow(kZSTDSpec, "f"), PassRow(kLZ4Spec, "f")});
  EXPECT_THAT(Match(a, b), ElementsAre("f:kLZ4Compression|f:kLZ4Compression",
                                       "f:kZSTD|f:kZSTD"));
}

TEST(CellMatchingTest, CellsOfOneSideAreKept) {
  const RunReport a =
      ReportOf({PassRow(kLZ4Spec, "f"), PassRow(kZSTDSpec, "f")});
  const RunReport b = ReportOf(
      {PassRow(kZSTDSpec, "f"), PassRow(SpecOf(CompressionType::kNone), "f")});
  EXPECT_THAT(Match(a, b), ElementsAre("f:kLZ4Compression|-", "f:kZSTD|f:kZSTD",
                                       "-|f:kNoCompression"));
}

TEST(CellMatchingTest, LevelAndBlockSizeBelongToTheCell) {
  PassSpec small = kZSTDSpec;
  small.block_size = 4096;
  const RunReport a = ReportOf({PassRow(small, "f")});
  const RunReport b = ReportOf({PassRow(kZSTDSpec, "f")});
  EXPECT_EQ(Match(a, b, true).size(), 2u);
}

TEST(CellMatchingTest, RepeatedSpecsAreMatchedInOrder) {
  ReportRow first = PassRow(kZSTDSpec, "f");
  ReportRow second = first;
  second.entries = 2;
  const RunReport a = ReportOf({first, second});
  const auto cells = MatchCells(a, a, false);
  ASSERT_TRUE(cells.ok());
  ASSERT_EQ(cells->size(), 2u);
  EXPECT_EQ((*cells)[1].baseline->entries, 2u);
  EXPECT_EQ((*cells)[1].contender->entries, 2u);
}

TEST(CellMatchingTest, StoredRowsAndTotalsAreNoCells) {
  ReportRow total = PassRow(kZSTDSpec, "TOTAL");
  total.kind = RowKind::kTotal;
  total.total.emplace();
  const RunReport a =
      ReportOf({StoredRow("f", "aa"), PassRow(kZSTDSpec, "f"), total});
  const auto cells = MatchCells(a, a, false);
  ASSERT_TRUE(cells.ok());
  EXPECT_THAT(Names(*cells), ElementsAre("f:kZSTD|f:kZSTD"));
  EXPECT_EQ(cells->front().baseline_stored, &a.rows[0]);
}

TEST(CellMatchingTest, FilesAreMatchedByHashBeforeName) {
  const RunReport a = ReportOf({StoredRow("x", "11"), PassRow(kZSTDSpec, "x"),
                                StoredRow("y", "22"), PassRow(kZSTDSpec, "y")});
  const RunReport b = ReportOf({StoredRow("y", "11"), PassRow(kZSTDSpec, "y"),
                                StoredRow("z", "22"), PassRow(kZSTDSpec, "z")});
  EXPECT_THAT(Match(a, b), ElementsAre("x:kZSTD|y:kZSTD", "y:kZSTD|z:kZSTD"));
}

TEST(CellMatchingTest, CopiesKeepTheirNames) {
  const RunReport a = ReportOf({StoredRow("x", "11"), PassRow(kZSTDSpec, "x"),
                                StoredRow("y", "11"), PassRow(kZSTDSpec, "y")});
  const RunReport b = ReportOf({StoredRow("y", "11"), PassRow(kZSTDSpec, "y")});
  EXPECT_THAT(Match(a, b), ElementsAre("x:kZSTD|-", "y:kZSTD|y:kZSTD"));
}

TEST(CellMatchingTest, SingleFilesMayHaveOtherNames) {
  const RunReport a =
      ReportOf({StoredRow("old", "11"), PassRow(kZSTDSpec, "old")});
  const RunReport b = ReportOf({PassRow(kZSTDSpec, "new")});
  EXPECT_THAT(Match(a, b), ElementsAre("old:kZSTD|new:kZSTD"));
}

TEST(CellMatchingTest, OtherContentUnderOneNameIsRefused) {
  const RunReport a = ReportOf({StoredRow("f", "11"), PassRow(kZSTDSpec, "f")});
  const RunReport b = ReportOf({StoredRow("f", "22"), PassRow(kZSTDSpec, "f")});
  const auto cells = MatchCells(a, b, false);
  ASSERT_FALSE(cells.ok());
  EXPECT_EQ(cells.status().code(), StatusCode::kUsage);
  EXPECT_EQ(cells.status().message(),
            "the inputs differ: f of the baseline has XXH3 11, f of the "
            "contender has 22");
}

TEST(CellMatchingTest, OtherContentOfSingleFilesIsRefused) {
  const RunReport a = ReportOf({StoredRow("x", "11"), PassRow(kZSTDSpec, "x")});
  const RunReport b = ReportOf({StoredRow("y", "22"), PassRow(kZSTDSpec, "y")});
  const auto cells = MatchCells(a, b, false);
  ASSERT_FALSE(cells.ok());
  EXPECT_THAT(cells.status().message(),
              AllOf(HasSubstr("x of the baseline has XXH3 11"),
                    HasSubstr("y of the contender has 22")));
}

TEST(CellMatchingTest, NoCommonFileIsRefused) {
  const RunReport a =
      ReportOf({PassRow(kZSTDSpec, "a"), PassRow(kZSTDSpec, "b")});
  const RunReport b =
      ReportOf({PassRow(kZSTDSpec, "c"), PassRow(kZSTDSpec, "d")});
  const auto cells = MatchCells(a, b, false);
  ASSERT_FALSE(cells.ok());
  EXPECT_EQ(cells.status().code(), StatusCode::kUsage);
}

PassSpec BlockSpec(CompressionType type, const std::string& variant,
                   const std::string& allocator = "malloc") {
  PassSpec spec = SpecOf(type);
  spec.engine = kBlockEngineName;
  spec.variant = variant;
  spec.allocator = allocator;
  return spec;
}

TEST(CellMatchingTest, VariantsAreMatchedOnlyOnPurpose) {
  const CompressionType lz4 = CompressionType::kLZ4;
  const RunReport a = ReportOf({PassRow(BlockSpec(lz4, "one_shot"), "f")});
  const RunReport b =
      ReportOf({PassRow(BlockSpec(lz4, "stream_reuse", "pool"), "f")});
  EXPECT_EQ(Match(a, b, false).size(), 2u);
  EXPECT_THAT(Match(a, b, true),
              ElementsAre("f:kLZ4Compressionone_shot|"
                          "f:kLZ4Compressionstream_reuse+pool"));
}

// The contender's only variant is also one of the baseline's.
TEST(CellMatchingTest, EqualVariantsComeFirst) {
  const CompressionType lz4 = CompressionType::kLZ4;
  const RunReport a = ReportOf({PassRow(BlockSpec(lz4, "one_shot"), "f"),
                                PassRow(BlockSpec(lz4, "stream"), "f")});
  const RunReport b = ReportOf({PassRow(BlockSpec(lz4, "stream"), "f")});
  EXPECT_THAT(Match(a, b, true),
              ElementsAre("f:kLZ4Compressionone_shot|-",
                          "f:kLZ4Compressionstream|f:kLZ4Compressionstream"));
}

}  // namespace
}  // namespace sstr
