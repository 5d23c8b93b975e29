// SPDX-License-Identifier: Apache-2.0

#include "make/record_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <vector>

#include "testing/temp_dir.h"

namespace sstr {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

class LineSourceTest : public ::testing::Test {
 protected:
  Result<std::unique_ptr<RecordSource>> Open(const std::string& text,
                                             LineFormat format) {
    std::ofstream(path_, std::ios::binary) << text;
    return OpenLines(path_, format);
  }

  Pairs Read(const std::string& text, LineFormat format) {
    Pairs pairs;
    auto source = Open(text, format);
    EXPECT_TRUE(source.ok()) << source.status().message();
    if (!source.ok()) return pairs;
    Record record;
    while (source.value()->Next(&record).value()) {
      EXPECT_EQ(record.kind, RecordKind::kPut);
      pairs.emplace_back(record.key, record.value);
    }
    return pairs;
  }

  void ExpectCorruption(const std::string& text, LineFormat format,
                        const std::string& fact) {
    const auto source = Open(text, format);
    ASSERT_FALSE(source.ok());
    EXPECT_EQ(source.status().code(), StatusCode::kCorruption);
    EXPECT_EQ(source.status().message(), path_ + ": " + fact);
  }

  const testing::TempDir dir_;
  const std::string path_ = dir_.File("lines.txt");
};

TEST_F(LineSourceTest, LineNumberIsTheKey) {
  EXPECT_EQ(Read("one\n\ntwo\tthree\r\n", LineFormat::kValue),
            (Pairs{{"0000000001", "one"},
                   {"0000000002", ""},
                   {"0000000003", "two\tthree\r"}}));
}

TEST_F(LineSourceTest, LastLineMayLackItsEnd) {
  EXPECT_EQ(Read("a\nb", LineFormat::kValue),
            (Pairs{{"0000000001", "a"}, {"0000000002", "b"}}));
  EXPECT_EQ(Read("\n", LineFormat::kValue), (Pairs{{"0000000001", ""}}));
}

TEST_F(LineSourceTest, KeyedLinesAreSortedByBytes) {
  // 0xC3 comes after 'z'; the second tab belongs to the value.
  EXPECT_EQ(Read("z\tlast\n\xC3\xA4\tbeyond\na\tb\tc\n\tempty key\n",
                 LineFormat::kKeyTabValue),
            (Pairs{{"", "empty key"},
                   {"a", "b\tc"},
                   {"z", "last"},
                   {"\xC3\xA4", "beyond"}}));
}

TEST_F(LineSourceTest, LineWithoutTabIsNamed) {
  ExpectCorruption("a\t1\nb\nc\t3\n", LineFormat::kKeyTabValue,
                   "line 2: no tab between key and value");
}

TEST_F(LineSourceTest, KeyThatOccursTwiceIsNamed) {
  ExpectCorruption("b\t1\na\t2\nc\t3\nb\t4\n", LineFormat::kKeyTabValue,
                   "line 4: the key of line 1 again");
}

TEST_F(LineSourceTest, EmptyFileIsRefused) {
  ExpectCorruption("", LineFormat::kValue, "empty file");
  ExpectCorruption("", LineFormat::kKeyTabValue, "empty file");
}

TEST_F(LineSourceTest, MissingFileIsAnIoError) {
  EXPECT_EQ(OpenLines(dir_.File("missing"), LineFormat::kValue).status().code(),
            StatusCode::kIoError);
}

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
