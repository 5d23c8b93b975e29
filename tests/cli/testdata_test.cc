// SPDX-License-Identifier: Apache-2.0
//
// testdata/README.md as a test: every file is listed, and its command still
// makes its entries.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "testing/command.h"
#include "testing/paths.h"
#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;
using testing::RunCommand;
using Arguments = std::vector<std::string>;

const std::string kTestdata = testing::SourcePath("testdata/");

// Maker commands, as arguments, by file ("good/hash.sst").
std::map<std::string, Arguments> MakersInReadme() {
  std::map<std::string, Arguments> makers;
  std::ifstream readme(kTestdata + "README.md");
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| `good/")) continue;
    // What the shell would do with them.
    std::erase(line, '"');
    std::string before, file, between, command;
    std::istringstream cells(line);
    std::getline(std::getline(cells, before, '`'), file, '`');
    std::getline(std::getline(cells, between, '`'), command, '`');
    std::istringstream words(command);
    words >> before;  // "sst_make"
    Arguments& arguments = makers[file];
    for (std::string word; words >> word;) {
      if (!word.starts_with("--output=")) arguments.push_back(word);
    }
  }
  return makers;
}

// Every point entry, and the counts that include the range deletions.
std::string EntriesOf(const std::string& file) {
  const auto result = RunCommand(
      {"sst_dump", "--file=" + file, "--command=scan", "--show_properties"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  std::istringstream lines(result.out);
  std::string entries;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('\'') || line.starts_with("  # entries:") ||
        line.starts_with("  # deletions:") ||
        line.starts_with("  # range deletions:")) {
      entries += line + "\n";
    }
  }
  return entries;
}

TEST(TestdataTest, EveryGoodFileIsListed) {
  const auto makers = MakersInReadme();
  size_t files = 0;
  for (const auto& entry : fs::directory_iterator(kTestdata + "good")) {
    ++files;
    EXPECT_TRUE(makers.contains("good/" + entry.path().filename().string()))
        << entry.path();
  }
  EXPECT_EQ(files, makers.size());
}

TEST(TestdataTest, CommandsStillMakeTheEntries) {
  if (!testing::HaveProgram("sst_dump")) {
    GTEST_SKIP() << "sst_dump is not installed";
  }
  const testing::TempDir dir;
  for (const auto& [file, maker] : MakersInReadme()) {
    SCOPED_TRACE(file);
    const std::string again = dir.File(fs::path(file).filename());
    Arguments command = {testing::ToolPath("sst_make"), "--output=" + again};
    command.insert(command.end(), maker.begin(), maker.end());
    const auto made = RunCommand(command);
    ASSERT_EQ(made.exit_code, 0) << made.err;
    const std::string want = EntriesOf(kTestdata + file);
    EXPECT_NE(want, "");
    EXPECT_EQ(EntriesOf(again), want);
  }
}

}  // namespace
}  // namespace sstr
