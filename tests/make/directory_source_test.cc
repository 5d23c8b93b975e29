// SPDX-License-Identifier: Apache-2.0

#include "make/directory_source.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "testing/temp_dir.h"

namespace sstr {
namespace {

namespace fs = std::filesystem;

class DirectorySourceTest : public ::testing::Test {
 protected:
  void Write(const std::string& name, const std::string& content) {
    fs::create_directories(fs::path(dir_.File(name)).parent_path());
    std::ofstream(dir_.File(name), std::ios::binary) << content;
  }

  const testing::TempDir dir_;
};

TEST_F(DirectorySourceTest, PathIsTheKeyInByteOrder) {
  Write("a/b", "nested");
  Write("a-b", std::string("\0\n", 2));
  Write("empty", "");
  fs::create_symlink("empty", dir_.File("link"));
  fs::create_directory(dir_.File("no_files"));

  auto source = OpenDirectory(dir_.path() + "/");
  ASSERT_TRUE(source.ok()) << source.status().message();
  std::vector<std::pair<std::string, std::string>> pairs;
  Record record;
  while (source.value()->Next(&record).value()) {
    pairs.emplace_back(record.key, record.value);
  }
  // '-' is less than '/'.
  EXPECT_EQ(
      pairs,
      (std::vector<std::pair<std::string, std::string>>{
          {"a-b", std::string("\0\n", 2)}, {"a/b", "nested"}, {"empty", ""}}));
}

TEST_F(DirectorySourceTest, FileThatGoesAwayIsAnError) {
  Write("a", "1");
  auto source = OpenDirectory(dir_.path());
  ASSERT_TRUE(source.ok());
  fs::remove(dir_.File("a"));
  Record record;
  const Result<bool> next = source.value()->Next(&record);
  ASSERT_FALSE(next.ok());
  EXPECT_EQ(next.status().code(), StatusCode::kIoError);
  EXPECT_THAT(next.status().message(), ::testing::HasSubstr(dir_.File("a")));
}

TEST_F(DirectorySourceTest, DirectoryWithoutFilesIsRefused) {
  fs::create_directory(dir_.File("inner"));
  const auto source = OpenDirectory(dir_.path());
  ASSERT_FALSE(source.ok());
  EXPECT_EQ(source.status().message(), dir_.path() + ": no regular file in it");
}

TEST_F(DirectorySourceTest, WhatIsNoDirectoryIsAnIoError) {
  Write("file", "x");
  for (const std::string name : {"file", "missing"}) {
    const auto source = OpenDirectory(dir_.File(name));
    ASSERT_FALSE(source.ok()) << name;
    EXPECT_EQ(source.status().code(), StatusCode::kIoError) << name;
  }
}

}  // namespace
}  // namespace sstr
