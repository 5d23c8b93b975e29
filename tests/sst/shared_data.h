// SPDX-License-Identifier: Apache-2.0
//
// The table files that are shared beside the checkout and not part of it, and
// the table of their README.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sstr::testing {

using Bytes = std::vector<uint8_t>;

// The folder: $SSTR_EXTRA_DATA, else ../shared/data beside the source tree.
std::string SharedDataDir();
bool HaveSharedData();

// REQUIRES: the file is there.
Bytes ReadBytes(const std::string& path);
Bytes ReadSharedFile(const std::string& name);

// One line of the README's table; what it leaves empty is absent.
struct SharedFileFacts {
  std::string file;
  uint64_t bytes = 0;
  std::optional<uint64_t> entries;
  std::optional<uint64_t> deletions;
  std::optional<uint64_t> merges;
  std::optional<uint64_t> range_tombstones;
  std::optional<uint64_t> data_blocks;
  std::optional<uint64_t> raw_key_bytes;
  std::optional<uint64_t> raw_value_bytes;
  std::optional<uint64_t> data_bytes;
};
std::vector<SharedFileFacts> ReadSharedFacts();

}  // namespace sstr::testing

// In a TEST body: skips it, saying why, without the shared files.
#define SSTR_REQUIRE_SHARED_DATA()                                          \
  if (!::sstr::testing::HaveSharedData()) {                                 \
    GTEST_SKIP() << "no shared files: " << ::sstr::testing::SharedDataDir() \
                 << " is not there; SSTR_EXTRA_DATA can name another";      \
  }
