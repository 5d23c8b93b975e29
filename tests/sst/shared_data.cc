// SPDX-License-Identifier: Apache-2.0

#include "sst/shared_data.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "testing/paths.h"

namespace sstr::testing {
namespace {

std::string Trimmed(const std::string& text) {
  const size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

std::vector<std::string> Cells(const std::string& line) {
  std::vector<std::string> cells;
  std::istringstream stream(line.substr(1));  // Behind the first '|'.
  for (std::string cell; std::getline(stream, cell, '|');) {
    cells.push_back(Trimmed(cell));
  }
  return cells;
}

std::optional<uint64_t> Number(const std::string& cell) {
  if (cell.empty()) return std::nullopt;
  return std::stoull(cell);
}

}  // namespace

std::string SharedDataDir() {
  const char* named = std::getenv("SSTR_EXTRA_DATA");
  if (named != nullptr && *named != '\0') return named;
  return testing::SourcePath("../shared/data");
}

bool HaveSharedData() {
  return std::filesystem::exists(SharedDataDir() + "/README.md");
}

Bytes ReadBytes(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(stream), {});
}

Bytes ReadSharedFile(const std::string& name) {
  return ReadBytes(SharedDataDir() + "/" + name);
}

std::vector<SharedFileFacts> ReadSharedFacts() {
  std::vector<SharedFileFacts> facts;
  std::ifstream readme(SharedDataDir() + "/README.md");
  for (std::string line; std::getline(readme, line);) {
    if (!line.starts_with("| ")) continue;
    const std::vector<std::string> cells = Cells(line);
    if (cells.size() < 11 || cells[0] == "file" || cells[0] == "---") continue;
    facts.push_back({.file = cells[0],
                     .bytes = std::stoull(cells[1]),
                     .entries = Number(cells[2]),
                     .deletions = Number(cells[3]),
                     .merges = Number(cells[4]),
                     .range_tombstones = Number(cells[5]),
                     .data_blocks = Number(cells[6]),
                     .raw_key_bytes = Number(cells[7]),
                     .raw_value_bytes = Number(cells[8]),
                     .data_bytes = Number(cells[9])});
  }
  return facts;
}

}  // namespace sstr::testing
